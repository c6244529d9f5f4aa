// A streaming reverse proxy, both ways, with kept-alive connections.
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream/promises'
import { sendProblem } from './problem.ts'

export interface ForwardOptions {
  /** 127.0.0.1 unless told. */
  host?: string
  port: number
  path: string
  /** Time until the answer begins; a stream that has begun may take as long as it flows. */
  timeoutMs: number
  /** Called when the target failed, before the client hears of it and may try again. */
  onFailure?(): Promise<void>
}

const agent = new Agent({ keepAlive: true, maxSockets: 128, keepAliveMsecs: 10_000 })
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']

const TOO_LATE = [504, 'Gateway timeout', 'The service did not answer in time.', 'IDLE_TIMEOUT'] as const
const ENDED = [502, 'Bad gateway', 'The service ended before it answered.', 'EDGE_FUNCTION_ERROR'] as const

/** Sends the request on and the answer back; failures become 502 or 504. Resolves when the answer ended. */
export async function forward(req: IncomingMessage, res: ServerResponse, o: ForwardOptions): Promise<void> {
  const upstream = request({
    agent,
    host: o.host ?? '127.0.0.1',
    port: o.port,
    method: req.method,
    path: o.path,
    headers: endToEnd(req.headers),
  })
  const abort = () => upstream.destroy()
  res.once('close', abort)
  let late = false
  const timer = setTimeout(() => {
    late = true
    upstream.destroy()
  }, o.timeoutMs)
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.once('response', resolve)
      upstream.once('error', reject)
    })
    // The answer may come before the body was read (a refusal): then the rest of the body is dropped.
    pipeline(req, upstream).catch(() => undefined)
    const answer = await answered
    clearTimeout(timer)
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.headers))
    await pipeline(answer, res)
  } catch {
    if (res.destroyed) return
    await o.onFailure?.()
    const [status, title, message, code] = late ? TOO_LATE : ENDED
    sendProblem(res, status, title, message, { code, message })
  } finally {
    clearTimeout(timer)
    res.off('close', abort)
  }
}

/** Without what belongs to one connection only. */
export function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const listed = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const drop = new Set([...HOP_BY_HOP, ...listed])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !drop.has(name)))
}
