import { SEVERITIES, type Severity } from '../../lint/types.ts'
import { printable, styled } from '../terminal.ts'
import { type LintReport, placeOf } from './report.ts'

const COLOURS = { error: 'red', warn: 'yellow', info: 'blue', hint: 'gray' } as const satisfies Record<
  Severity,
  string
>
const NAMES: Record<Severity, [one: string, many: string]> = {
  error: ['error', 'errors'],
  warn: ['warning', 'warnings'],
  info: ['information', 'informations'],
  hint: ['hint', 'hints'],
}

/** For people at a terminal: by file, and how many there are. */
export function asText({ findings, files }: LintReport): string {
  const lines: string[] = []
  for (const [file, found] of Map.groupBy(findings, (finding) => finding.file)) {
    lines.push(styled('bold', printable(file)))
    for (const finding of found) {
      const { line, column } = placeOf(finding)
      const severity = styled(COLOURS[finding.severity], finding.severity.padEnd(5))
      lines.push(`  ${`${line}:${column}`.padEnd(9)} ${severity}  ${printable(finding.message)}`)
      lines.push(
        styled('dim', `                   ${printable(finding.code)}  ${printable(pathOf(finding.path))}`),
      )
    }
    lines.push('')
  }
  lines.push(
    summaryOf(
      findings.map(({ severity }) => severity),
      files.length,
    ),
  )
  return `${lines.join('\n')}\n`
}

function pathOf(path: (string | number)[]): string {
  return path.length === 0 ? '(the whole)' : path.join('.')
}

function summaryOf(severities: Severity[], files: number): string {
  const within = `in ${files} ${files === 1 ? 'file' : 'files'}`
  const counts = SEVERITIES.flatMap((severity) => {
    const count = severities.filter((one) => one === severity).length
    return count === 0 ? [] : [`${count} ${NAMES[severity][count === 1 ? 0 : 1]}`]
  })
  return counts.length === 0 ? `Nothing found ${within}.` : `${counts.join(', ')} ${within}.`
}
