// One door, tried by everybody at everything: a test for each thing, with all that differs from the matrix as its message.
import { appendFileSync } from 'node:fs'
import { afterAll, expect, inject } from 'vitest'
import { type Caller, callers, type Place } from './callers.ts'
import type { Met, Outcome } from './outcome.ts'
import type { World } from './world.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    doorsWorld: World
  }
}

export interface Cell {
  who: Caller
  at: Place
  name: string
  expected: Outcome
  met(): Promise<Met>
}

/** What a run counted: `<door> <kind>`, and how each cell ended. */
export type Counts = Record<string, Record<Outcome, number>>

const atOnce = 4

/** A deadlock as SQL, GraphQL and the facade tell it. */
const lostToAnother = /40P01|deadlock detected|same moment/

/** The world of the run. */
export function sharedWorld(): World {
  return inject('doorsWorld')
}

/** A door whose cells are counted; the counts are printed when the run ends (doors.setup.ts). */
export function aDoor(name: string) {
  const counts: Counts = {}
  afterAll(() => {
    const total = Object.values(counts).flatMap((count) => Object.values(count))
    console.info(`${name}: ${total.reduce((sum, each) => sum + each, 0)} cells agree`)
    appendFileSync(sharedWorld().countsFile, `${JSON.stringify(counts)}\n`)
    for (const count of Object.values(counts)) expect(count.yes + count.no + count.unseen).toBeGreaterThan(0)
  })
  return {
    /** Tries all cells of one thing; fails with those that differ. */
    async agrees(kind: string, cells: Cell[]): Promise<void> {
      counts[`${name}\t${kind}`] ??= { yes: 0, no: 0, unseen: 0 }
      const count = counts[`${name}\t${kind}`] as Record<Outcome, number>
      const different: string[] = []
      await inTurns(cells, async ({ who, at, name: what, expected, met }) => {
        let outcome = await met()
        // Doors are tried side by side; who lost to another tries again, as anybody would.
        for (let again = 0; again < 2 && lostToAnother.test(outcome); again++) outcome = await met()
        if (outcome === expected) count[expected]++
        else different.push(`${who} at ${at} ${what}: ${outcome}, by the matrix ${expected}`)
      })
      expect(different.sort()).toEqual([])
    },
  }
}

/** Everybody at places. */
export function everybody<T>(at: readonly Place[], make: (who: Caller, at: Place) => T): T[] {
  return callers.flatMap((who) => at.map((place) => make(who, place)))
}

async function inTurns(cells: Cell[], work: (cell: Cell) => Promise<void>): Promise<void> {
  const left = [...cells]
  const one = async () => {
    for (let cell = left.shift(); cell; cell = left.shift()) await work(cell)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}
