// Who has ended a worker of the engine, and is refused for a while.

import type { Asker } from '../../_shared/lanes/line.ts'
import { Kept } from '../model/kept.ts'
import type { Job } from './types.ts'

const most = 3
/** Of texts this long no pattern that may run takes long; browsers name themselves in less. */
const mostBare = 200
const lastsMs = 10 * 60_000

type Struck = Asker & { job: Job }

/**
 * An end counts against the client, whose texts may be what took so long: a stranger must not get a workspace's mocks
 * refused. Against operation and workspace it counts where the request had no body, no query and nothing long: then it
 * was the description.
 */
export class Strikes {
  readonly #times = new Kept<number[]>(3_000)
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  add({ owner, client, job }: Struck): void {
    const keys = [`client ${client}`, `asks ${client} ${job.digest}`]
    if (isBare(job)) keys.push(`owner ${owner}`, `operation ${job.digest}`)
    for (const key of keys) this.#times.set(key, [...this.#recent(key), this.#now()].slice(-most))
  }

  /** Until when such a request is refused, in milliseconds since 1970; 0 where it is not. */
  refusedUntil({ owner, client, job }: Struck): number {
    return Math.max(
      this.#until(`asks ${client} ${job.digest}`, 1),
      this.#until(`operation ${job.digest}`, 1),
      this.#until(`client ${client}`, most),
      this.#until(`owner ${owner}`, most),
    )
  }

  #until(key: string, allowed: number): number {
    const recent = this.#recent(key)
    const counted = recent.at(-allowed)
    return counted === undefined ? 0 : counted + lastsMs
  }

  #recent(key: string): number[] {
    return (this.#times.get(key) ?? []).filter((at) => at > this.#now() - lastsMs)
  }
}

function isBare({ request: { body, query, headers, path } }: Job): boolean {
  const texts = [...path.split('/'), ...Object.values(headers)]
  return body === '' && Object.keys(query).length === 0 && texts.every(({ length }) => length <= mostBare)
}
