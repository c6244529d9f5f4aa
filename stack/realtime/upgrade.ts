// Where WebSockets are opened: which requests become connections.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { type ApiKeys, isApiKey } from '../http/api-key.ts'
import { networkOf } from '../http/client.ts'
import { RETRY_AFTER } from '../http/service.ts'
import { ClientLoads } from './client-load.ts'
import { Connection } from './connection.ts'
import type { Core } from './core.ts'
import { KeyedCounter } from './keyed-counter.ts'
import type { Version } from './serializer.ts'

export interface WebSocketEndpoint {
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Connections open now. */
  count(): number
  close(): Promise<void>
}

const PATH = /\/websocket\/?$/
// How long clients have to answer that their connection closes.
const CLOSE_TIMEOUT_MS = 1_000

/** Any origin may connect, as upstream: an API key is asked for, never a cookie. */
export function createEndpoint(core: Core, keys: ApiKeys): WebSocketEndpoint {
  const { limits } = core
  const connections = new Set<Connection>()
  const clients = new KeyedCounter(limits.connectionsPerClient)
  const loads = new ClientLoads(limits)
  let isClosing = false
  let onEmpty: () => void = () => undefined
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
  })
  const heartbeat = setInterval(() => {
    for (const connection of connections) connection.checkAlive()
    loads.forget()
  }, limits.silenceMs).unref()

  return {
    upgrade(req, socket, head) {
      socket.on('error', () => undefined)
      const asked = readUpgrade(req, keys)
      if ('refusal' in asked) return refuse(socket, ...asked.refusal)
      if (isClosing)
        return refuse(socket, '503 Service Unavailable', 'Realtime is restarting, please standby')
      if (connections.size >= limits.connections)
        return refuse(socket, TOO_MANY, 'ConnectionRateLimitReached: Too many connected users')
      const network = networkOf(header(req, 'x-forwarded-for') ?? '')
      const leave = clients.enter(network)
      if (!leave) return refuse(socket, TOO_MANY, 'ConnectionRateLimitReached: Too many connections of yours')
      // Counted until its socket is closed, whether or not it becomes a WebSocket.
      socket.once('close', leave)
      server.handleUpgrade(req, socket, head, (ws) => {
        const connection = new Connection(core, ws, asked.version, asked.key, loads.of(network))
        socket.on('data', (chunk: Buffer) => connection.arrived(chunk.length))
        connections.add(connection)
        ws.once('close', () => {
          connections.delete(connection)
          if (connections.size === 0) onEmpty()
        })
      })
    },
    count: () => connections.size,
    async close() {
      isClosing = true
      clearInterval(heartbeat)
      if (connections.size === 0) return
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
      })
      for (const connection of connections) connection.close(1001, 'Realtime is restarting')
      const timer = setTimeout(() => {
        for (const connection of connections) connection.terminate()
      }, CLOSE_TIMEOUT_MS)
      await empty
      clearTimeout(timer)
    },
  }
}

const TOO_MANY = '429 Too Many Requests'

type Refusal = [status: string, message: string]

/** The version and key that an upgrade asks with, or why it is none of ours. */
function readUpgrade(
  req: IncomingMessage,
  keys: ApiKeys,
): { version: Version; key: string } | { refusal: Refusal } {
  const url = new URL(`http://realtime${req.url ?? '/'}`)
  const version = versionOf(url.searchParams.get('vsn'))
  const key = url.searchParams.get('apikey') ?? header(req, 'apikey') ?? header(req, 'x-api-key')
  if (!PATH.test(url.pathname)) return { refusal: ['404 Not Found', 'Not Found'] }
  if (key === undefined) return { refusal: ['401 Unauthorized', 'No API key found in request'] }
  if (!isApiKey(key, keys)) return { refusal: ['401 Unauthorized', 'Invalid API key'] }
  if (!version) return { refusal: ['400 Bad Request', 'Unsupported serializer version'] }
  return { version, key }
}

function versionOf(given: string | null): Version | undefined {
  if (given === null || given === '1.0.0') return '1.0.0'
  return given === '2.0.0' ? given : undefined
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function refuse(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ message })
  const again = /^(429|503)/.test(status) ? `retry-after: ${RETRY_AFTER}\r\n` : ''
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\n${again}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    // A client that keeps its side open would hold the socket.
    () => socket.destroy(),
  )
}
