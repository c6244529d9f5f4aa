// One origin for everything: hosts, routes, limits, headers, logs. The services behind it are in-process or
// loopback ports; none of them is reached without passing here.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createNetServer, type Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ApiKeys } from '../http/api-key.ts'
import { clientOf, writeClientHeaders } from '../http/client.ts'
import { KEPT_MS } from '../http/kept.ts'
import { sendNotFound, sendProblem } from '../http/problem.ts'
import { sendJson, sendText } from '../http/send.ts'
import type { Service } from '../http/service.ts'
import type { Log } from '../log.ts'
import type { RequestMetrics } from '../metrics/requests.ts'
import { takeApiKey } from './api-key.ts'
import { type App, type AppConfig, configScript, openToAnyPage } from './app.ts'
import { Bodies, type BodyLimits } from './bodies.ts'
import { answerCors } from './cors.ts'
import { limitBody } from './limits.ts'
import { traceRequest } from './request-log.ts'
import { findRoute, isForApps, type Route, type Target } from './routes.ts'

export interface Health {
  version: string
  status: 'ok' | 'starting' | 'degraded'
  services: Record<string, string>
  /** Since when the status is what it is. */
  since: string
  /** What does not hold, why, and since when. */
  problems?: { service: string; state: string; since: string; reason: string | undefined }[]
  /** What holds all the same, and an operator should look at. */
  notes?: { service: string; note: string }[]
}

export type Upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface GatewayOptions {
  config: AppConfig
  keys: ApiKeys
  /** Where pages on localhost and 127.0.0.1 are sent, e.g. http://waymark.localhost:3000 */
  baseUrl: string
  trustedHops: number
  services: Partial<Record<'rest' | 'graphql' | 'realtime' | 'auth' | 'storage' | 'functions', Service>>
  health(): Promise<Health>
  log: Log
  /** Counts what is answered. */
  metrics?: RequestMetrics | undefined
  /** Other limits than the usual ones, for tests. */
  bodies?: Partial<BodyLimits>
  /** After how many ms without a byte in either direction a connection ends; another than the usual one, for tests. */
  idleMs?: number
}

// Longer than any function may think about its answer; whoever reads none of it for so long gives up its memory.
const IDLE_MS = 180_000

export interface Gateway {
  server: Server
  /** Replaces what answers the pages (a finished build, or Vite in development). */
  setApp(app: App): void
  /** Hands WebSocket upgrades below a path prefix to a service. */
  onUpgrade(prefix: string, upgrade: Upgrade): void
  close(): Promise<void>
}

/** Listens on `address`:`port`; rejects with a sentence when the port is taken. */
export async function createGateway(o: GatewayOptions, port: number, address: string): Promise<Gateway> {
  let app: App = (_req, res) => sendProblem(res, 503, 'Starting', 'The app is being built.')
  const upgrades = new Map<string, Upgrade>()
  // Node's server counts upgraded sockets as open and has no way to end them: one would keep it from closing.
  const upgraded = new Set<Duplex>()
  const bodies = new Bodies(o.bodies)
  const server: Server = createServer(
    // Time for a slow upload of 50 MB; a slow header is an attack.
    {
      maxHeaderSize: 32 * 1024,
      headersTimeout: 15_000,
      requestTimeout: 600_000,
      keepAliveTimeout: KEPT_MS,
      // An offer that nobody takes up is ignored (RFC 9110, section 7.8): Java's client offers h2c with every request.
      shouldUpgradeCallback: (req) => upgradeOf(req) !== undefined || hasOtherUpgrades(),
    },
    (req, res) => {
      answer(req, res, o, app, bodies).catch((error: Error) => {
        o.log('error', { service: 'gateway', trace: req.headers['x-request-id'], message: error.message })
        sendProblem(res, 500, 'Internal server error', 'The request could not be answered.')
      })
    },
  )
  server.timeout = o.idleMs ?? IDLE_MS
  // In development Vite has a WebSocket of its own.
  const hasOtherUpgrades = () => server.listenerCount('upgrade') > 1
  const upgradeOf = (req: IncomingMessage) => {
    if (req.headers.upgrade?.toLowerCase() !== 'websocket') return undefined
    const prefix = [...upgrades.keys()].find((key) => req.url?.startsWith(key))
    return prefix === undefined ? undefined : upgrades.get(prefix)
  }
  server.on('upgrade', (req, socket, head) => {
    // Node has taken its own listener off: a client that is gone would end the whole process.
    socket.on('error', () => undefined)
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    const upgrade = upgradeOf(req)
    if (!upgrade) return
    writeClientHeaders(req, clientOf(req, o.trustedHops))
    upgrade(req, socket, head)
  })
  await listen(server, port, address)
  const inner = await listenInside(server)
  return {
    server,
    setApp: (next) => {
      app = next
    },
    onUpgrade: (prefix, upgrade) => upgrades.set(prefix, upgrade),
    close: () => {
      bodies.close()
      inner?.close()
      return close(server, upgraded)
    },
  }
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  o: GatewayOptions,
  app: App,
  bodies: Bodies,
): Promise<void> {
  const client = clientOf(req, o.trustedHops)
  writeClientHeaders(req, client)
  traceRequest(req, res, o.log)
  const route = findRoute(req.url ?? '/')
  o.metrics?.watch(res, route)
  if (!isHost(req, client.host))
    return sendProblem(res, 400, 'Bad request', 'The request needs one Host header that names a host.')
  if (!bodies.admit(req, res, client.address)) return
  if (!limitBody(req, res)) return
  if (route.supabase && answerCors(req, res)) return
  if (route.target === 'health') return sendHealth(res, await o.health())
  if (route.target === 'config') return sendConfig(res, o.config)
  if (route.target === 'nothing') return sendNotFound(req, res)
  if (!isForApps(route) && isAppHost(req, o.config.baseHost)) {
    return sendProblem(res, 404, 'Not found', 'This is not served where the app is.')
  }
  if (route.target !== 'app') return toService(req, res, route, route.target, o)
  if (isBareLocalhost(req)) return redirect(res, o.baseUrl, route.path)
  app(req, res)
}

