// Asks the policies again while channels are open: a token may outlive what its holder may see. Upstream asks when
// the token changes; here also when the database says something, and every minute.
import type { Grants } from './grants.ts'
import type { Hub } from './hub.ts'
import { Bucket } from './limits.ts'
import { record } from './serializer.ts'
import type { Grant } from './types.ts'

/** The event of a private broadcast by which the database says that somebody's access changed. */
export const ACCESS_EVENT = 'access'

const CONCURRENT = 2
// Questions nobody waits for may cost this much, and none is asked more often than once a second.
const PATIENT = { burst: 100, perSecond: 100 }
const CALM_MS = 1_000
const TICK_MS = 250
const STALE_MS = 60_000
const SWEEP_MS = 15_000
const RETRY_MS = 5_000

export class Recheck {
  readonly #grants: Grants
  readonly #hub: Hub
  readonly #urgent = new Set<Grant>()
  readonly #patient = new Map<Grant, number>()
  readonly #budget = new Bucket(PATIENT)
  readonly #sweep: NodeJS.Timeout
  #tick: NodeJS.Timeout | undefined
  #running = 0

  constructor(grants: Grants, hub: Hub) {
    this.#grants = grants
    this.#hub = hub
    this.#sweep = setInterval(() => this.#findStale(), SWEEP_MS).unref()
  }

  /**
   * Asks at once: for the users in `sub` (one or a list) of the message, on all their topics, or, where it names
   * nobody, for everybody, those first who hear the topic. Whoever lost access need not listen to hear of it.
   */
  accessChanged(key: string, payload: string): void {
    this.#grants.distrust()
    const { sub } = record(JSON.parse(payload))
    const users = new Set(typeof sub === 'string' ? [sub] : Array.isArray(sub) ? sub : [])
    const affected = users.size > 0 ? [this.#ofUsers(users)] : [this.#ofListeners(key), this.#grants.all()]
    for (const grants of affected) for (const grant of grants) this.#urgent.add(grant)
    this.#work()
  }

  /** Asks soon for the connections that hear the topic. */
  touched(key: string): void {
    for (const grant of this.#ofListeners(key)) this.#enqueue(grant, grant.checkedAt + CALM_MS)
  }

  close(): void {
    clearInterval(this.#sweep)
    clearInterval(this.#tick)
    this.#urgent.clear()
    this.#patient.clear()
  }

  *#ofUsers(users: Set<unknown>): Iterable<Grant> {
    for (const grant of this.#grants.all()) if (users.has(grant.caller.sub)) yield grant
  }

  *#ofListeners(key: string): Iterable<Grant> {
    for (const { connection } of this.#hub.channels(key)) {
      for (const { grant } of connection.channels.values()) if (grant) yield grant
    }
  }

  #findStale(): void {
    const before = Date.now() - STALE_MS
    for (const grant of this.#grants.all()) if (grant.checkedAt < before) this.#enqueue(grant, 0)
  }

  #enqueue(grant: Grant, due: number): void {
    if (!this.#patient.has(grant)) this.#patient.set(grant, due)
    this.#tick ??= setInterval(() => this.#takeDue(), TICK_MS).unref()
  }

  #takeDue(): void {
    const now = Date.now()
    for (const [grant, due] of this.#patient) {
      if (due > now) continue
      if (!this.#budget.take()) break
      this.#patient.delete(grant)
      this.#urgent.add(grant)
    }
    if (this.#patient.size === 0) {
      clearInterval(this.#tick)
      this.#tick = undefined
    }
    this.#work()
  }

  #work(): void {
    for (const grant of this.#urgent) {
      if (this.#running >= CONCURRENT) return
      this.#urgent.delete(grant)
      this.#running++
      void this.#check(grant).finally(() => {
        this.#running--
        this.#work()
      })
    }
  }

  // A database that does not answer takes nothing from anybody: it sends nothing either.
  async #check(grant: Grant): Promise<void> {
    if (grant.channels.size === 0) return
    try {
      this.#grants.update(grant, await this.#grants.ask(grant.caller, grant.topic))
    } catch {
      this.#enqueue(grant, Date.now() + RETRY_MS)
    }
  }
}
