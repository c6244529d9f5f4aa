import { arch, cpus, release, totalmem, type } from 'node:os'
import type { Row } from '../bench.ts'

/** The rows as a Markdown table. */
export function table(rows: Row[]): string {
  const cells = rows.map(({ name, value, unit, bound, ok, command }) => [
    name,
    `${rounded(value)} ${unit}`,
    bound === '' ? '' : `${bound}${ok ? '' : ' **missed**'}`,
    `\`${command}\``,
  ])
  const lines = [['What', 'Measured', 'Bound', 'Command'], ['---', '---:', '---', '---'], ...cells]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}

/** docs/benchmarks.md */
export function report(rows: Row[]): string {
  const [cpu] = cpus()
  return `# Benchmarks

Written by \`npm run bench\`; every number is from one run on one machine, with everything (browser, database, worker) on it.

- Date: ${new Date().toISOString().slice(0, 10)}
- Machine: ${cpus().length} × ${cpu?.model.trim() || arch()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}
- Node ${process.versions.node}

${table(rows)}
`
}

function rounded(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
