// Offers of another protocol: only Realtime's are taken up, and no client ends the server by one.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Gateway } from '../../stack/gateway/index.ts'
import { startGateway } from '../support/gateway.ts'

let gateway: Gateway
let port: number

beforeEach(async () => {
  const started = await startGateway()
  gateway = started.gateway
  port = started.port
  // Realtime answers when it has checked the request, not at once.
  gateway.onUpgrade('/realtime/v1/', (_req, socket) => {
    setImmediate(() => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  })
})
afterEach(() => gateway.close())

async function offer(path: string, protocol: string) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: ${protocol}\r\n\r\n`,
  )
  return socket
}

async function statusOf(path: string, protocol: string): Promise<number> {
  const socket = await offer(path, protocol)
  const [text] = (await once(socket, 'data')) as [string]
  socket.destroy()
  return Number(text.split(' ')[1])
}

it.each([
  ['/realtime/v1/websocket', 'websocket', 101],
  ['/realtime/v1/websocket', 'WebSocket', 101],
  ['/health', 'h2c', 200],
  ['/health', 'websocket', 200],
])('%s with an offer of %s is answered %d', async (path, protocol, status) => {
  expect(await statusOf(path, protocol)).toBe(status)
})

it.each(['/x', '/health', '/realtime/v1/websocket'])(
  'clients that are gone before the answer to %s end nothing but themselves',
  async (path) => {
    for (let n = 0; n < 20; n++) {
      const socket = await offer(path, 'websocket')
      socket.resetAndDestroy()
    }
    expect(await statusOf('/health', 'h2c')).toBe(200)
  },
)
