// Broadcasts over HTTP: what is taken, what is refused and how, and that policies hold at this door too.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bare, type RealtimeWorld, startRealtime } from '../support/realtime.ts'

const PATIENCE = { timeout: 15_000 }
let world: RealtimeWorld
beforeAll(async () => {
  world = await startRealtime({ payloadBytes: 2_000, broadcasts: { burst: 200, perSecond: 0 } })
})
afterAll(() => world.close())

interface Post {
  token?: string
  type?: string
  method?: string
}

function post(path: string, body: unknown, { token, type = 'application/json', method = 'POST' }: Post = {}) {
  return fetch(`${world.url}/api/broadcast${path}`, {
    method,
    headers: { authorization: `Bearer ${token ?? world.anonKey}`, 'content-type': type },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

const batch = (...messages: object[]) => ({ messages })

async function listener(topic: string, more: object = {}): Promise<Bare> {
  const bare = await world.socket('&vsn=2.0.0')
  bare.send(['1', '1', `realtime:${topic}`, 'phx_join', { config: {}, ...more }])
  expect((await bare.next(({ ref }) => ref === '1')).payload.status).toBe('ok')
  return bare
}

const texts = ({ heard }: Bare) =>
  heard.filter(({ event }) => event === 'broadcast').map(({ payload }) => payload)

describe('a message over HTTP', () => {
  test('comes in a batch, in its order', async () => {
    const topic = randomUUID()
    const bare = await listener(topic)
    const messages = [1, 2, 3].map((n) => ({ topic, event: 'count', payload: { n } }))
    expect((await post('', batch(...messages))).status).toBe(202)
    await expect
      .poll(() => texts(bare), PATIENCE)
      .toEqual([1, 2, 3].map((n) => ({ type: 'broadcast', event: 'count', payload: { n } })))
  })

  test('comes alone, its topic and event in the path, by the client itself', async () => {
    const topic = `with a/slash ${randomUUID()}`
    const heard: unknown[] = []
    const channel = (await world.client()).channel(topic)
    channel.on('broadcast', { event: 'größer' }, ({ payload }) => heard.push(payload))
    await new Promise((resolve) => channel.subscribe(resolve))
    expect(await channel.httpSend('größer', { n: 1 })).toEqual({ success: true })
    await expect.poll(() => heard, PATIENCE).toEqual([{ n: 1 }])
    await channel.httpSend('größer', new Uint8Array([1, 2, 255]))
    await expect.poll(() => heard.length, PATIENCE).toBe(2)
    expect([...new Uint8Array(heard[1] as ArrayBuffer)]).toEqual([1, 2, 255])
  })

  test('reaches a private topic only from who may write there', async () => {
    const sub = randomUUID()
    const token = await world.token(sub)
    const topic = `room:${sub}`
    const bare = await listener(topic, { config: { private: true }, access_token: token })
    const message = (n: number) => batch({ topic, event: 'x', payload: { n }, private: true })
    expect((await post('', message(1), { token: await world.token() })).status).toBe(202)
    expect((await post('', message(2))).status).toBe(202)
    expect((await post('', batch({ topic, event: 'x', payload: { n: 3 } }), { token })).status).toBe(202)
    expect((await post('', message(4), { token })).status).toBe(202)
    expect((await post('', message(5), { token: world.serviceKey })).status).toBe(202)
    await expect.poll(() => texts(bare).map(({ payload }) => payload), PATIENCE).toEqual([{ n: 4 }, { n: 5 }])
  })
})

describe('a message to a private topic of others', () => {
  const topic = `room:${randomUUID()}`

  test('is refused where it comes alone, in upstream’s words', async () => {
    const answer = await post(`/${topic}/events/x?private=true`, { n: 1 })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ message: 'Unauthorized' })
  })

  test.each([true, 'true', '1'])(
    'does not reach the public one, private written as %j',
    async (isPrivate) => {
      const bare = await listener(topic)
      expect((await post('', batch({ topic, event: 'x', payload: {}, private: isPrivate }))).status).toBe(202)
      expect((await post('', batch({ topic, event: 'last', payload: {} }))).status).toBe(202)
      await expect.poll(() => texts(bare).map(({ event }) => event), PATIENCE).toEqual(['last'])
    },
  )
})

describe('a batch of somebody who may write nowhere', () => {
  test('is dropped without asking for each of its topics', async () => {
    const messages = Array.from({ length: 20 }, (_, n) => ({
      topic: `room:${n}`,
      event: 'x',
      payload: {},
      private: true,
    }))
    // Asking for a topic is trying to write: that would wait for as long as this holds the table.
    await world.admin.query('begin; lock table realtime.messages in access exclusive mode')
    try {
      expect((await post('', batch(...messages))).status).toBe(202)
    } finally {
      await world.admin.query('rollback')
    }
  })
})

describe('what makes no sense over HTTP', () => {
  test.each<[body: unknown, status: number, errors: unknown]>([
    [{}, 422, { messages: ["can't be blank"] }],
    [[], 422, { messages: ["can't be blank"] }],
    [batch({ topic: 't', event: 'e' }), 422, { messages: [{ payload: ["can't be blank"] }] }],
    [batch({ payload: {} }), 422, { messages: [{ topic: ["can't be blank"], event: ["can't be blank"] }] }],
    [batch({ topic: 't', event: 'e', payload: [] }), 422, { messages: [{ payload: ['is invalid'] }] }],
    [batch(), 422, { messages: ["can't be blank"] }],
    [{ messages: ['x'] }, 422, { messages: ['is invalid'] }],
    [
      batch({ topic: 1, event: ' ', payload: {}, private: 'yes' }),
      422,
      { messages: [{ topic: ['is invalid'], event: ["can't be blank"], private: ['is invalid'] }] },
    ],
    [
      batch({ topic: 't', event: 'e', payload: { x: 'x'.repeat(3_000) } }),
      422,
      { messages: [{ payload: ['Payload size exceeds tenant limit'] }] },
    ],
    ['{', 400, undefined],
  ])('is refused with a reason: %j', async (body, status, errors) => {
    const answer = await post('', body)
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { errors: unknown }).errors).toEqual(errors)
  })

  test('is refused by its size and number before anything of it is looked at', async () => {
    const large = await post('', {
      messages: [{ topic: 't', event: 'e', payload: { x: 'x'.repeat(70_000) } }],
    })
    expect(large.status).toBe(413)
    const many = await post('', { messages: Array.from({ length: 10_000 }, () => ({})) })
    expect([many.status, Object.keys((await many.json()) as object)]).toEqual([429, ['message']])
  })

  test('is refused where it is nested too deep to be passed on', async () => {
    const deep = `{"x":${'['.repeat(300_000)}${']'.repeat(300_000)}}`
    const alone = await post('/t/events/e', `{"x":${'['.repeat(900)}${']'.repeat(900)}}`)
    const inBatch = await post('', `{"messages":[{"topic":"t","event":"e","payload":${deep}}]}`, {
      token: world.serviceKey,
    })
    expect([alone.status, inBatch.status]).toEqual([202, 400])
  })

  test.each<[path: string, status: number, post: Post]>([
    ['/t/events/e', 415, { type: 'text/plain' }],
    ['/%E0%A4%A/events/e', 400, {}],
    ['/t/elsewhere', 404, {}],
    ['//', 405, { method: 'GET' }],
    ['', 405, { method: 'DELETE' }],
    ['', 401, { token: 'nonsense' }],
    ['', 401, { token: '' }],
  ])('has a status: %s %i', async (path, status, options) => {
    expect((await post(path, {}, options)).status).toBe(status)
  })

  test.each<[post: Post, body: object]>([
    [{ token: 'nonsense' }, { message: 'Unauthorized' }],
    [
      { type: 'text/plain' },
      { error: 'Unsupported Media Type. Use application/json or application/octet-stream' },
    ],
  ])('is told in upstream’s words: %j', async (options, body) => {
    expect(await (await post('/t/events/e', '{}', options)).json()).toEqual(body)
  })

  test('is bounded in size', async () => {
    const answer = await post('', JSON.stringify({ messages: 'x'.repeat(9 * 1024 * 1024) })).catch(
      // The answer may come before the body was sent: then the connection ends first.
      () => ({ status: 413 }),
    )
    expect(answer.status).toBe(413)
  })

  // The last test here: it uses up what this server takes.
  test('is bounded in number', async () => {
    const message = { topic: 't', event: 'e', payload: {} }
    const answer = await post('', batch(...Array.from({ length: 201 }, () => message)))
    expect(answer.status).toBe(429)
    expect(await answer.json()).toEqual({
      message: 'Too many messages to broadcast, please reduce the batch size',
    })
    let last = await post('', batch(message))
    for (let n = 0; n < 200 && last.status === 202; n++) last = await post('', batch(message))
    expect(last.status).toBe(429)
    expect(await last.json()).toEqual({ message: 'You have exceeded your rate limit' })
  })
})
