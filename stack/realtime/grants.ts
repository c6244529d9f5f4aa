// What tokens may do with private topics, as the policies on realtime.messages say it. Channels of one token on one
// topic share a grant, so that a question is asked once for all of them.
import type pg from 'pg'
import { openPool } from '../postgres/pool.ts'
import type { DatabaseMessage } from './broadcast.ts'
import type { Caller } from './caller.ts'
import { databaseUnavailable, JoinError } from './errors.ts'
import type { Grant, Permissions, Subscriber } from './types.ts'

/** What is heard again: since when (ms since 1970), how many and how much at most. */
export interface Replay {
  since: number
  limit: number
  bytes: number
}

const POOL_SIZE = 4
const PROBE = 'select * from realtime.probe_topic($1, $2, $3)'
// Whether the role could write to any topic at all: no policy holds it, or one for inserting is granted to it. Only then
// is each topic asked for.
const MAY_WRITE = `select r.rolsuper or r.rolbypassrls or not t.relrowsecurity or exists (
    select from pg_policy p, unnest(p.polroles) as granted
    where p.polrelid = t.oid and p.polcmd in ('a', '*')
      and case granted when 0 then true else pg_has_role(r.oid, granted, 'usage') end) as may
  from pg_roles r, pg_class t join pg_namespace n on n.oid = t.relnamespace
  where r.rolname = $1 and n.nspname = 'realtime' and t.relname = 'messages'`
const REPLAY = `select id, $1 as topic, event, payload, binary_payload as binary
  from realtime.replay($1, $2, $3, timezone('utc', to_timestamp($4::double precision / 1000)), $5, $6)`

export class Grants {
  readonly #pool: pg.Pool
  readonly #held = new Map<string, Grant>()
  readonly #asked = new Map<string, Promise<Permissions>>()
  #epoch = 0

  /** `dbUrl` connects as the authenticator; at rest no connection is open. */
  constructor(dbUrl: string) {
    this.#pool = openPool({
      connectionString: dbUrl,
      max: POOL_SIZE,
      allowExitOnIdle: true,
      application_name: 'waymark-realtime',
    })
  }

  /** Whether the policies can be asked. */
  check(): Promise<unknown> {
    return this.#pool.query('select 1')
  }

  /** Every grant some channel holds. */
  all(): Iterable<Grant> {
    return this.#held.values()
  }

  /** Asks the policies. Throws JoinError when the database does not answer. */
  async permissions(caller: Caller, topic: string): Promise<Permissions> {
    return this.shared(caller, topic).catch(() => {
      throw databaseUnavailable()
    })
  }

  /**
   * The newest messages the database sent to a private topic, oldest first, as far as the caller may see them.
   * Throws JoinError when they cannot be read.
   */
  async replay(
    { role, claims }: Caller,
    topic: string,
    { since, limit, bytes }: Replay,
  ): Promise<DatabaseMessage[]> {
    const values = [topic, role, claims, since, limit, bytes]
    const { rows } = await this.#pool
      .query<DatabaseMessage>({ name: 'replay', text: REPLAY, values })
      .catch(() => {
        throw new JoinError('UnableToReplayMessages', 'Realtime was unable to replay messages')
      })
    return rows.reverse()
  }

  /**
   * What the caller may do with a topic. The same question asked meanwhile shares the answer, unless access
   * changed since: an answer must not be older than the change.
   */
  async shared(caller: Caller, topic: string): Promise<Permissions> {
    const key = grantKey(caller, topic)
    const epoch = this.#epoch
    let asked = this.#asked.get(key)
    if (!asked) {
      const probe = this.ask(caller, topic).finally(() => {
        if (this.#asked.get(key) === probe) this.#asked.delete(key)
      })
      this.#asked.set(key, probe)
      asked = probe
    }
    const permissions = await asked
    return epoch === this.#epoch ? permissions : this.shared(caller, topic)
  }

  /** Whether the caller's role may write to any private topic; one question, where a batch has thousands of topics. */
  async mayWrite({ role }: Caller): Promise<boolean> {
    const { rows } = await this.#pool.query<{ may: boolean }>({
      name: 'may-write',
      text: MAY_WRITE,
      values: [role],
    })
    return rows[0]?.may === true
  }

  /** Answers on their way are no longer believed. */
  distrust(): void {
    this.#epoch++
    this.#asked.clear()
  }

  /** Asks the policies now. */
  async ask({ role, claims }: Caller, topic: string): Promise<Permissions> {
    const values = [topic, role, claims]
    const { rows } = await this.#pool.query<Permissions>({ name: 'probe', text: PROBE, values })
    const [permissions] = rows
    if (!permissions) throw new Error('The policies gave no answer.')
    return permissions
  }

  /** The channel may do what `permissions` say from now on. */
  hold(channel: Subscriber, caller: Caller, permissions: Permissions): Grant {
    const topic = channel.subTopic
    const key = grantKey(caller, topic)
    const grant = this.#held.get(key) ?? { caller, topic, channels: new Set(), permissions, checkedAt: 0 }
    grant.channels.add(channel)
    this.#held.set(key, grant)
    this.update(grant, permissions)
    return grant
  }

  /** The policies said this now; channels that may hear less than before end. */
  update(grant: Grant, permissions: Permissions): void {
    const before = grant.permissions
    grant.permissions = permissions
    grant.checkedAt = Date.now()
    const lost =
      (before.broadcast_read && !permissions.broadcast_read) ||
      (before.presence_read && !permissions.presence_read)
    if (!lost) return
    for (const channel of [...grant.channels]) channel.permissionsChanged(before, permissions)
  }

  /** The channel holds the grant no more. */
  release(grant: Grant, channel: Subscriber): void {
    grant.channels.delete(channel)
    if (grant.channels.size === 0) this.#held.delete(grantKey(grant.caller, grant.topic))
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

function grantKey({ token }: Caller, topic: string): string {
  return `${token} ${topic}`
}
