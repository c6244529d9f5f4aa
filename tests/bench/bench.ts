// What a bench module is: a file `*.bench.ts` in this folder whose default export measures and returns rows.
import type { RunningStack } from '../support/stack.ts'

export interface Row {
  name: string
  value: number
  unit: string
  /** What is asked for, as a person reads it: "≤ 30 s"; '' where nothing is. */
  bound: string
  ok: boolean
  /** How to measure this alone. */
  command: string
}

export interface BenchContext {
  /** One instance with the built app and without demo content, started when first asked for and shared. */
  stack(): Promise<RunningStack>
  /** Path of a real description: from ../shared/fixtures/openapi, else fetched from npm. */
  fixture(name: 'github-13mb.json'): Promise<string>
}

export type Bench = (context: BenchContext) => Promise<Row[]>

/** A row with an upper bound. */
export function atMost(
  name: string,
  value: number,
  unit: string,
  bound: number | undefined,
  command: string,
): Row {
  const ok = bound === undefined || value <= bound
  return { name, value, unit, bound: bound === undefined ? '' : `≤ ${bound} ${unit}`, ok, command }
}

/** A row with a lower bound. */
export function atLeast(
  name: string,
  value: number,
  unit: string,
  bound: number | undefined,
  command: string,
): Row {
  const ok = bound === undefined || value >= bound
  return { name, value, unit, bound: bound === undefined ? '' : `≥ ${bound} ${unit}`, ok, command }
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}
