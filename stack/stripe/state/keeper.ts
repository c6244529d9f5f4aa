// The state in a file, so that a restart or a kill loses nothing that was answered.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Delivery } from '../events/delivery.ts'
import type { IdempotencyKeys } from '../http/idempotency.ts'
import type { Account } from './account.ts'

interface File {
  ahead: number
  tables: Record<string, [string, unknown][]>
  keys: [string, unknown][]
  waiting: Delivery[]
}

// Stripe keeps events for 30 days, and so many are enough to look at.
const MOST_EVENTS = 1_000

export class Keeper {
  private readonly file: string
  private readonly account: Account
  private readonly keys: IdempotencyKeys
  private readonly waiting: Delivery[]
  private timer: NodeJS.Timeout | undefined
  private written = ''

  constructor(file: string, account: Account, keys: IdempotencyKeys, waiting: Delivery[]) {
    this.file = file
    this.account = account
    this.keys = keys
    this.waiting = waiting
  }

  /** Reads what is there; a file that cannot be read is an error, not an empty account. */
  load(): void {
    if (!existsSync(this.file)) return
    const file: File = JSON.parse(readFileSync(this.file, 'utf8'))
    this.account.ahead = file.ahead
    for (const [name, map] of tablesOf(this.account))
      for (const [id, value] of file.tables[name] ?? []) map.set(id, value)
    const kept: Map<string, unknown> = this.keys.kept
    for (const [key, value] of file.keys) kept.set(key, value)
    this.waiting.push(...file.waiting)
  }

  /** Writes at once, whole or not at all. */
  now(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const { events } = this.account.tables
    for (const id of events.keys()) {
      if (events.size <= MOST_EVENTS) break
      events.delete(id)
    }
    const file: File = {
      ahead: this.account.ahead,
      tables: Object.fromEntries(tablesOf(this.account).map(([name, map]) => [name, [...map]])),
      keys: [...this.keys.kept],
      waiting: this.waiting,
    }
    const text = JSON.stringify(file)
    if (text === this.written) return
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 })
    const next = `${this.file}.next`
    writeFileSync(next, text, { mode: 0o600 })
    renameSync(next, this.file)
    this.written = text
  }

  /** Writes soon: what changed can be found out again. */
  later(): void {
    this.timer ??= setTimeout(() => this.now(), 200).unref()
  }
}

function tablesOf(account: Account): [string, Map<string, unknown>][] {
  return Object.entries(account.tables)
}
