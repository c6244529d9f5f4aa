// Several prepared statements in one round trip: Parse/Bind/Execute for each, then one Sync. Postgres runs what
// comes before a Sync as one transaction, so local settings (role, claims) hold for exactly these statements.
import type { Connection, PoolClient } from 'pg'
import { serialize } from 'pg-protocol'
import type { Statement } from './compile/compile.ts'

// Each costs some 50 KB in Postgres, in every connection that prepared it.
const MAX_PREPARED = 100

type Row = (string | null)[]

/** The statements a connection has prepared, by text, least recently used first. */
class Prepared {
  readonly #names = new Map<string, string>()
  readonly #pending: { key: string; name: string }[] = []
  #count = 0

  constructor(wire: Connection) {
    wire.on('parseComplete', () => {
      const parsed = this.#pending.shift()
      if (parsed) this.#names.set(parsed.key, parsed.name)
    })
  }

  /** The name to bind; adds Parse to the messages when the connection does not know the statement yet. */
  nameFor(key: string, sql: string, messages: Buffer[]): string {
    const known = this.#names.get(key)
    if (known) {
      this.#names.delete(key)
      this.#names.set(key, known)
      return known
    }
    this.#evict(messages)
    const name = `w${this.#count++}`
    this.#pending.push({ key, name })
    messages.push(serialize.parse({ name, text: sql }))
    return name
  }

  /** After an error the statements behind it were never parsed. */
  forgetPending(): void {
    this.#pending.length = 0
  }

  /** Forgets all, as a statement's tables have changed under it; returns the messages that say so. */
  clear(): Buffer[] {
    const messages = [...this.#names.values()].map((name) => serialize.close({ type: 'S', name }))
    this.#names.clear()
    return messages
  }

  #evict(messages: Buffer[]): void {
    if (this.#names.size + this.#pending.length < MAX_PREPARED) return
    const [oldest] = this.#names
    if (!oldest) return
    this.#names.delete(oldest[0])
    messages.push(serialize.close({ type: 'S', name: oldest[1] }))
  }
}

const preparedOf = new WeakMap<Connection, Prepared>()

function prepared(wire: Connection): Prepared {
  const known = preparedOf.get(wire)
  if (known) return known
  const fresh = new Prepared(wire)
  preparedOf.set(wire, fresh)
  return fresh
}

/** One write for all: each would be a system call, or a piece of one, of its own. */
function send({ stream }: Connection, messages: Buffer[]): void {
  // As pg does: the end of a lost connection is told to the query in flight, not by a failed write.
  if (stream.writable) stream.write(Buffer.concat(messages))
}

/** A pg "submittable" that sends statements and collects the rows of each. */
class Batch {
  readonly #statements: Statement[]
  readonly #scope: string
  readonly #results: Row[][] = []
  #rows: Row[] = []
  #failed = false
  readonly #done: (error: Error | undefined, results: Row[][]) => void

  constructor(
    scope: string,
    statements: Statement[],
    done: (error: Error | undefined, results: Row[][]) => void,
  ) {
    this.#scope = scope
    this.#statements = statements
    this.#done = done
  }

  submit(wire: Connection): Error | null {
    const names = prepared(wire)
    const messages: Buffer[] = []
    for (const { sql, values } of this.#statements) {
      // Plans under row level security belong to a role: the same text is prepared once for each.
      const statement = names.nameFor(`${this.#scope}\0${sql}`, sql, messages)
      messages.push(serialize.bind({ statement, values }), serialize.execute())
    }
    messages.push(serialize.sync())
    send(wire, messages)
    return null
  }

  handleDataRow(message: { fields: Row }): void {
    this.#rows.push(message.fields)
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows)
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleRowDescription(): void {}

  handlePortalSuspended(): void {}

  /** pg hears no more of a failed query: the connection is free only when Postgres is ready again, or gone. */
  handleError(error: Error, wire: Connection): void {
    if (this.#failed) return
    this.#failed = true
    preparedOf.get(wire)?.forgetPending()
    if (!('severity' in error)) {
      this.#done(error, [])
      return
    }
    // What was answered before it tells which statement it was.
    const answered = this.#results
    const finish = () => {
      wire.off('readyForQuery', finish)
      wire.off('end', finish)
      this.#done(error, answered)
    }
    wire.once('readyForQuery', finish)
    wire.once('end', finish)
  }

  handleReadyForQuery(): void {
    if (!this.#failed) this.#done(undefined, this.#results)
  }
}

const failedAt = new WeakMap<Error, number>()

/** Which statement of its batch raised an error, from 0; undefined for an error of another kind. */
export function failedStatement(error: unknown): number | undefined {
  return error instanceof Error ? failedAt.get(error) : undefined
}

/** Runs statements in one transaction and one round trip; `scope` separates the plans of roles. */
export function runBatch(client: PoolClient, scope: string, statements: Statement[]): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    const batch = new Batch(scope, statements, (error, results) => {
      if (error) failedAt.set(error, results.length)
      return error ? reject(error) : resolve(results)
    })
    client.query(batch)
  })
}

/** Drops a connection's prepared statements, e.g. after "cached plan must not change result type". */
export function forgetPrepared({ connection }: PoolClient): void {
  send(connection, preparedOf.get(connection)?.clear() ?? [])
}
