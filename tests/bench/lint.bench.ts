// The linter with spectral:oas on real descriptions, beside Spectral itself in the same run. Spectral takes minutes and
// gigabytes for GitHub's: that is left out where two checkouts are compared.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { heapFlags } from '../../worker/analyze/run-process.ts'
import { LINT_MEGABYTES } from '../../worker/lint/protocol.ts'
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
  if (context.comparing)
    rows.push(...rowsOf(`Lint of ${HOST}`, await measured(context, 'ours', host), { memory: 600 }))
  else rows.push(...(await sideBySide(context, HOST, host, { cpu: 10, share: 0.25, memory: 600 })))
  return rows
}

async function sideBySide(
  context: BenchContext,
  name: string,
  path: string,
  bounds: Bounds & { share?: number } = {},
): Promise<Row[]> {
  const ours = await measured(context, 'ours', path)
  const theirs = await measured(context, 'spectral', path)
  return [
    ...rowsOf(`Lint of ${name}`, ours, bounds),
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

interface Bounds {
  /** Seconds. */
  cpu?: number
  memory?: number
}

function rowsOf(
  name: string,
  { seconds, cpuSeconds, peakMb, found }: MeasuredLint,
  bounds: Bounds = {},
): Row[] {
  return [
    atMost(name, seconds, 's', undefined, COMMAND),
    atMost(`${name}, CPU`, cpuSeconds, 's', bounds.cpu, COMMAND),
    atMost(`${name}, peak memory`, peakMb, 'MB', bounds.memory, COMMAND),
    atMost(`${name}, findings`, found, '', undefined, COMMAND),
  ]
}

function measured(
  { root, sample }: BenchContext,
  who: 'ours' | 'spectral',
  path: string,
): Promise<MeasuredLint> {
  const program = join(import.meta.dirname, 'support/lint-run.ts')
  const flags = who === 'ours' ? heapFlags(LINT_MEGABYTES) : []
  const run = () => execFileSync(process.execPath, [...flags, program, root, who, path], { encoding: 'utf8' })
  return sample(async () => JSON.parse(run()) as MeasuredLint)
}
