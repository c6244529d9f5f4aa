// What one client and all of them together may ask for. The numbers are those of a hosted project where it has
// such a limit (https://supabase.com/docs/guides/realtime/limits), per connection where a flood must stay its own.

export interface Rate {
  burst: number
  perSecond: number
}

export interface Limits {
  /** Of all, of one client's address (or network), and of one user. */
  connections: number
  connectionsPerClient: number
  connectionsPerUser: number
  channelsPerConnection: number
  /** Of all connections together, and of one: a client that comes back joins all its channels at once. */
  joins: Rate
  joinsPerConnection: Rate
  /** Of all connections of a client's address (or network). */
  joinsPerClient: Rate
  /** Broadcasts of clients, over both doors together. */
  broadcasts: Rate
  /** Frames of one connection, heartbeats included. */
  framesPerConnection: Rate
  /** Of all connections of a client's address (or network). */
  framesPerClient: Rate
  /** Bytes that arrive, before anything is read of them. */
  bytesPerConnection: Rate
  bytesPerClient: Rate
  /** Presence calls of one channel. */
  presenceCalls: Rate
  /** Bytes of a broadcast's payload, of a frame, of one client's presence. */
  payloadBytes: number
  frameBytes: number
  presenceBytes: number
  /** Bytes of a frame, and bytes that may wait for it, of a connection that has joined nothing. */
  strangerBytes: number
  /** Bytes that may wait for a slow reader before it is dropped. */
  waitingBytes: number
  /** A connection that sends nothing, not even Phoenix's heartbeat, for one to two of these is ended. */
  silenceMs: number
  /** A connection without channels for this long ends. */
  idleMs: number
}

export const LIMITS: Limits = {
  connections: 10_000,
  // A whole office behind one address; a person with that many tabs.
  connectionsPerClient: 1_000,
  connectionsPerUser: 100,
  channelsPerConnection: 100,
  joins: { burst: 5_000, perSecond: 2_500 },
  joinsPerConnection: { burst: 200, perSecond: 20 },
  joinsPerClient: { burst: 3_000, perSecond: 300 },
  broadcasts: { burst: 5_000, perSecond: 2_500 },
  framesPerConnection: { burst: 500, perSecond: 100 },
  framesPerClient: { burst: 20_000, perSecond: 4_000 },
  bytesPerConnection: { burst: 16 * 1024 * 1024, perSecond: 2 * 1024 * 1024 },
  bytesPerClient: { burst: 32 * 1024 * 1024, perSecond: 8 * 1024 * 1024 },
  presenceCalls: { burst: 5, perSecond: 5 / 30 },
  payloadBytes: 3_000 * 1024,
  frameBytes: 4_000 * 1024,
  presenceBytes: 16 * 1024,
  strangerBytes: 64 * 1024,
  waitingBytes: 4_000 * 1024,
  silenceMs: 35_000,
  idleMs: 600_000,
}

/** A token bucket: `take` says whether `count` more fit. */
export class Bucket {
  readonly #rate: Rate
  #left: number
  #at = Date.now()

  constructor(rate: Rate) {
    this.#rate = rate
    this.#left = rate.burst
  }

  take(count = 1): boolean {
    if (!this.has(count)) return false
    this.#left -= count
    return true
  }

  /** Whether `count` more would fit. */
  has(count: number): boolean {
    this.#refill()
    return this.#left >= count
  }

  /** Whether it is as a new one. */
  isFull(): boolean {
    this.#refill()
    return this.#left === this.#rate.burst
  }

  #refill(): void {
    const now = Date.now()
    const refilled = this.#left + ((now - this.#at) / 1000) * this.#rate.perSecond
    this.#left = Math.min(this.#rate.burst, refilled)
    this.#at = now
  }
}
