// `npm run bench [name …]`: runs every *.bench.ts here (or the named ones), prints the table and, after a whole run,
// writes it with the machine and the date to docs/benchmarks.md. What cannot be measured here is skipped and named;
// what fails costs its own rows only. Ends with 1 when something failed or a bound does not hold.
// `npm run bench -- --write name …`: the same of the named ones, whose rows in docs/benchmarks.md it replaces.
// `npm run bench -- compare OTHER_CHECKOUT [name …] [--rounds N]`: two checkouts by turns, see compare.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compare } from './compare.ts'
import { benchNames, measure, type Outcome, startContext } from './measure.ts'
import { otherLines, report, table } from './support/report.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const [first, ...rest] = process.argv.slice(2)

try {
  process.exitCode = first === 'compare' ? await compare(ROOT, rest) : await benches(process.argv.slice(2))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function benches(args: string[]): Promise<number> {
  const wanted = args.filter((arg) => arg !== '--write')
  const names = benchNames(wanted)
  const outcomes: Outcome[] = []
  const { context, skipped, stop } = startContext(ROOT)
  try {
    for (const name of names) {
      console.log(`· ${name}`)
      outcomes.push(await measure(name, context))
    }
  } finally {
    await stop()
  }
  const rows = outcomes.flatMap((outcome) => outcome.rows)
  const failed = outcomes.flatMap(({ name, failure }) => (failure ? [`${name}: ${failure}`] : []))
  console.log(`\n${table(rows)}`)
  for (const sentence of skipped) console.log(`Skipped: ${sentence}`)
  for (const sentence of failed) console.error(`Failed: ${sentence}`)
  if ((wanted.length === 0 || args.includes('--write')) && failed.length === 0) {
    const file = resolve(ROOT, 'docs/benchmarks.md')
    writeFileSync(file, report(rows, skipped, otherLines(readFileSync(file, 'utf8'), names)))
    console.log('\nWritten to docs/benchmarks.md.')
  }
  return failed.length > 0 || rows.some(({ ok }) => !ok) ? 1 : 0
}
