// `npm run bench -- compare OTHER_CHECKOUT [name …] [--rounds N]`: is this checkout slower than the other one? An
// instance of each runs, and this checkout's benches measure both, sample by sample by turns. Each round gives one
// ratio a row; a row is slower only where every round says so. Ends with 1 where one is.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Row } from './bench.ts'
import { benchNames, measure, startContext } from './measure.ts'
import { comparisonTable } from './support/report.ts'
import { takeTurns } from './support/turns.ts'
import { type Comparison, compareRows } from './support/verdict.ts'

type Context = ReturnType<typeof startContext>

/** Compares and prints; resolves with the exit code. */
export async function compare(root: string, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '3' } },
  })
  const [folder, ...wanted] = positionals
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds needs a whole number from 1 on.`)
  if (!folder) throw new Error('Compare with what? npm run bench -- compare OTHER_CHECKOUT [name …]')
  const other = resolve(process.env.INIT_CWD ?? process.cwd(), folder)
  if (!existsSync(join(other, 'stack/bin/launch.mjs'))) throw new Error(`${other} is no checkout of Waymark.`)

  const names = benchNames(wanted)
  const there = startContext(other, { comparing: true })
  const here = startContext(root, { comparing: true })
  const comparisons: Comparison[] = []
  const failures: string[] = []
  try {
    for (const name of names) {
      console.log(`· ${name}`)
      const found = await byTurns(name, rounds, there, here, failures)
      comparisons.push(...found)
      // At once, so that a run that is cut off has said what it found.
      console.log(comparisonTable(found))
    }
  } finally {
    await Promise.all([there.stop(), here.stop()])
  }
  const slower = comparisons.filter(({ verdict }) => verdict === 'slower')
  console.log(`\n${other} and ${root} by turns, ${rounds} rounds:\n\n${comparisonTable(comparisons)}\n`)
  for (const sentence of new Set([...there.skipped, ...here.skipped])) console.log(`Skipped: ${sentence}`)
  for (const sentence of failures) console.error(`Failed: ${sentence}`)
  const compared = comparisons.filter(({ ratios }) => ratios.length > 0).length
  console.log(
    slower.length === 0
      ? `Nothing of ${compared} rows is slower here.`
      : `Slower here: ${slower.map(({ name }) => name).join('; ')}.`,
  )
  return slower.length > 0 || failures.length > 0 || compared === 0 ? 1 : 0
}

async function byTurns(
  name: string,
  rounds: number,
  there: Context,
  here: Context,
  failures: string[],
): Promise<Comparison[]> {
  const rows: [Row[][], Row[][]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const sides = takeTurns()
    const outcomes = await Promise.all(
      [there, here].map(async ({ context }, index) => {
        const side = sides[index as 0 | 1]
        try {
          return await measure(name, { ...context, sample: side.sample })
        } finally {
          side.leave()
        }
      }),
    )
    const [before, after] = outcomes
    rows[0].push(before?.rows ?? [])
    rows[1].push(after?.rows ?? [])
    for (const [place, outcome] of [
      ['there', before],
      ['here', after],
    ] as const)
      if (outcome?.failure) failures.push(`${name}, ${place}: ${outcome.failure}`)
    // What fails once fails again: the other benches wait.
    if (outcomes.some(({ failure }) => failure)) break
  }
  return compareRows(...rows)
}
