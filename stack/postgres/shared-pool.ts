// A pool of connections that callers share: what one of them asks for at once waits for itself, not in everybody's way.
import type pg from 'pg'
import { Turns } from '../turns.ts'
import { openPool } from './pool.ts'

const WAIT_MS = 10_000
// A caller who has so many in line is no person at a screen.
const MOST_WAITING = 1000

/** Where one caller's connections come from. */
export interface Connections {
  connect(): Promise<pg.PoolClient>
}

export class SharedPool {
  readonly pool: pg.Pool
  readonly #turns: Turns

  constructor(options: pg.PoolConfig & { max: number }) {
    this.pool = openPool(options)
    this.#turns = new Turns({ places: options.max, waiting: MOST_WAITING, waitMs: WAIT_MS })
  }

  /**
   * A connection, when it is the caller's turn; its `release` ends the turn. Undefined stands for many callers.
   * Throws NoTurn, or what the pool does.
   */
  async connect(caller: string | undefined): Promise<pg.PoolClient> {
    const done = await this.#turns.take(caller)
    try {
      const client = await this.pool.connect()
      // The pool gives each checkout a `release` of its own.
      const { release } = client
      client.release = (broken) => {
        release(broken)
        done()
      }
      return client
    } catch (error) {
      done()
      throw error
    }
  }

  /** The same for one caller. */
  of(caller: string | undefined): Connections {
    return { connect: () => this.connect(caller) }
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}
