// A reverse proxy with kept-alive connections: small bodies whole, everything else as a stream.
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { chooseEncoding, encoder } from './compress.ts'
import { sendProblem } from './problem.ts'
import type { ReadAhead } from './read-ahead.ts'

/** A server that is not ours. */
export interface RemoteServer {
  url: URL
  /** Headers that it needs, whatever the client sends; an `apikey` only where the client sends none. */
  headers: { apikey?: string; host?: string }
}

export interface ForwardOptions {
  /** A port of this machine, or a server elsewhere. */
  to: number | RemoteServer
  path: string
  /** What has been read of the body, if it has: then a connection is taken when there is something to send on it. */
  body?: ReadAhead
  /** Time until the answer begins; a stream that has begun may take as long as it flows. */
  timeoutMs: number
  /** Called when the target failed, before the client hears of it and may try again. */
  onFailure?(): Promise<void>
  /** Of what may be asked twice: where to, once the target ended before it answered. Only what has been read whole is. */
  again?: (() => Promise<number>) | undefined
}

/** Connections to one target. */
export const SOCKETS = 128
const KEPT = { keepAlive: true, maxSockets: SOCKETS, keepAliveMsecs: 10_000 }
const agent = new Agent(KEPT)
const secureAgent = new SecureAgent(KEPT)
// These alone, not what `Connection` names besides: a client could take away what the gateway wrote.
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'])

const TOO_LATE = [504, 'Gateway timeout', 'The service did not answer in time.', 'IDLE_TIMEOUT'] as const
const AWAY = [503, 'Not available', 'The server did not answer.', 'SERVICE_UNAVAILABLE'] as const
const ENDED = [502, 'Bad gateway', 'The service ended before it answered.', 'EDGE_FUNCTION_ERROR'] as const

/** Sends the request on and the answer back; failures become 502, 503 or 504. Resolves when the answer ended. */
export async function forward(req: IncomingMessage, res: ServerResponse, o: ForwardOptions): Promise<void> {
  let upstream = ask(req, o)
  const abort = () => upstream.destroy()
  res.once('close', abort)
  let late = false
  const timer = setTimeout(() => {
    late = true
    upstream.destroy()
  }, o.timeoutMs)
  try {
    const answered = answerTo(upstream).catch((error: Error) => {
      if (late || res.destroyed || !canBeAskedAgain(req, upstream)) throw error
      upstream = ask(req, o)
      upstream.end()
      return answerTo(upstream)
    })
    // The answer may come before the body was read (a refusal): then the rest of the body is dropped.
    const { chunks, whole } = o.body ?? { chunks: [], whole: false }
    const sent = pipeline(whole ? chunks : rest(chunks, req), upstream).catch(() => undefined)
    const answer = await answered
    clearTimeout(timer)
    await sendOn(answer, res, o.to)
    if (!req.complete) {
      upstream.destroy()
      // The connection is free for the client's next request when the rest of the body is through; nobody waits for that.
      void sent.then(() => req.resume())
    }
  } catch {
    if (res.destroyed || res.writableEnded) return
    await o.onFailure?.()
    if (o.again && !late && !res.headersSent && o.body?.whole) {
      const to = await o.again().catch(() => o.to)
      return forward(req, res, { ...o, to, again: undefined })
    }
    const [status, title, message, code] = late ? TOO_LATE : typeof o.to === 'number' ? ENDED : AWAY
    sendProblem(res, status, title, message, { code, message })
  } finally {
    clearTimeout(timer)
    res.off('close', abort)
  }
}

function answerTo(upstream: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    upstream.once('response', resolve)
    upstream.once('error', reject)
  })
}

// The target may close a kept connection just as a request is sent on it, and the request then never arrived
// (RFC 9112, section 9.3.1): what only reads and has no body is asked once more.
function canBeAskedAgain({ method, headers }: IncomingMessage, { reusedSocket }: ClientRequest): boolean {
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers
  return reusedSocket && !hasBody && (method === 'GET' || method === 'HEAD')
}

function ask(req: IncomingMessage, { to, path }: ForwardOptions) {
  const { method } = req
  const headers = endToEnd(req.headers)
  if (typeof to === 'number')
    return requestHttp({ agent, host: '127.0.0.1', port: to, method, path, headers })
  const { apikey, host } = to.headers
  const sent = { ...(apikey ? { apikey } : {}), ...headers, ...(host ? { host } : {}) }
  return to.url.protocol === 'https:'
    ? requestHttps(to.url, { agent: secureAgent, method, path, headers: sent })
    : requestHttp(to.url, { agent, method, path, headers: sent })
}

/** Without what belongs to one connection only. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
}

/** The answer as it comes; where its length is known, encoded as the client likes. */
async function sendOn(answer: IncomingMessage, res: ServerResponse, to: ForwardOptions['to']): Promise<void> {
  const { statusCode: status = 502, statusMessage } = answer
  const headers = endToEnd(answer.headers)
  // Who may call from where is said by our own gateway.
  if (typeof to !== 'number')
    for (const name of Object.keys(headers)) if (name.startsWith('access-control-')) delete headers[name]
  const length = Number(headers['content-length'] ?? 0)
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) res.setHeader(name, value)
  }
  const encoding = chooseEncoding(res, { status, headers, length })
  if (encoding) res.removeHeader('content-length')
  res.writeHead(status, statusMessage)
  await (encoding ? pipeline(answer, encoder(encoding), res) : pipeline(answer, res))
}

async function* rest(chunks: Buffer[], req: IncomingMessage): AsyncGenerator<Buffer> {
  yield* chunks
  // Where the target ends it the client still gets its answer.
  yield* req.iterator({ destroyOnReturn: false })
}
