import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Connection, openConnection } from './connection.ts'
import { FakeServer } from './fake-server.ts'
import type { Notice } from './notice.ts'

let server: FakeServer
let connection: Connection
let token: string | null
let events: string[]
let notices: Notice[]

const told = { table: 'projects', operation: 'UPDATE', ids: [7], id: 'a-uuid' }

beforeEach(() => {
  vi.useFakeTimers()
  server = new FakeServer()
  vi.stubGlobal('WebSocket', server.WebSocket)
  token = 'token-1'
  events = []
  notices = []
})
afterEach(async () => {
  connection.close()
  await pass(20_000)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function open(...topics: string[]) {
  connection = openConnection({
    origin: 'http://acme.waymark.localhost:3000',
    anonKey: 'anon-key',
    accessToken: async () => token,
    onNotice: (notice) => notices.push(notice),
    onOpen: (topic, again) => events.push(`${topic} open${again ? ' again' : ''}`),
    onShut: (topic) => events.push(`${topic} shut`),
    onLost: (topic) => events.push(`${topic} lost`),
  })
  connection.listen(topics)
  await pass(100)
}

function offline(isOffline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline)
  window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'))
}

describe('a line', () => {
  it('joins private channels with the session’s token, at this origin', async () => {
    await open('workspace:1', 'user:2')
    expect(server.socket?.url).toMatch(
      /^ws:\/\/acme\.waymark\.localhost:3000\/realtime\/v1\/websocket\?apikey=anon-key/,
    )
    expect(server.joins).toEqual([
      { topic: 'workspace:1', token: 'token-1', isPrivate: true },
      { topic: 'user:2', token: 'token-1', isPrivate: true },
    ])
    expect(events).toEqual(['workspace:1 open', 'user:2 open'])
  })

  it('hands on notices, and nothing that is none', async () => {
    await open('workspace:1')
    server.broadcast('workspace:1', 'change', told)
    server.broadcast('workspace:1', 'chat', { text: 'hello' })
    server.broadcast('workspace:1', 'change', { text: 'hello' })
    server.broadcast('workspace:1', 'change', null)
    expect(notices).toEqual([
      { topic: 'workspace:1', event: 'change', table: 'projects', operation: 'UPDATE', ids: [7] },
    ])
  })

  it('waits for a token', async () => {
    token = null
    await open('workspace:1')
    expect(server.joins).toEqual([])
    token = 'token-2'
    connection.tokenChanged()
    await pass(100)
    expect(server.joins).toEqual([{ topic: 'workspace:1', token: 'token-2', isPrivate: true }])
  })

  it('gives the server each new token', async () => {
    await open('workspace:1')
    token = 'token-2'
    connection.tokenChanged()
    await pass(100)
    expect(server.tokens).toEqual(['token-2'])
  })

  it('keeps a channel for the next page, and leaves it when that does not want it', async () => {
    await open('workspace:1', 'project:3')
    connection.listen(['workspace:1'])
    await pass(1_000)
    connection.listen(['workspace:1', 'project:3'])
    await pass(10_000)
    expect(server.joins).toHaveLength(2)
    connection.listen(['workspace:1'])
    await pass(10_000)
    expect([...(server.socket?.joined.keys() ?? [])]).toEqual(['workspace:1'])
    connection.listen(['workspace:1', 'project:3'])
    await pass(100)
    expect(events.slice(-2)).toEqual(['project:3 shut', 'project:3 open'])
  })

  it('ends when it is closed', async () => {
    await open('workspace:1')
    connection.close()
    await pass(20_000)
    expect(server.socket).toBeUndefined()
    expect(events.at(-1)).toBe('workspace:1 shut')
  })
})

describe('a lost connection', () => {
  it('shuts the channels, comes back, and says that notices were missed', async () => {
    await open('workspace:1')
    server.up = false
    server.drop()
    await pass(4_000)
    expect(events).toEqual(['workspace:1 open', 'workspace:1 shut'])
    server.up = true
    await pass(20_000)
    expect(events.filter((event) => event.endsWith('again'))).toEqual(['workspace:1 open again'])
    server.broadcast('workspace:1', 'change', told)
    expect(notices).toHaveLength(1)
  })

  it('is known at once when the device goes offline, and mended at once when it is back', async () => {
    await open('workspace:1')
    offline(true)
    expect(events.at(-1)).toBe('workspace:1 shut')
    server.broadcast('workspace:1', 'change', told)
    expect(notices).toEqual([])
    await pass(60_000)
    expect(server.joins).toHaveLength(1)
    offline(false)
    await pass(100)
    expect(events.at(-1)).toBe('workspace:1 open again')
  })
})

describe('a refusal', () => {
  it('is not asked again until the token changes', async () => {
    server.allowed = new Set(['user:2'])
    await open('workspace:1', 'user:2')
    await pass(60_000)
    expect(server.joins.filter(({ topic }) => topic === 'workspace:1')).toHaveLength(1)
    expect(events).toContain('user:2 open')
    expect(events).not.toContain('workspace:1 lost')
    server.allowed = null
    token = 'token-2'
    connection.tokenChanged()
    await pass(100)
    expect(events.at(-1)).toBe('workspace:1 open')
  })

  it('of a channel that was open is a loss, once', async () => {
    await open('workspace:1')
    server.allowed = new Set()
    server.drop()
    await pass(60_000)
    expect(events.filter((event) => event === 'workspace:1 lost')).toHaveLength(1)
  })
})

describe('a channel that the server ends', () => {
  it('is a loss, and is asked for again a little later', async () => {
    await open('workspace:1')
    server.end('workspace:1')
    expect(events.slice(1)).toEqual(['workspace:1 shut', 'workspace:1 lost'])
    await pass(4_000)
    expect(server.joins).toHaveLength(1)
    await pass(2_000)
    expect(events.at(-1)).toBe('workspace:1 open again')
  })

  it('is asked for at once with a new token', async () => {
    await open('workspace:1')
    server.end('workspace:1')
    token = 'token-2'
    connection.tokenChanged()
    await pass(100)
    expect(server.joins.at(-1)).toEqual({ topic: 'workspace:1', token: 'token-2', isPrivate: true })
  })
})
