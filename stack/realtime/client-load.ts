import { Bucket, type Limits } from './limits.ts'

const FORGET_MS = 60_000

/** What the connections of one client send, all of them together. */
export interface ClientLoad {
  frames: Bucket
  bytes: Bucket
  joins: Bucket
}

/** The loads of all clients by their network. One that comes back at once does not begin anew. */
export class ClientLoads {
  readonly #limits: Limits
  readonly #loads = new Map<string, ClientLoad & { heardAt: number }>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  of(network: string): ClientLoad {
    const { framesPerClient, bytesPerClient, joinsPerClient } = this.#limits
    const load = this.#loads.get(network) ?? {
      frames: new Bucket(framesPerClient),
      bytes: new Bucket(bytesPerClient),
      joins: new Bucket(joinsPerClient),
      heardAt: 0,
    }
    load.heardAt = Date.now()
    this.#loads.set(network, load)
    return load
  }

  /** Forgets clients whose last connection began long enough ago for their buckets to be full again. */
  forget(): void {
    for (const [network, { heardAt, ...buckets }] of this.#loads) {
      const isFull = Object.values(buckets).every((bucket) => bucket.isFull())
      if (isFull && Date.now() - heardAt > FORGET_MS) this.#loads.delete(network)
    }
  }
}
