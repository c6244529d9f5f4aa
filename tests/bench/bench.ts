// What a bench module is: a file `*.bench.ts` in this folder whose default export measures and returns rows.
import type { Program } from '../programs.mjs'
import type { RunningStack, StartOptions } from '../support/stack.ts'

export interface Row {
  name: string
  value: number
  unit: string
  /** Which way is better: what `compare` calls slower. */
  better: 'lower' | 'higher'
  /** What is asked for, as a person reads it: "≤ 3 ×"; '' where nothing is. */
  bound: string
  ok: boolean
  /** How to measure this alone. */
  command: string
}

export interface BenchContext {
  /** One instance with the built app and without demo content, started when first asked for and shared. */
  stack(): Promise<RunningStack>
  /** An instance of the same code for the caller alone, who stops it. */
  start(options: StartOptions): Promise<RunningStack>
  /** Folder of the clone that is measured. */
  root: string
  /** Path of a real description: from ../shared/fixtures/openapi, else fetched from npm. */
  fixture(name: 'github-13mb.json'): Promise<string>
  /** Takes one sample. Where two checkouts are compared they take their samples by turns, so keep each short. */
  sample<T>(work: () => Promise<T>): Promise<T>
  /** Says that something is not measured, and why. */
  skip(what: string, why: string): void
  /** Whether two checkouts are compared: what takes minutes is left out. */
  comparing: boolean
}

export type Measure = (context: BenchContext) => Promise<Row[]>

export interface BenchModule {
  default: Measure
  /** Without these programs nothing of it can be measured. */
  needs?: Program[]
}

/** Thrown where something outside the product is missing: the bench is skipped, not failed. */
export class Unavailable extends Error {}

/** A row with an upper bound. A bound is a ratio of the same run or a size: a slow machine must not fail it. */
export function atMost(
  name: string,
  value: number,
  unit: string,
  bound: number | undefined,
  command: string,
): Row {
  const ok = bound === undefined || value <= bound
  const text = bound === undefined ? '' : `≤ ${bound} ${unit}`
  return { name, value, unit, better: 'lower', bound: text, ok, command }
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
  const text = bound === undefined ? '' : `≥ ${bound} ${unit}`
  return { name, value, unit, better: 'higher', bound: text, ok, command }
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}

/** The value that `share` of all values do not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Milliseconds that `work` took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
