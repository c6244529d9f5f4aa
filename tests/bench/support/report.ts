import { arch, cpus, release, totalmem, type } from 'node:os'
import { median, type Row } from '../bench.ts'
import type { Comparison } from './verdict.ts'

/** The rows as a Markdown table. */
export function table(rows: Row[]): string {
  const cells = rows.map(({ name, value, unit, bound, ok, command }) => [
    name,
    `${rounded(value)} ${unit}`,
    bound === '' ? '' : `${bound}${ok ? '' : ' **missed**'}`,
    `\`${command}\``,
  ])
  return markdown(['What', 'Measured', 'Bound', 'Command'], ['---', '---:', '---', '---'], cells)
}

/** Two checkouts side by side; the ratios say how much more a row costs here. */
export function comparisonTable(comparisons: Comparison[]): string {
  const cells = comparisons.map(({ name, unit, other, here, ratios, verdict }) => [
    name,
    Number.isNaN(other) ? '' : `${rounded(other)} ${unit}`,
    Number.isNaN(here) ? '' : `${rounded(here)} ${unit}`,
    ratios.length === 0 ? '' : `${median(ratios).toFixed(2)} ×`,
    ratios.map((ratio) => ratio.toFixed(2)).join(', '),
    verdict === 'slower' ? '**slower**' : verdict,
  ])
  return markdown(
    ['What', 'There', 'Here', 'Costs here', 'Round by round', 'Verdict'],
    ['---', '---:', '---:', '---:', '---', '---'],
    cells,
  )
}

/** Lines of docs/benchmarks.md that stay: of the benches that were not run now. */
export function otherLines(written: string, names: readonly string[]): string[] {
  const benchOf = (line: string) => /npm run bench (\S+?)`/.exec(line)?.[1]
  return written.split('\n').filter((line) => {
    const bench = line.startsWith('|') ? benchOf(line) : undefined
    return bench !== undefined && !names.includes(bench)
  })
}

/** docs/benchmarks.md; `others` are lines of it that stay. */
export function report(rows: Row[], skipped: string[], others: readonly string[] = []): string {
  const [cpu] = cpus()
  const today = new Date().toISOString().slice(0, 10)
  const left = skipped.map((sentence) => `- Skipped: ${sentence}\n`).join('')
  const [head = '', rule = '', ...lines] = table(rows).split('\n')
  const dated = (line: string, date: string) => `${line} ${date} |`
  return `# Benchmarks

Written by \`npm run bench\`, and row by row by \`npm run bench -- --write NAME …\`; the numbers of one bench are of one run on one machine, with everything (browser, database, worker) on it. What a bound holds is a size, a count or two figures of the same run, so that a slow machine does not miss it. \`npm run bench -- compare OTHER_CHECKOUT\` measures two checkouts by turns and says what became slower ([decision 34](decisions/0034-bounds-are-ratios.md)).

- Machine: ${cpus().length} × ${cpu?.model.trim() || arch()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}
- Node ${process.versions.node}
${left}
${[dated(head, 'Date'), dated(rule, '---'), ...[...others, ...lines.map((line) => dated(line, today))].sort(byBench)].join('\n')}
`
}

/** Those of one bench stay in its order. */
function byBench(one: string, other: string): number {
  const bench = (line: string) => /npm run bench [^`]*`/.exec(line)?.[0] ?? ''
  return bench(one).localeCompare(bench(other))
}

function markdown(head: string[], rule: string[], rows: string[][]): string {
  return [head, rule, ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

function rounded(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
