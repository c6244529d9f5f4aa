// One measurement of the analysis of a checkout, in a process of its own, since memory only has a meaning in one:
// node analysis-run.ts ROOT parse|analyze|compare FILE|FOLDER [FILE|FOLDER]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

type Analysis = typeof import('../../../analysis/index.ts')
type Changes = typeof import('../../../analysis/changes/index.ts')
type Parse = typeof import('../../../analysis/parse/parse-text.ts')

export interface Measured {
  seconds: number
  cpuSeconds: number
  peakMb: number
  /** Nodes, or changes. */
  found: number
}

const [root = '', task = '', ...paths] = process.argv.slice(2)
const load = (path: string) => import(join(root, 'analysis', path))

/** A file by itself, or every file of a folder as a worker hands them over: read when they are needed. */
function filesAt(path: string) {
  if (!statSync(path).isDirectory()) {
    return [{ path: `reference/${basename(path)}`, content: readFileSync(path, 'utf8') }]
  }
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return entries.map((entry) => {
    const full = join(entry.parentPath, entry.name)
    return { path: relative(path, full), size: statSync(full).size, read: () => readFileSync(full) }
  })
}

async function workOf(): Promise<() => number> {
  const [first = '', second = ''] = paths
  if (task === 'parse') {
    const { parseText } = (await load('parse/parse-text.ts')) as Parse
    return () => Number(parseText(readFileSync(first, 'utf8'), first).value !== null)
  }
  const { analyze, Branch } = (await load('index.ts')) as Analysis
  if (task === 'analyze') return () => analyze(filesAt(first)).nodes.length
  const { compareBranches } = (await load('changes/index.ts')) as Changes
  return () => {
    const after = new Branch(filesAt(second))
    analyze(after)
    return compareBranches(filesAt(first), after).changes.length
  }
}

const work = await workOf()
const started = performance.now()
const before = process.cpuUsage()
const found = work()
const { user, system } = process.cpuUsage(before)
const measured: Measured = {
  seconds: (performance.now() - started) / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakMb: process.resourceUsage().maxRSS / 1024,
  found,
}
console.log(JSON.stringify(measured))
