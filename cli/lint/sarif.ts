import { pointer } from '../../analysis/json.ts'
import type { Finding, Severity } from '../../lint/types.ts'
import { type LintReport, placeOf } from './report.ts'

const LEVELS: Record<Severity, string> = { error: 'error', warn: 'warning', info: 'note', hint: 'note' }

/** SARIF 2.1.0 (OASIS), as code scanning takes it: lines and columns count from 1, columns in UTF-16 units. */
export function asSarif({ findings, version }: LintReport): string {
  const codes = [...new Set(findings.map(({ code }) => code))].sort()
  const rules = codes.map((id) => {
    const helpUri = findings.find(
      (finding) => finding.code === id && finding.documentationUrl,
    )?.documentationUrl
    return { id, ...(helpUri === undefined ? {} : { helpUri }) }
  })
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Waymark', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, codes.indexOf(finding.code))),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function resultOf(finding: Finding, ruleIndex: number): object {
  const { code, severity, message, path, file, range } = finding
  const { line, column } = placeOf(finding)
  const region = {
    startLine: line,
    startColumn: column,
    endLine: range.end.line + 1,
    endColumn: range.end.character + 1,
  }
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region },
        logicalLocations: [{ fullyQualifiedName: `#${pointer(...path)}` }],
      },
    ],
  }
}
