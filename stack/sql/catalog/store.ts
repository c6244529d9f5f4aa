import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../../log.ts'
import type { Catalog } from './catalog.ts'
import { readCatalog } from './catalog.ts'

const FALLBACK_PAUSE_MS = 500
const RECONNECT_MS = 500

/**
 * Holds the current catalog. It is read again on `NOTIFY pgrst`, which a Supabase database sends on every DDL, and
 * after the listening connection was lost. In a database that does not announce its DDL, a request that names
 * something unknown has it read again, at most twice a second: guessing names must cost the database nothing.
 */
export class CatalogStore {
  readonly #url: string
  readonly #schemas: string[]
  readonly #log: Log
  #client: Client | undefined
  #current: Catalog | undefined
  #reading: Promise<void> | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #fallback: Promise<void> | undefined
  #again = false
  #lastRead = 0
  #closed = false
  #reconnect: NodeJS.Timeout | undefined

  constructor(url: string, schemas: string[], log: Log = () => undefined) {
    this.#url = url
    this.#log = log
    this.#schemas = schemas
  }

  /** Connects, listens and reads for the first time; throws when the database does not answer. */
  async start(): Promise<void> {
    await this.#connect()
    await this.reload()
  }

  get current(): Catalog {
    if (!this.#current) throw new Error('the catalog has not been read yet')
    return this.#current
  }

  /** Reads the catalog anew; calls during a reading share the one that follows it. */
  reload(): Promise<void> {
    if (this.#reading) {
      this.#again = true
      return this.#reading
    }
    this.#reading = this.#readUntilCurrent().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** For a request that met a name unknown to `seen`: resolves to true when there is a newer catalog to try. */
  async refreshAfter(seen: Catalog): Promise<boolean> {
    // Postgres delivers pending notifications before it answers.
    await this.#alone((client) => client.query('select')).catch(() => undefined)
    await this.#reading?.catch(() => undefined)
    if (this.#current === seen && !seen.announcesChanges) {
      this.#fallback ??= this.#reloadSoon().finally(() => {
        this.#fallback = undefined
      })
      await this.#fallback.catch(() => undefined)
    }
    return this.#current !== seen
  }

  async #reloadSoon(): Promise<void> {
    const pause = this.#lastRead + FALLBACK_PAUSE_MS - Date.now()
    if (pause > 0) await sleep(pause, undefined, { ref: false })
    if (!this.#closed) await this.reload()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#reconnect)
    await this.#reading?.catch(() => undefined)
    await this.#client?.end().catch(() => undefined)
  }

  async #readUntilCurrent(): Promise<void> {
    do {
      this.#again = false
      this.#current = await this.#alone((client) => readCatalog(client, this.#schemas))
      this.#lastRead = Date.now()
    } while (this.#again && !this.#closed)
  }

  /** One user of the connection at a time. */
  #alone<Result>(use: (client: Client) => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(() => {
      if (!this.#client) throw new Error('the catalog connection is down')
      return use(this.#client)
    })
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  async #connect(): Promise<void> {
    const client = new Client({ connectionString: this.#url, application_name: 'waymark-catalog' })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', () => void this.reload().catch((error: Error) => this.#tell(error)))
    await client.connect()
    await client.query('listen pgrst')
    this.#client = client
  }

  // What was read before goes on serving; without a word nobody would know why a new table is not there.
  #tell(error: Error): void {
    if (this.#closed) return
    this.#log('error', { service: 'rest', message: `The catalog could not be read: ${error.message}` })
  }

  #lost(client: Client): void {
    if (this.#closed || this.#client !== client) return
    this.#client = undefined
    this.#reconnectSoon()
  }

  #reconnectSoon(): void {
    this.#reconnect = setTimeout(() => {
      this.#connect()
        .then(() => this.reload())
        .catch((error: Error) => {
          if (this.#closed) return
          if (this.#client) this.#tell(error)
          else this.#reconnectSoon()
        })
    }, RECONNECT_MS)
    this.#reconnect.unref()
  }
}
