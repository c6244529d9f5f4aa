// What tokens may do with private topics, as the policies on realtime.messages say it. Channels of one token on one
// topic share a grant, so that a question is asked once for all of them.
import pg from 'pg'
import type { Caller } from './caller.ts'
import type { Channel } from './channel.ts'
import { databaseUnavailable, unreadable } from './errors.ts'

export interface Permissions {
  broadcast_read: boolean
  broadcast_write: boolean
  presence_read: boolean
  presence_write: boolean
}

export interface Grant {
  readonly caller: Caller
  readonly topic: string
  readonly channels: Set<Channel>
  permissions: Permissions
  /** When the policies were asked last. */
  checkedAt: number
}

const POOL_SIZE = 4
const WAIT_MS = 10_000
const PROBE = 'select * from realtime.probe_topic($1, $2, $3)'

export class Grants {
  readonly #pool: pg.Pool
  readonly #held = new Map<string, Grant>()
  readonly #asked = new Map<string, Promise<Permissions>>()
  #epoch = 0

  /** `dbUrl` connects as the authenticator; at rest no connection is open. */
  constructor(dbUrl: string) {
    this.#pool = new pg.Pool({
      connectionString: dbUrl,
      max: POOL_SIZE,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: 10_000,
      allowExitOnIdle: true,
      application_name: 'waymark-realtime',
    })
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Every grant some channel holds. */
  all(): Iterable<Grant> {
    return this.#held.values()
  }

  /** Asks the policies. Throws JoinError when the topic may not be read or the database does not answer. */
  async readable(caller: Caller, topic: string): Promise<Permissions> {
    const permissions = await this.shared(caller, topic).catch(() => {
      throw databaseUnavailable()
    })
    if (!permissions.broadcast_read) throw unreadable(topic)
    return permissions
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
  hold(channel: Channel, caller: Caller, permissions: Permissions): Grant {
    const topic = channel.subTopic
    const key = grantKey(caller, topic)
    const grant = this.#held.get(key) ?? { caller, topic, channels: new Set(), permissions, checkedAt: 0 }
    grant.permissions = permissions
    grant.checkedAt = Date.now()
    grant.channels.add(channel)
    this.#held.set(key, grant)
    return grant
  }

  /** The channel holds the grant no more. */
  release(grant: Grant, channel: Channel): void {
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
