// What the database broadcasts, in the order of the commits. A notification names a row of realtime.messages; the
// row is read here. While the connection is lost rows pile up in the table: the next connection reads on from there.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { DatabaseMessage } from './broadcast.ts'
import { Position } from './position.ts'

export interface Announced extends DatabaseMessage {
  private: boolean
}

export interface FeedOptions {
  /** Connects as supabase_admin. */
  adminUrl: string
  /** Longer payloads are left out. */
  maxPayloadBytes: number
  onMessage(message: Announced): void
  log: Log
}

interface Row extends Announced {
  xid: string
  oldest: string
}

const BATCH = 50
const FIRST_RETRY_MS = 100
// An attempt costs next to nothing, and whoever listens waits for the one that succeeds.
const LAST_RETRY_MS = 500
/** What held for so long was lost anew: it is tried again at once. */
const STEADY_MS = 5_000

const COLUMNS = `m.id, m.topic, m.event, m.payload::text as payload, m.binary_payload as binary, coalesce(m.private, false) as private,
  m.xmin::text as xid, pg_snapshot_xmin(pg_current_snapshot())::text as oldest`
const COMPLETE =
  'm.event is not null and coalesce(octet_length(m.binary_payload), octet_length(m.payload::text)) <= $2'
// A place is "id inserted_at".
const NAMED = `
  select ${COLUMNS}
    from unnest($1::text[]) with ordinality as named (place, position)
    join realtime.messages as m
      on m.id = left(named.place, 36)::uuid and m.inserted_at = substr(named.place, 38)::timestamp
   where ${COMPLETE}
   order by named.position`
// Transaction numbers are compared on their circle. Within a transaction rows lie in the order they were written.
const SINCE = `
  select ${COLUMNS}
    from realtime.messages as m
   where m.extension = 'broadcast' and not m.skip_broadcast and ${COMPLETE}
     and (m.xmin::text::bigint - $1::bigint % 4294967296 + 8589934592) % 4294967296 < 2147483648
   order by m.inserted_at, m.tableoid, m.ctid`
const NOW = 'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest'

/** Listens from `start` to `close`, over as many connections as it takes. */
export class Feed {
  /** Resolves when the first connection listens. */
  readonly listening: Promise<void>
  readonly #o: FeedOptions
  readonly #position = new Position()
  readonly #ending = new AbortController()
  readonly #running: Promise<void>
  #heard: () => void = () => undefined
  #client: pg.Client | undefined
  #hears = false

  constructor(o: FeedOptions) {
    this.#o = o
    this.listening = new Promise((resolve) => {
      this.#heard = resolve
    })
    this.#running = this.#run()
  }

  /** Whether the database is heard now. */
  get hears(): boolean {
    return this.#hears
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#client?.end().catch(() => undefined)
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending
    let retry = FIRST_RETRY_MS
    while (!signal.aborted) {
      const started = Date.now()
      const heard = await this.#listen().catch(() => false)
      if (signal.aborted) return
      if (Date.now() - started > STEADY_MS) retry = FIRST_RETRY_MS
      if (heard || retry === FIRST_RETRY_MS)
        this.#o.log('warn', { service: 'realtime', message: 'lost the database, connecting again' })
      // The end of the feed ends the pause.
      await delay(retry, undefined, { signal }).catch(() => undefined)
      retry = Math.min(retry * 2, LAST_RETRY_MS)
    }
  }

  /** One connection; resolves when it was lost, with whether anything was heard over it. */
  async #listen(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#o.adminUrl,
      application_name: 'waymark-realtime-feed',
      keepAlive: true,
    })
    this.#client = client
    const lost = new Promise<void>((resolve) => {
      client.once('error', resolve)
      client.once('end', resolve)
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const places = new Places((batch) => this.#read(client, batch))
      client.on('notification', ({ payload = '' }) => places.add(payload))
      await client.query('listen realtime_messages')
      await this.#catchUp(client)
      this.#heard()
      this.#hears = true
      places.open(() => void client.end().catch(() => undefined))
      await lost
      return true
    } finally {
      this.#hears = false
      await client.end().catch(() => undefined)
    }
  }

  async #catchUp(client: pg.Client): Promise<void> {
    if (this.#position.started) {
      const { rows } = await client.query<Row>(SINCE, [this.#position.from, this.#o.maxPayloadBytes])
      this.#deliver(rows)
      return
    }
    const { rows } = await client.query<{ oldest: string }>(NOW)
    this.#position.advance(rows[0]?.oldest)
  }

  async #read(client: pg.Client, places: string[]): Promise<void> {
    const values = [places, this.#o.maxPayloadBytes]
    const { rows } = await client.query<Row>({ name: 'named', text: NAMED, values })
    this.#deliver(rows)
  }

  #deliver(rows: Row[]): void {
    for (const row of rows) if (this.#position.isNew(row.id, row.xid)) this.#o.onMessage(row)
    this.#position.advance(rows.at(-1)?.oldest)
  }
}

/** Notified places, read in batches one after the other, from `open` on. */
class Places {
  readonly #read: (batch: string[]) => Promise<void>
  readonly #waiting: string[] = []
  #failed: (() => void) | undefined
  #busy = false

  constructor(read: (batch: string[]) => Promise<void>) {
    this.#read = read
  }

  add(place: string): void {
    this.#waiting.push(place)
    void this.#work()
  }

  open(failed: () => void): void {
    this.#failed = failed
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#busy || !this.#failed) return
    this.#busy = true
    try {
      while (this.#waiting.length > 0) await this.#read(this.#waiting.splice(0, BATCH))
      this.#busy = false
    } catch {
      this.#failed()
    }
  }
}
