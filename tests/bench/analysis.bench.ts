// The analysis of real descriptions, of a repository of 2,000 files, and of what a push changed; beside each
// description the floor: the same file parsed and nothing more.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { type Measured, measureAnalysis } from './support/analysis.ts'

const COMMAND = 'npm run bench analysis'
const RUNS = 3
const SHARED = resolve(import.meta.dirname, '../../../shared/fixtures/openapi')
const HOST = 'github-13mb.json'
const OTHERS = ['todo-12kb.yaml', 'box-1.8mb.json', 'asana-3mb.yaml', 'stripe-3.5mb.json']

export default async function bench(context: BenchContext): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-analysis-'))
  try {
    const rows: Row[] = []
    for (const name of OTHERS) {
      const path = join(SHARED, name)
      if (existsSync(path)) rows.push(...(await ofDescription(context, name, path)))
      else context.skip(`Analysis of ${name}`, 'it is not in ../shared/fixtures/openapi')
    }
    const host = await context.fixture(HOST)
    rows.push(...(await ofDescription(context, HOST, host, { cpu: 3, memory: 500 })))
    rows.push(...(await ofPush(context, host, folder)))
    rows.push(...(await ofRepository(context, folder)))
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Bounds {
  cpu?: number
  memory?: number
}

async function ofDescription(
  context: BenchContext,
  name: string,
  path: string,
  bounds: Bounds = {},
): Promise<Row[]> {
  const whole: Measured[] = []
  const floor: Measured[] = []
  // By turns, so that both meet the same machine.
  for (let run = 0; run < RUNS; run++) {
    whole.push(await measured(context, 'analyze', path))
    floor.push(await measured(context, 'parse', path))
  }
  const cpu = middle(whole, 'cpuSeconds')
  return [
    atMost(`Analysis of ${name}`, middle(whole, 'seconds'), 's', undefined, COMMAND),
    atMost(`Analysis of ${name}, CPU`, cpu, 's', bounds.cpu, COMMAND),
    atMost(`Parsing ${name} alone, CPU`, middle(floor, 'cpuSeconds'), 's', undefined, COMMAND),
    atMost(`Analysis of ${name}, peak memory`, middle(whole, 'peakMb'), 'MB', bounds.memory, COMMAND),
    {
      ...atMost(
        `Analysis of ${name}, nodes a second of CPU`,
        middle(whole, 'found') / cpu,
        'nodes',
        undefined,
        COMMAND,
      ),
      better: 'higher',
    },
  ]
}

// What the worker does for a push: analysis of the new state, and its comparison with the old one.
async function ofPush(context: BenchContext, host: string, folder: string): Promise<Row[]> {
  const text = await readFile(host, 'utf8')
  const changed = join(folder, 'new', HOST)
  await mkdir(dirname(changed))
  await writeFile(changed, text.replace('"Get the authenticated user"', '"Who am I"'))
  const runs: Measured[] = []
  const floor: Measured[] = []
  for (let run = 0; run < RUNS; run++) {
    runs.push(await measured(context, 'compare', host, changed))
    floor.push(await measured(context, 'analyze', host))
  }
  const ratio = middle(runs, 'cpuSeconds') / middle(floor, 'cpuSeconds')
  return [
    atMost(
      'Analysis of GitHub description with its changes, CPU',
      middle(runs, 'cpuSeconds'),
      's',
      undefined,
      COMMAND,
    ),
    atMost('The same beside the analysis alone', ratio, '×', 2.5, COMMAND),
    atMost('The same, peak memory', middle(runs, 'peakMb'), 'MB', 500, COMMAND),
  ]
}

async function ofRepository(context: BenchContext, folder: string): Promise<Row[]> {
  const [old, now] = [join(folder, 'repository'), join(folder, 'pushed')]
  await writeRepository(old, 'integer')
  await writeRepository(now, 'string')
  const [whole, push]: [Measured[], Measured[]] = [[], []]
  for (let run = 0; run < RUNS; run++) {
    whole.push(await measured(context, 'analyze', old))
    push.push(await measured(context, 'compare', old, now))
  }
  return [
    atMost('Analysis of 2,000 files, CPU', middle(whole, 'cpuSeconds'), 's', undefined, COMMAND),
    atMost('Analysis of 2,000 files, peak memory', middle(whole, 'peakMb'), 'MB', 500, COMMAND),
    atMost(
      '2,000 files with one changed, and what changed, CPU',
      middle(push, 'cpuSeconds'),
      's',
      undefined,
      COMMAND,
    ),
  ]
}

/** 500 models, each used by an operation of ten APIs, 500 articles that link to each other, and a thousand of code. */
async function writeRepository(root: string, type: string): Promise<void> {
  const files = new Map<string, string>()
  const at = (count: number, of: (n: number) => [string, string]) => {
    for (let n = 0; n < count; n++) files.set(...of(n))
  }
  at(490, (n) => [
    `models/m${n}.yaml`,
    `type: object\nproperties: {id: {type: ${n === 7 ? type : 'integer'}}}\n`,
  ])
  at(10, (n) => [`reference/a${n}.yaml`, apiOf(n)])
  at(500, (n) => [`docs/d${n}.md`, `---\ntitle: D${n}\n---\n\nSee [the next](d${(n + 1) % 500}.md).\n`])
  at(1_000, (n) => [`src/s${n}.go`, `package s${n}\n`])
  for (const folder of ['models', 'reference', 'docs', 'src'])
    await mkdir(join(root, folder), { recursive: true })
  for (const [path, text] of files) await writeFile(join(root, path), text)
}

function apiOf(api: number): string {
  const paths = Array.from({ length: 49 }, (_, n) => {
    const content = { 'application/json': { schema: { $ref: `../models/m${api * 49 + n}.yaml` } } }
    return [`/p${n}`, { get: { responses: { 200: { description: 'ok', content } } } }]
  })
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: `A${api}`, version: '1' },
    paths: Object.fromEntries(paths),
  })
}

type Task = Parameters<typeof measureAnalysis>[1]

function measured({ root, sample }: BenchContext, task: Task, ...paths: string[]): Promise<Measured> {
  return sample(async () => measureAnalysis(root, task, ...paths))
}

function middle(runs: Measured[], key: keyof Measured): number {
  return median(runs.map((run) => run[key]))
}
