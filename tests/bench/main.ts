// `npm run bench [name …]`: runs every *.bench.ts here (or the named ones), prints the table and, after a whole run,
// writes it with the machine and the date to docs/benchmarks.md. Fails when a bound does not hold.
import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type RunningStack, startStack } from '../support/stack.ts'
import type { Bench, BenchContext, Row } from './bench.ts'
import { fixture } from './support/fixture.ts'
import { report, table } from './support/report.ts'

const here = import.meta.dirname
const wanted = process.argv.slice(2)
const names = readdirSync(here)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace(/\.bench\.ts$/, ''))
  .sort()
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown[0]}"; there are ${names.join(', ')}.`)
  process.exit(1)
}

let running: Promise<RunningStack> | undefined
const context: BenchContext = {
  stack() {
    // The directory of the sign-in bench listens on loopback.
    running ??= startStack({ args: ['--no-demo'], env: { WAYMARK_ALLOW_HTTP_PROVIDERS: '1' } })
    return running
  },
  fixture,
}

const rows: Row[] = []
try {
  for (const name of wanted.length > 0 ? wanted : names) {
    console.log(`· ${name}`)
    const { default: bench } = (await import(join(here, `${name}.bench.ts`))) as { default: Bench }
    rows.push(...(await bench(context)))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await running?.then((stack) => stack.stop()).catch(() => undefined)
}
if (process.exitCode) process.exit()

console.log(`\n${table(rows)}`)
if (wanted.length === 0) {
  writeFileSync(resolve(here, '../../docs/benchmarks.md'), report(rows))
  console.log('\nWritten to docs/benchmarks.md.')
}
if (rows.some(({ ok }) => !ok)) process.exitCode = 1
