// Runs one bench against one checkout: what it needs, what it says, and what became of it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, PACKAGES } from '../programs.mjs'
import { type RunningStack, type StartOptions, startStack } from '../support/stack.ts'
import { type BenchContext, type BenchModule, type Row, Unavailable } from './bench.ts'
import { fixture } from './support/fixture.ts'

// What is measured is the browser that people have, not the shell that is enough for tests.
const chromium = findProgram('chromium')
if (chromium) process.env.CHROMIUM = chromium

export interface Outcome {
  name: string
  rows: Row[]
  /** Why the bench ended before its rows; its skipped parts are said to the context. */
  failure?: string
}

/** The names asked for, all where none are; throws a sentence for an unknown one. */
export function benchNames(wanted: string[]): string[] {
  const names = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace(/\.bench\.ts$/, ''))
    .sort()
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown) throw new Error(`There is no bench "${unknown}"; there are ${names.join(', ')}.`)
  return wanted.length > 0 ? wanted : names
}

/** What the benches of one checkout share; `stop` ends the instance if one was started. */
export function startContext(
  root: string,
  more: Partial<BenchContext> = {},
): { context: BenchContext; skipped: string[]; stop(): Promise<void> } {
  let running: Promise<RunningStack> | undefined
  const skipped: string[] = []
  const start = (options: StartOptions) => startStack({ root, ...options })
  const context: BenchContext = {
    root,
    start,
    fixture,
    stack() {
      // The directory of the sign-in bench listens on loopback.
      running ??= start({ args: ['--no-demo'], env: { WAYMARK_ALLOW_HTTP_PROVIDERS: '1' } })
      return running
    },
    sample: (work) => work(),
    comparing: false,
    skip(what, why) {
      const sentence = `${what}: ${why}`
      if (skipped.includes(sentence)) return
      skipped.push(sentence)
      console.log(`  skipped: ${sentence}`)
    },
    ...more,
  }
  return {
    context,
    skipped,
    stop: async () => {
      await running?.then((stack) => stack.stop()).catch(() => undefined)
    },
  }
}

/** Runs a bench; never rejects, so that one that fails takes no other's rows along. */
export async function measure(name: string, context: BenchContext): Promise<Outcome> {
  try {
    const bench = (await import(join(import.meta.dirname, `${name}.bench.ts`))) as BenchModule
    const missing = (bench.needs ?? []).filter((program) => !findProgram(program))
    if (missing.length > 0) {
      context.skip(
        name,
        `${missing.join(' and ')} is not installed (apt-get install ${missing.map((program) => PACKAGES[program]).join(' ')})`,
      )
      return { name, rows: [] }
    }
    return { name, rows: await bench.default(context) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof Unavailable) {
      context.skip(name, message)
      return { name, rows: [] }
    }
    console.error(`  failed: ${message}`)
    return { name, rows: [], failure: message }
  }
}