const KEYED = new Set<Target>(['rest', 'graphql', 'realtime', 'auth'])

async function toService(
  req: IncomingMessage,
  res: ServerResponse,
  route: Route,
  target: 'rest' | 'graphql' | 'realtime' | 'auth' | 'storage' | 'functions',
  o: GatewayOptions,
): Promise<void> {
  const service = o.services[target]
  if (!service) return sendProblem(res, 503, 'Starting', `The service ${target} is not running yet.`)
  const keyed = KEYED.has(target)
  const path = keyed ? takeApiKey(req, res, target, route.path, o.keys) : route.path
  if (path !== undefined) await service.handle(req, res, path)
}

/** Whether a request names one host, and that is one (RFC 9112, section 3.2): functions make a URL of it. */
function isHost({ headersDistinct }: IncomingMessage, host: string): boolean {
  const isOne = (headersDistinct.host ?? []).length <= 1
  return isOne && (host === '' || (!/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`)))
}

// The session cookie belongs to the base host: a page opened on localhost could not sign in.
function isBareLocalhost({ method, headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const navigation = method === 'GET' && String(headers.accept ?? '').includes('text/html')
  return navigation && ['localhost', '127.0.0.1', '[::1]'].includes(host)
}

/** The base host and what is below it; and every other name with a dot, for it may be a workspace's own domain. */
function isAppHost({ headers }: IncomingMessage, baseHost: string): boolean {
  const nameOf = (host: string) => host.toLowerCase().replace(/\.?(:\d+)?$/, '')
  const [name, base] = [nameOf(headers.host ?? ''), nameOf(baseHost)]
  return name === base || name.endsWith(`.${base}`) || /\.[a-z][a-z0-9-]*$/.test(name)
}

function redirect(res: ServerResponse, base: string, path: string): void {
  // A path may name another host: by two slashes or backslashes, or as a whole address.
  const target = URL.canParse(path, base) ? new URL(path, base) : new URL(base)
  const location = target.origin === new URL(base).origin ? target.href : base
  res.writeHead(302, { location, 'cache-control': 'no-store' }).end()
}

function sendHealth(res: ServerResponse, health: Health): void {
  sendJson(res, health.status === 'degraded' ? 503 : 200, health)
}

function sendConfig(res: ServerResponse, config: AppConfig): void {
  res.setHeader('cache-control', 'no-cache')
  openToAnyPage(res)
  sendText(res, 200, 'text/javascript; charset=utf-8', configScript(config))
}

function listen(server: NetServer, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE'
      reject(busy ? new Error(`Port ${port} is in use: choose another with --port.`) : error)
    })
    server.listen(port, address, resolve)
  })
}

const REACHES_LOOPBACK = new Set(['127.0.0.1', '0.0.0.0', '::'])

/**
 * Listens on 127.0.0.1 as well when the gateway was given another address: functions and worker call it there, and only
 * a caller on this machine is believed about the client it calls for.
 */
async function listenInside(server: Server): Promise<NetServer | undefined> {
  const bound = server.address()
  if (bound === null || typeof bound === 'string' || REACHES_LOOPBACK.has(bound.address)) return undefined
  const inner = createNetServer((socket) => server.emit('connection', socket))
  try {
    await listen(inner, bound.port, '127.0.0.1')
  } catch (error) {
    server.close()
    throw error
  }
  return inner
}

// Running answers get a moment; what streams for ever is cut.
function close(server: Server, upgraded: Set<Duplex>): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections()
      for (const socket of upgraded) socket.destroy()
    }, 1_500)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
