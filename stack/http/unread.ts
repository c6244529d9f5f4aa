// Answers that their clients have not read yet. What waits for its reader lies in the memory of this process: it is
// counted by client, and whoever lets much of it lie gets no more before that is read, or its connection has ended.
import type { ServerResponse } from 'node:http'
import { networkOf } from './client.ts'

/** In bytes. */
export interface UnreadLimits {
  /** An answer up to here is never refused: how many there may be is bounded by the requests of a client. */
  small: number
  /** Of one client; alone, an answer may be larger. */
  ofClient: number
  /** Of all; beyond, the client that lets most lie loses what has waited longest. */
  ofAll: number
}

const MIB = 1024 * 1024
export const UNREAD_LIMITS: UnreadLimits = { small: 64 * 1024, ofClient: 64 * MIB, ofAll: 256 * MIB }

/** The client lets too much lie unread; once that is read, the same request succeeds. */
export class TooMuchUnread extends Error {
  override name = 'TooMuchUnread'
}

interface Held {
  client: string
  bytes: number
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

  /** Bytes that wait now, of all clients. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts what `res` is about to send until all of it is handed on. Returns false when the client may have no more. */
  hold(res: ServerResponse, bytes: number): boolean {
    this.#release(res)
    const client = networkOf(String(res.req.headers['x-forwarded-for'] ?? ''))
    if (bytes > this.#limits.small && !this.#makeRoom(client, bytes)) return false
    const held = { client, bytes: 0 }
    this.#held.set(res, held)
    this.#resize(held, bytes)
    // When all of it was handed on, or its connection has ended.
    res.once('close', () => this.#release(res))
    return true
  }

  /** What `res` sends has become smaller, by being encoded. */
  shrink(res: ServerResponse, bytes: number): void {
    const held = this.#held.get(res)
    if (held) this.#resize(held, bytes)
  }

  #release(res: ServerResponse): void {
    this.shrink(res, 0)
    this.#held.delete(res)
  }

  #resize(held: Held, bytes: number): void {
    const more = bytes - held.bytes
    held.bytes = bytes
    this.#bytes += more
    const left = (this.#bytesOf.get(held.client) ?? 0) + more
    if (left > 0) this.#bytesOf.set(held.client, left)
    else this.#bytesOf.delete(held.client)
  }

  #makeRoom(client: string, bytes: number): boolean {
    const own = this.#bytesOf.get(client) ?? 0
    if (own > 0 && own + bytes > this.#limits.ofClient) return false
    while (this.#bytes > 0 && this.#bytes + bytes > this.#limits.ofAll) {
      const largest = this.#largest()
      if (largest === client) return false
      this.#endOldest(largest)
    }
    return true
  }

  #largest(): string | undefined {
    const [first] = [...this.#bytesOf].toSorted(([, a], [, b]) => b - a)
    return first?.[0]
  }

  #endOldest(client: string | undefined): void {
    for (const [res, held] of this.#held) {
      if (held.client !== client) continue
      this.#release(res)
      res.destroy()
      return
    }
  }
}

/** Those of this process. */
export const unread = new UnreadAnswers()
