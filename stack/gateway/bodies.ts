// Requests on their way in: how many a client may have open, and how slowly their bodies may come. What dribbles holds
// memory, sockets and places of others; whoever sends at once is never refused for the sake of whoever dribbles.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { networkOf, siteOf } from '../http/client.ts'
import { sendProblem } from '../http/problem.ts'
import { hasBody, isStream, SMALL_BODY } from '../http/read-ahead.ts'

export interface BodyLimits {
  /** Requests of one client that are answered at the same time. */
  open: number
  /** Bodies of one client that are not here yet; beyond, the oldest gives way. */
  incoming: number
  /** Of these, streams and what is more than small: of one site, and of all. */
  large: number
  largeOfAll: number
  /** The lowest rate, and how long a body may wait beyond it. */
  bytesPerSecond: number
  graceMs: number
  /** How long nothing of it may come at all, however much came before. */
  stillMs: number
}

export const BODY_LIMITS: BodyLimits = {
  open: 400,
  incoming: 100,
  large: 24,
  largeOfAll: 96,
  bytesPerSecond: 4 * 1024,
  graceMs: 10_000,
  stillMs: 60_000,
}

interface Body {
  req: IncomingMessage
  res: ServerResponse
  client: string
  /** The client's site: places for large bodies are few, and all share them. */
  site: string
  bytes: number
  isLarge: boolean
  /** How long its reader has waited for more: in all, and since something came. */
  waitedMs: number
  stillMs: number
}

/** Watches every request of a gateway. */
export class Bodies {
  readonly #limits: BodyLimits
  readonly #open = new Map<string, number>()
  readonly #incoming = new Set<Body>()
  readonly #timer: NodeJS.Timeout
  readonly #sweepMs: number

  constructor(limits: Partial<BodyLimits> = {}) {
    this.#limits = { ...BODY_LIMITS, ...limits }
    this.#sweepMs = Math.min(1_000, this.#limits.graceMs / 2)
    this.#timer = setInterval(() => this.#sweep(), this.#sweepMs).unref()
  }

  /** Counts a request from `address` and watches its body; returns false when the request has been answered. */
  admit(req: IncomingMessage, res: ServerResponse, address: string): boolean {
    const client = networkOf(address)
    const open = this.#open.get(client) ?? 0
    if (open >= this.#limits.open) {
      refuse(res, 429, 'Too many requests', 'Too many requests of yours are open. Try again in a moment.')
      return false
    }
    this.#open.set(client, open + 1)
    const body = hasBody(req)
      ? { req, res, client, site: siteOf(address), bytes: 0, isLarge: false, waitedMs: 0, stillMs: 0 }
      : undefined
    res.once('close', () => {
      if (body) this.#incoming.delete(body)
      const left = (this.#open.get(client) ?? 1) - 1
      if (left > 0) this.#open.set(client, left)
      else this.#open.delete(client)
    })
    if (body) this.#watch(body)
    return !res.writableEnded
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #watch(body: Body): void {
    const { req, client } = body
    this.#incoming.add(body)
    // Every reader of the body, whichever way it reads, gets its chunks through `push`.
    const push = req.push.bind(req)
    req.push = (chunk, encoding) => {
      if (chunk === null) this.#incoming.delete(body)
      else this.#grow(body, chunk.length)
      return push(chunk, encoding)
    }
    const own = this.#of(client)
    if (own.length > this.#limits.incoming && own[0]) {
      this.#end(
        own[0],
        429,
        'Too many requests',
        'Too many requests of yours wait for the rest of their body.',
      )
    }
    // It takes a connection of its function before its first byte has come.
    if (isStream(req)) this.#grow(body, 0)
  }

  #grow(body: Body, bytes: number): void {
    body.bytes += bytes
    if (bytes > 0) body.stillMs = 0
    if (body.isLarge || (body.bytes <= SMALL_BODY && !isStream(body.req))) return
    body.isLarge = true
    const large = [...this.#incoming].filter(({ isLarge }) => isLarge)
    if (large.filter(({ site }) => site === body.site).length > this.#limits.large) {
      this.#end(
        body,
        429,
        'Too many requests',
        'Too many uploads of yours are under way. Try again in a moment.',
      )
    } else if (large.length > this.#limits.largeOfAll) {
      this.#end(body, 503, 'Busy', 'Too many uploads are under way. Try again in a moment.')
    }
  }

  #of(client: string): Body[] {
    return [...this.#incoming].filter((body) => body.client === client)
  }

  #sweep(): void {
    const { bytesPerSecond, graceMs, stillMs } = this.#limits
    for (const body of this.#incoming) {
      // Bytes that nobody has taken yet are not the client's delay.
      if (body.req.readableLength > 0 || body.req.complete) continue
      body.waitedMs += this.#sweepMs
      body.stillMs += this.#sweepMs
      const isSlow = body.waitedMs > graceMs + (body.bytes / bytesPerSecond) * 1000
      if (!isSlow && body.stillMs <= stillMs) continue
      this.#end(body, 408, 'Request timeout', 'The body of the request came too slowly.')
    }
  }

  #end(body: Body, status: number, title: string, detail: string): void {
    this.#incoming.delete(body)
    const { req, res } = body
    res.once('finish', () => req.destroy())
    refuse(res, status, title, detail)
  }
}

function refuse(res: ServerResponse, status: number, title: string, detail: string): void {
  if (!res.headersSent && status !== 408) res.setHeader('retry-after', '5')
  sendProblem(res, status, title, detail)
}
