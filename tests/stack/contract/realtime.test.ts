// Realtime by its own client: broadcast, presence, private channels, messages from the database and over HTTP.
import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js'
import { afterEach, describe, expect, it } from 'vitest'
import { aPerson, server, target, visitor } from './clients.ts'

const PATIENCE = { timeout: 15_000 }
const open: RealtimeChannel[] = []
afterEach(async () => {
  for (const channel of open.splice(0)) await channel.unsubscribe()
})

/** Subscribes and resolves to the first state that is an end: SUBSCRIBED or a failure. */
function subscribed(channel: RealtimeChannel): Promise<REALTIME_SUBSCRIBE_STATES> {
  open.push(channel)
  return new Promise((resolve) => channel.subscribe((status) => resolve(status)))
}

const { SUBSCRIBED, CHANNEL_ERROR } = REALTIME_SUBSCRIBE_STATES
const topic = () => `t-${Math.random().toString(36).slice(2)}`

describe('broadcast', () => {
  it('reaches the others, and oneself when asked for', async () => {
    const name = topic()
    const heard: string[] = []
    const one = visitor().channel(name, { config: { broadcast: { self: true, ack: true } } })
    const two = visitor().channel(name)
    one.on('broadcast', { event: 'hi' }, ({ payload }) => heard.push(`one ${payload.text}`))
    two.on('broadcast', { event: 'hi' }, ({ payload }) => heard.push(`two ${payload.text}`))
    expect([await subscribed(one), await subscribed(two)]).toEqual([SUBSCRIBED, SUBSCRIBED])
    expect(await one.send({ type: 'broadcast', event: 'hi', payload: { text: 'a' } })).toBe('ok')
    await two.send({ type: 'broadcast', event: 'hi', payload: { text: 'b' } })
    await expect.poll(() => heard.toSorted(), PATIENCE).toEqual(['one a', 'one b', 'two a'])
  })

  it('comes over HTTP', async () => {
    const name = topic()
    const heard: unknown[] = []
    const channel = visitor().channel(name)
    channel.on('broadcast', { event: 'news' }, ({ payload }) => heard.push(payload))
    await subscribed(channel)
    const { url, anonKey } = target()
    const answer = await fetch(`${url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: name, event: 'news', payload: { n: 1 } }] }),
    })
    expect(answer.status).toBe(202)
    await expect.poll(() => heard, PATIENCE).toEqual([{ n: 1 }])
  })
})

describe('presence', () => {
  it('tells who is there, who came and who left', async () => {
    const name = topic()
    const one = visitor().channel(name, { config: { presence: { key: 'ada' } } })
    const two = visitor().channel(name, { config: { presence: { key: 'bob' } } })
    one.on('presence', { event: 'sync' }, () => undefined)
    two.on('presence', { event: 'sync' }, () => undefined)
    await subscribed(one)
    await subscribed(two)
    await one.track({ at: 1 })
    await two.track({ at: 2 })
    await expect.poll(() => Object.keys(one.presenceState()).sort(), PATIENCE).toEqual(['ada', 'bob'])
    await expect.poll(() => Object.keys(two.presenceState()).sort(), PATIENCE).toEqual(['ada', 'bob'])
    await two.untrack()
    await expect.poll(() => Object.keys(one.presenceState()), PATIENCE).toEqual(['ada'])
  })
})

describe('private channels', () => {
  const priv = { config: { private: true } }

  it('are for those whom a policy lets in', async () => {
    const ada = await aPerson()
    expect(await subscribed(ada.client.channel('hall', priv))).toBe(SUBSCRIBED)
    expect(await subscribed(ada.client.channel(`me:${ada.id}`, priv))).toBe(SUBSCRIBED)
    expect(await subscribed(ada.client.channel('me:somebody-else', priv))).toBe(CHANNEL_ERROR)
    expect(await subscribed(visitor().channel('hall', priv))).toBe(CHANNEL_ERROR)
  })

  it('hear what the database sends, in order, once it is committed', async () => {
    const ada = await aPerson()
    const heard: string[] = []
    const channel = ada.client.channel('hall', priv)
    channel.on('broadcast', { event: 'news' }, ({ payload }) => heard.push(payload.text))
    expect(await subscribed(channel)).toBe(SUBSCRIBED)
    // On a real project the stream from the database may start with the first private channel.
    await expect
      .poll(
        async () => {
          await server().rpc('announce', { p_topic: 'hall', p_text: 'warm-up' })
          return heard.includes('warm-up')
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(true)
    for (const text of ['1', '2', '3']) await server().rpc('announce', { p_topic: 'hall', p_text: text })
    await expect.poll(() => heard.filter((text) => text !== 'warm-up'), PATIENCE).toEqual(['1', '2', '3'])
  })

  it('take messages only from those whom a policy lets speak', async () => {
    const ada = await aPerson()
    const heard: string[] = []
    const own = ada.client.channel(`me:${ada.id}`, {
      config: { private: true, broadcast: { self: true, ack: true } },
    })
    own.on('broadcast', { event: 'hi' }, ({ payload }) => heard.push(payload.text))
    await subscribed(own)
    await own.send({ type: 'broadcast', event: 'hi', payload: { text: 'mine' } })
    await expect.poll(() => heard, PATIENCE).toEqual(['mine'])
    const bob = await aPerson()
    const hall = bob.client.channel('hall', { config: { private: true, broadcast: { self: true } } })
    hall.on('broadcast', { event: 'hi' }, ({ payload }) => heard.push(payload.text))
    await subscribed(hall)
    await hall.send({ type: 'broadcast', event: 'hi', payload: { text: 'not mine to say' } })
    await own.send({ type: 'broadcast', event: 'hi', payload: { text: 'again' } })
    await expect.poll(() => heard, PATIENCE).toEqual(['mine', 'again'])
  })
})
