import type { Finding } from '../../lint/types.ts'
import { printable } from '../terminal.ts'
import { type LintReport, placeOf } from './report.ts'

/** JUnit's XML, which build servers show as tests: a suite a file, a failed case a finding. */
export function asJunit({ files, findings }: LintReport): string {
  const byFile = new Map<string, Finding[]>(files.map((file) => [file, []]))
  for (const finding of findings) byFile.set(finding.file, [...(byFile.get(finding.file) ?? []), finding])
  const suites = [...byFile].map(([file, found]) => suiteOf(file, found))
  const count = suites.length === 0 ? 0 : Math.max(findings.length, 1)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="waymark lint" tests="${count}" failures="${findings.length}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteOf(file: string, findings: Finding[]): string {
  const name = escaped(file)
  const cases = findings.map((finding) => {
    const { line, column } = placeOf(finding)
    const about = `${file}:${line}:${column} ${finding.path.join('.')}`
    return [
      `    <testcase name="${escaped(`${finding.code} (${line}:${column})`)}" classname="${name}">`,
      `      <failure message="${escaped(finding.message)}" type="${finding.severity}">${escaped(about)}</failure>`,
      '    </testcase>',
    ].join('\n')
  })
  const passed = `    <testcase name="lint" classname="${name}"/>`
  const inner = cases.length === 0 ? [passed] : cases
  return [
    `  <testsuite name="${name}" tests="${inner.length}" failures="${cases.length}">`,
    ...inner,
    '  </testsuite>',
  ].join('\n')
}

// What XML 1.0 cannot hold is shown as what is unknown.
function escaped(text: string): string {
  return printable(text)
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
