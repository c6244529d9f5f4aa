import type { Finding } from '../../lint/types.ts'
import { printable } from '../terminal.ts'
import { type LintReport, placeOf } from './report.ts'

/** JUnit's XML, which build servers show as tests: a suite for each file, in it a failed case for each finding. */
export function asJunit({ files, findings }: LintReport): string {
  const byFile = new Map<string, Finding[]>(files.map((file) => [file, []]))
  for (const finding of findings) byFile.set(finding.file, [...(byFile.get(finding.file) ?? []), finding])
  const suites = [...byFile].map(([file, found]) => suiteOf(file, found))
  const count = suites.reduce((sum, { tests }) => sum + tests, 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="waymark lint" tests="${count}" failures="${findings.length}">`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteOf(file: string, findings: Finding[]): { tests: number; xml: string } {
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
  const xml = [
    `  <testsuite name="${name}" tests="${inner.length}" failures="${cases.length}">`,
    ...inner,
    '  </testsuite>',
  ].join('\n')
  return { tests: inner.length, xml }
}

// Characters that XML 1.0 forbids become U+FFFD.
function escaped(text: string): string {
  return printable(text)
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
