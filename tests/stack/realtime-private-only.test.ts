// A project that allows private channels only, as the product's own stack does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RealtimeWorld, startRealtime } from '../support/realtime.ts'

let world: RealtimeWorld
beforeAll(async () => {
  world = await startRealtime({}, true)
})
afterAll(() => world.close())

test('a public channel is not joined, a private one is', async () => {
  const bare = await world.socket('&vsn=2.0.0')
  bare.send(['1', '1', 'realtime:anything', 'phx_join', { config: {} }])
  expect((await bare.next(({ ref }) => ref === '1')).payload).toMatchObject({
    status: 'error',
    response: { reason: 'PrivateOnly: This project only allows private channels' },
  })
  const config = { private: true }
  bare.send(['2', '2', 'realtime:hall', 'phx_join', { config, access_token: await world.token() }])
  expect((await bare.next(({ ref }) => ref === '2')).payload.status).toBe('ok')
})

test('nothing is relayed over HTTP to a public channel', async () => {
  const answer = await fetch(`${world.url}/api/broadcast/anything/events/said`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.anonKey}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(403)
})
