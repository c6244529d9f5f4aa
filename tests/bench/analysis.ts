// Time, memory and size of the analysis of real descriptions: node tests/bench/analysis.ts [folder or files]
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyze, importedPath, snapshotText } from '../../analysis/index.ts'

const FIXTURES = resolve(import.meta.dirname, '../../../shared/fixtures/openapi')

interface Row {
  file: string
  seconds: number
  cpuSeconds: number
  peakHeapMb: number
  peakRssMb: number
  nodes: number
  edges: number
  dataMb: number
  largestKb: number
  largest: string
  warnings: number
}

/** Analyses one file in this process; memory is only meaningful in a process of its own. */
function measure(path: string): Row {
  const content = readFileSync(path, 'utf8')
  let peakHeap = 0
  const sample = () => {
    peakHeap = Math.max(peakHeap, process.memoryUsage().heapUsed)
  }
  const started = performance.now()
  const cpu = process.cpuUsage()
  const result = analyze([{ path: importedPath(basename(path)), content }], { onProgress: sample })
  sample()
  const used = process.cpuUsage(cpu)
  const seconds = (performance.now() - started) / 1000
  const sizes = result.nodes.map((node) => ({
    uri: node.uri,
    size: Buffer.byteLength(snapshotText(node.data)),
  }))
  sizes.sort((a, b) => b.size - a.size)
  return {
    file: basename(path),
    seconds,
    cpuSeconds: (used.user + used.system) / 1e6,
    peakHeapMb: peakHeap / 1e6,
    peakRssMb: process.resourceUsage().maxRSS / 1e3,
    nodes: result.nodes.length,
    edges: result.edges.length,
    dataMb: sizes.reduce((sum, { size }) => sum + size, 0) / 1e6,
    largestKb: (sizes[0]?.size ?? 0) / 1e3,
    largest: sizes[0]?.uri ?? '',
    warnings: result.diagnostics.length,
  }
}

function measureApart(path: string): Row {
  const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--one', path], {
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`${path}: ${run.stderr}`)
  return JSON.parse(run.stdout) as Row
}

function inputs(args: string[]): string[] {
  const given = args.length > 0 ? args : [FIXTURES]
  return given.flatMap((path) => {
    if (!existsSync(path)) throw new Error(`${path} does not exist; name a folder with descriptions.`)
    return statSync(path).isDirectory()
      ? readdirSync(path)
          .sort()
          .map((name) => join(path, name))
      : [path]
  })
}

function table(rows: Row[]): string {
  const head =
    '| file | s | CPU s | heap MB | RSS MB | nodes | edges | data MB | largest kB | warnings | largest node |'
  const lines = rows.map((row) => {
    const numbers = [row.seconds, row.cpuSeconds].map((value) => value.toFixed(2))
    const sizes = [row.peakHeapMb, row.peakRssMb, row.nodes, row.edges].map((value) => value.toFixed(0))
    const data = [row.dataMb.toFixed(1), row.largestKb.toFixed(0), String(row.warnings), row.largest]
    return `| ${[row.file, ...numbers, ...sizes, ...data].join(' | ')} |`
  })
  return [head, head.replace(/[^|]+/g, '---'), ...lines].join('\n')
}

const [first, second] = process.argv.slice(2)
if (first === '--one' && second) console.log(JSON.stringify(measure(second)))
else console.log(table(inputs(process.argv.slice(2)).map(measureApart)))
