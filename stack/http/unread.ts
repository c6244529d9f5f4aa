// Answers that their clients have not read yet. What waits for its reader lies in the memory of this process: it is
// counted by site, and whoever lets much of it lie gets no more before that is read, or its connection has ended.
import type { ServerResponse } from 'node:http'
import { siteOf } from './client.ts'

/** In bytes. */
export interface UnreadLimits {
  /** An answer up to here is never refused: how many there may be is bounded by the requests of a client. */
  small: number
  /** Of one site; alone, an answer may be larger. */
  ofSite: number
  /** Of all; beyond, of the sites that read nothing the one that lets most lie loses what has waited longest. */
  ofAll: number
  /** In milliseconds: an answer of which nothing went for so long is not being read. */
  still: number
}

const MIB = 1024 * 1024
export const UNREAD_LIMITS: UnreadLimits = {
  small: 64 * 1024,
  ofSite: 64 * MIB,
  ofAll: 256 * MIB,
  still: 5_000,
}

/** The client lets too much lie unread; once that is read, the same request succeeds. */
export class TooMuchUnread extends Error {
  override name = 'TooMuchUnread'
}

interface Held {
  site: string
  bytes: number
  /** When something of it last went, by the clock that only moves forward. */
  movedAt: number
}

export class UnreadAnswers {
  readonly #limits: UnreadLimits
  /** The oldest first. */
  readonly #held = new Map<ServerResponse, Held>()
  readonly #bytesOf = new Map<string, number>()
  #bytes = 0

  constructor(limits: Partial<UnreadLimits> = {}) {
    this.#limits = { ...UNREAD_LIMITS, ...limits }
  }

  /** Bytes that wait now, of all sites. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts what `res` is about to send until all of it is handed on. Returns false when the site may have no more. */
  hold(res: ServerResponse, bytes: number): boolean {
    this.#release(res)
    // The client has left already: nothing will lie there, and nothing would ever end the counting.
    if (res.closed || res.destroyed) return true
    const site = siteOf(String(res.req.headers['x-forwarded-for'] ?? ''))
    if (bytes > this.#limits.small && !this.#makeRoom(site, bytes)) return false
    const held = { site, bytes: 0, movedAt: performance.now() }
    this.#held.set(res, held)
    this.#resize(held, bytes)
    // When all of it was handed on, or its connection has ended.
    res.once('close', () => this.#release(res))
    return true
  }

  /** What `res` has left to send has become less: by being encoded, or because its client reads. */
  shrink(res: ServerResponse, bytes: number): void {
    const held = this.#held.get(res)
    if (!held) return
    held.movedAt = performance.now()
    this.#resize(held, bytes)
  }

  #release(res: ServerResponse): void {
    this.shrink(res, 0)
    this.#held.delete(res)
  }

  #resize(held: Held, bytes: number): void {
    const more = bytes - held.bytes
    held.bytes = bytes
    this.#bytes += more
    const left = (this.#bytesOf.get(held.site) ?? 0) + more
    if (left > 0) this.#bytesOf.set(held.site, left)
    else this.#bytesOf.delete(held.site)
  }

  #makeRoom(site: string, bytes: number): boolean {
    const own = this.#bytesOf.get(site) ?? 0
    if (own > 0 && own + bytes > this.#limits.ofSite) return false
    while (this.#bytes > 0 && this.#bytes + bytes > this.#limits.ofAll) {
      const since = performance.now() - this.#limits.still
      const lying = [...this.#held].filter(([, held]) => held.movedAt <= since && held.bytes > 0)
      // Whoever reads is not ended for the sake of whoever does not; only where all of them read, the largest is.
      const waiting = lying.length > 0 ? lying : [...this.#held]
      const largest = largestOf(waiting.map(([, held]) => held))
      if (largest === site) return false
      const [oldest] = waiting.find(([, held]) => held.site === largest) ?? []
      // Without one nothing would become less.
      if (!oldest) return true
      this.#release(oldest)
      oldest.destroy()
    }
    return true
  }
}

/** The site of which most lies there. */
function largestOf(waiting: Held[]): string | undefined {
  const sums = new Map<string, number>()
  for (const { site, bytes } of waiting) sums.set(site, (sums.get(site) ?? 0) + bytes)
  const [first] = [...sums].toSorted(([, a], [, b]) => b - a)
  return first?.[0]
}

/** Those of this process. */
export const unread = new UnreadAnswers()
