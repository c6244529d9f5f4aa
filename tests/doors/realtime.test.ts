// The fifth door: Realtime. A channel says no in the same words to who may not hear it and to who may not know of it.
import { afterAll, describe, test } from 'vitest'
import { WebSocket } from 'ws'
import { sharedStack } from '../support/stack.ts'
import { topics } from './expectations/channels.ts'
import { type Caller, places } from './support/callers.ts'
import { aDoor, everybody, sharedWorld } from './support/door.ts'
import type { Met } from './support/outcome.ts'

const world = sharedWorld()
const door = aDoor('Realtime')
const sockets = new Map<Caller, Promise<WebSocket>>()
let joins = 0

afterAll(async () => {
  for (const socket of sockets.values()) (await socket).terminate()
})

describe('topics', () => {
  test.each(topics)('$kind', async ({ in: scope, topic, hears }) => {
    const tried = everybody(places[scope], (who, at) => ({
      who,
      at,
      name: 'hear',
      expected: hears(who, at) ? ('yes' as const) : ('no' as const),
      met: () => join(who, topic(world, at, who)),
    }))
    await door.agrees('hear', tried)
  })
})

async function join(who: Caller, topic: string): Promise<Met> {
  if (!sockets.has(who)) sockets.set(who, opened())
  const socket = (await sockets.get(who)) as WebSocket
  const ref = `${++joins}`
  const { status, response } = await new Promise<{ status: string; response: { reason?: string } }>(
    (resolve) => {
      const hear = (data: Buffer) => {
        const [, answered, , event, payload] = JSON.parse(data.toString())
        if (answered !== ref || event !== 'phx_reply') return
        socket.off('message', hear)
        resolve(payload)
      }
      socket.on('message', hear)
      const payload = { config: { private: true }, access_token: accessToken(who) }
      socket.send(JSON.stringify([ref, ref, `realtime:${topic}`, 'phx_join', payload]))
    },
  )
  if (status === 'ok') return 'yes'
  return /^(Unauthorized|InvalidJWT|MalformedJWT)/.test(response.reason ?? '')
    ? 'no'
    : `failed: ${response.reason}`
}

function accessToken(who: Caller): string {
  if (who === 'anon') return world.anonKey
  return who === 'token' ? world.workspaceToken : world.people[who].token
}

async function opened(): Promise<WebSocket> {
  const url = `${sharedStack().apiUrl.replace('http', 'ws')}/realtime/v1/websocket`
  const socket = new WebSocket(`${url}?apikey=${world.anonKey}&vsn=2.0.0`)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return socket
}
