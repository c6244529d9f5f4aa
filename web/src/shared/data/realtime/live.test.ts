// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../../testing/host.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../testing/server.ts'
import { sessionState, startSession, stopSession } from '../session.ts'
import type { Connection, ConnectionOptions } from './connection.ts'
import { liveKeys } from './keys.ts'
import { openLine } from './line.ts'
import { startLive } from './live.ts'
import type { Notice } from './notice.ts'
import { markTopic, wantTopic } from './topics.ts'

const renewal = 'POST /api/v1/auth/access-token/d2s6Nw'
liveKeys({ planets: [['planets']] })

let answers: Answers
let received: ReceivedRequest[]
let client: QueryClient
let stop: () => void
let line: ConnectionOptions
let connection: { [key in keyof Connection]: ReturnType<typeof vi.fn<Connection[key]>> }

const notice = (event: Notice['event'], table = 'planets'): Notice => ({
  topic: 'user:1',
  event,
  table,
  operation: 'UPDATE',
  ids: null,
})
const renewals = () => received.filter(({ path }) => path.includes('access-token')).length - 1
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  vi.useFakeTimers()
  answers = { [renewal]: () => json(200, { token: tokenFor(3600) }) }
  received = fakeServer(answers)
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  connection = { listen: vi.fn(), tokenChanged: vi.fn(), close: vi.fn() }
  await startSession('d2s6Nw')
})
afterEach(() => {
  stop()
  stopSession()
  client.clear()
  vi.useRealTimers()
})

async function live() {
  const open = (options: ConnectionOptions) => {
    line = options
    return connection
  }
  stop = startLive(client, async () => (cache) => openLine(cache, open))
  await pass(0)
}

async function shown(queryKey: string[]) {
  const run = vi.fn(async () => [])
  new QueryObserver(client, { queryKey, queryFn: run }).subscribe(() => undefined)
  await pass(0)
  run.mockClear()
  return run
}

describe('the line', () => {
  it('listens to what the screens want, as that changes', async () => {
    const letGo = wantTopic('project:3')
    await live()
    expect(connection.listen).toHaveBeenLastCalledWith(['project:3'])
    const letGoToo = wantTopic('user:1')
    expect(connection.listen).toHaveBeenLastCalledWith(['project:3', 'user:1'])
    letGo()
    letGoToo()
    expect(connection.listen).toHaveBeenLastCalledWith([])
  })

  it('has the session’s token, and hears of a new one', async () => {
    await live()
    const session = sessionState()
    expect(await line.accessToken()).toBe(session.status === 'signed-in' ? session.token : 'none')
    expect(connection.tokenChanged).not.toHaveBeenCalled()
    line.onNotice(notice('access'))
    await pass(100)
    expect(connection.tokenChanged).toHaveBeenCalledOnce()
  })

  it('that cannot be loaded is tried again, and nobody hears of it', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue((cache: QueryClient) => openLine(cache, () => connection))
    stop = startLive(client, load)
    await pass(1_000)
    expect(connection.listen).not.toHaveBeenCalled()
    await pass(30_000)
    expect(connection.listen).toHaveBeenCalledOnce()
  })

  it('is not opened for who left while it was loading', async () => {
    const opened = vi.fn()
    stop = startLive(client, async () => opened)
    stop()
    await pass(100)
    expect(opened).not.toHaveBeenCalled()
  })
})

describe('a change', () => {
  it('runs its queries again', async () => {
    await live()
    const planets = await shown(['planets'])
    line.onNotice(notice('change'))
    await pass(100)
    expect(planets).toHaveBeenCalledOnce()
    expect(renewals()).toBe(0)
  })

  it('that may have been missed is looked for once, when the channel is open again', async () => {
    await live()
    const planets = await shown(['planets'])
    line.onShut('user:1')
    line.onOpen('user:1', true)
    line.onOpen('project:3', true)
    await pass(2_000)
    expect(planets).toHaveBeenCalledOnce()
    markTopic('user:1', false)
    markTopic('project:3', false)
  })
})

describe('a channel that opens after the page has read', () => {
  const hasNoticesSince = 'POST /rest/v1/rpc/has_notices_since'

  it('asks once whether anything was told meanwhile, and reads again if so', async () => {
    answers[hasNoticesSince] = true
    await live()
    const planets = await shown(['planets'])
    await pass(10_000)
    line.onOpen('user:1', false)
    line.onOpen('workspace:7', false)
    await pass(2_000)
    expect(planets).toHaveBeenCalledOnce()
    const questions = received.filter(({ path }) => path.endsWith('has_notices_since'))
    expect(questions).toHaveLength(1)
    expect(questions[0]?.body).toEqual({ p_topics: ['user:1', 'workspace:7'], p_seconds: 16 })
  })

  it('leaves the screen alone when nothing was', async () => {
    answers[hasNoticesSince] = false
    await live()
    const planets = await shown(['planets'])
    line.onOpen('user:1', false)
    await pass(2_000)
    expect(planets).not.toHaveBeenCalled()
  })

  it('reads again when the server cannot say', async () => {
    answers[hasNoticesSince] = () => json(503, {})
    await live()
    const planets = await shown(['planets'])
    line.onOpen('user:1', false)
    await pass(2_000)
    expect(planets).toHaveBeenCalledOnce()
  })

  it('is asked about since it was left', async () => {
    answers[hasNoticesSince] = false
    await live()
    await pass(60_000)
    line.onShut('project:3')
    await pass(1_000)
    line.onOpen('project:3', false)
    await pass(200)
    expect(received.at(-1)?.body).toEqual({ p_topics: ['project:3'], p_seconds: 7 })
  })
})

describe('changed access', () => {
  it('renews the token and asks for everything on screen again', async () => {
    await live()
    const anything = await shown(['never-told'])
    line.onNotice(notice('access', 'workspace_members'))
    await pass(100)
    expect(renewals()).toBe(1)
    expect(anything).toHaveBeenCalledOnce()
  })

  it('in many steps is two renewals', async () => {
    await live()
    for (let n = 0; n < 20; n++) line.onNotice(notice('access'))
    await pass(5_000)
    expect(renewals()).toBe(2)
  })

  it('that ends with the membership ends the session, within a moment', async () => {
    await live()
    const anything = await shown(['never-told'])
    answers[renewal] = () =>
      problem(403, 'INSUFFICIENT_PERMISSIONS', 'You are not a member of this workspace.')
    line.onNotice(notice('access'))
    await pass(100)
    expect(sessionState()).toMatchObject({ status: 'signed-out', reason: 'not-member' })
    expect(anything).not.toHaveBeenCalled()
  })

  it('by a lock ends the session with who to ask', async () => {
    await live()
    const more = { owner_email: 'owner@acme.example', lock_reason: 'failed_payment' }
    answers[renewal] = () => problem(403, 'WORKSPACE_IS_LOCKED', 'The workspace is locked.', more)
    line.onLost('workspace:7')
    await pass(100)
    expect(sessionState()).toMatchObject({
      status: 'signed-out',
      reason: 'locked',
      lock: { ownerEmail: 'owner@acme.example', reason: 'failed_payment' },
    })
  })

  it('while the server is away changes nothing that is on screen', async () => {
    await live()
    answers[renewal] = () => json(503, {})
    line.onNotice(notice('access'))
    await pass(5_000)
    expect(sessionState().status).toBe('signed-in')
  })
})
