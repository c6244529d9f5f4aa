// The linter with spectral:oas on real descriptions, beside Spectral itself in the same run. Spectral takes minutes and
// gigabytes for GitHub's: that is left out where two checkouts are compared.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { atMost, type BenchContext, type Row } from './bench.ts'
import type { MeasuredLint } from './support/lint-run.ts'
import { liveLint } from './support/live-lint.ts'

const COMMAND = 'npm run bench lint'
const SHARED = resolve(import.meta.dirname, '../../../shared/fixtures/openapi')
const HOST = 'github-13mb.json'
const OTHERS = ['todo-12kb.yaml', 'box-1.8mb.json']

export default async function bench(context: BenchContext): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of OTHERS) {
    const path = join(SHARED, name)
    if (existsSync(path)) rows.push(...(await sideBySide(context, name, path)))
    else context.skip(`Lint of ${name}`, 'it is not in ../shared/fixtures/openapi')
  }
  const host = await context.fixture(HOST)
  const live = await liveLint(host)
  const again = `Lint of ${HOST} in the Studio again, when an operation has changed, CPU`
  rows.push(
    atMost(again, live.middle, 'ms', 1_000, COMMAND),
    atMost(`${again}, at most`, live.most, 'ms', 1_000, COMMAND),
  )
  if (context.comparing) rows.push(...rowsOf(`Lint of ${HOST}`, await measured(context, 'ours', host), 600))
  else rows.push(...(await sideBySide(context, HOST, host, { share: 0.1, memory: 600 })))
  return rows
}

async function sideBySide(
  context: BenchContext,
  name: string,
  path: string,
  bounds: { share?: number; memory?: number } = {},
): Promise<Row[]> {
  const ours = await measured(context, 'ours', path)
  const theirs = await measured(context, 'spectral', path)
  return [
    ...rowsOf(`Lint of ${name}`, ours, bounds.memory),
    ...rowsOf(`Lint of ${name} by Spectral itself`, theirs),
    atMost(
      `Lint of ${name} beside Spectral, CPU`,
      ours.cpuSeconds / theirs.cpuSeconds,
      '×',
      bounds.share,
      COMMAND,
    ),
    atMost(
      `Lint of ${name}, findings other than Spectral’s`,
      Number(ours.digest !== theirs.digest),
      '',
      0,
      COMMAND,
    ),
  ]
}

function rowsOf(name: string, { seconds, cpuSeconds, peakMb, found }: MeasuredLint, memory?: number): Row[] {
  return [
    atMost(name, seconds, 's', undefined, COMMAND),
    atMost(`${name}, CPU`, cpuSeconds, 's', undefined, COMMAND),
    atMost(`${name}, peak memory`, peakMb, 'MB', memory, COMMAND),
    atMost(`${name}, findings`, found, '', undefined, COMMAND),
  ]
}

function measured(
  { root, sample }: BenchContext,
  who: 'ours' | 'spectral',
  path: string,
): Promise<MeasuredLint> {
  const program = join(import.meta.dirname, 'support/lint-run.ts')
  const run = () => execFileSync(process.execPath, [program, root, who, path], { encoding: 'utf8' })
  return sample(async () => JSON.parse(run()) as MeasuredLint)
}
