// The engine of the Studio's edits: ten thousand random edits of real and of hard files, none of which may write a wrong
// byte, and pairs of people who edit one description at the same time.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Description } from '../../editing/description.ts'
import { repair } from '../../editing/merge/repair.ts'
import { mergeTexts } from '../../editing/merge/texts.ts'
import { applyChanges, sourceOf } from '../../editing/text/changes.ts'
import type { Format } from '../../editing/types.ts'
import { type Outcome, runEdits } from '../support/editing/run-edits.ts'
import { handMade, type Sample } from '../support/editing/texts.ts'
import { atMost, type BenchContext, median, percentile, type Row, timed } from './bench.ts'
import { screenRows } from './support/studio-rows.ts'

const COMMAND = 'npm run bench studio'
const SHARED = resolve(import.meta.dirname, '../../../shared/fixtures/openapi')
const LARGE = ['box-1.8mb.json', 'stripe-3.5mb.json', 'asana-3mb.yaml']
const HOST = 'github-13mb.json'

export const needs = ['chromium'] as const

export default async function bench(context: BenchContext): Promise<Row[]> {
  const rows: Row[] = []
  const small = handMade().map((sample) => ({ sample, edits: 2_000, check: 1 }))
  const large = (await largeSamples(context)).map((sample) => ({ sample, edits: 500, check: 50 }))
  for (const { sample, edits, check } of [...small, ...large]) {
    const outcome = runEdits({ ...sample, seed: 15, edits, restart: 50, check })
    for (const sentence of outcome.wrong) console.error(sentence)
    rows.push(...rowsOf(sample, outcome))
  }
  const host = large.find(({ sample }) => sample.name === HOST)
  if (host) rows.push(...(await ofHost(host.sample)))
  rows.push(...(await screenRows(context)))
  return rows
}

async function largeSamples(context: BenchContext): Promise<Sample[]> {
  const paths: [string, string][] = []
  for (const name of LARGE) {
    const path = join(SHARED, name)
    if (existsSync(path)) paths.push([name, path])
    else context.skip(`Edits of ${name}`, 'it is not in ../shared/fixtures/openapi')
  }
  paths.push([HOST, await context.fixture(HOST)])
  return Promise.all(
    paths.map(async ([name, path]) => ({ name, format: formatOf(name), text: await readFile(path, 'utf8') })),
  )
}

function formatOf(name: string): Format {
  return name.endsWith('.json') ? 'json' : 'yaml'
}

function rowsOf({ name }: Sample, { made, refused, wrong, times }: Outcome): Row[] {
  return [
    atMost(`Edits of ${name} that wrote something wrong, of ${made}`, wrong.length, 'edits', 0, COMMAND),
    atMost(
      `Edits of ${name} that were refused`,
      (100 * refused) / (made + refused),
      '%',
      name.startsWith('hard.y') ? 25 : 2,
      COMMAND,
    ),
    atMost(`An edit of ${name}, in the middle`, median(times), 'ms', undefined, COMMAND),
    atMost(`An edit of ${name}, p95`, percentile(times, 0.95), 'ms', undefined, COMMAND),
  ]
}

/** How long the largest file takes to open, to merge and to repair. */
async function ofHost({ text, format }: Sample): Promise<Row[]> {
  const open = await timed(async () => {
    const description = new Description(sourceOf(text), format)
    for (const path of [[], ['paths'], ['components'], ['components', 'schemas']]) description.keys(path)
  })
  const [first, second] = [edited(text, format, 0, 'one'), edited(text, format, 400, 'other')]
  const merge = await timed(async () => mergeTexts(format, text, first, second))
  const now = mergeTexts(format, text, first, second).text
  const repaired = await timed(async () =>
    repair(format, { base: text, ours: first, theirs: second, now: now.replace('"paths"', '"paths') }),
  )
  return [
    atMost(`Finding the parts of ${HOST}`, open, 'ms', undefined, COMMAND),
    atMost(`Merging two edits of ${HOST}`, merge, 'ms', undefined, COMMAND),
    atMost(`Repairing ${HOST}`, repaired, 'ms', undefined, COMMAND),
  ]
}

function edited(text: string, format: Format, index: number, value: string): string {
  const description = new Description(sourceOf(text), format)
  const path = description.keys(['paths'])?.[index] ?? ''
  const result = description.edit({ type: 'add', path: ['paths', path], key: 'x-note', value })
  if ('refused' in result) throw new Error(result.reason)
  return applyChanges(text, result.changes)
}
