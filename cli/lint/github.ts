import type { Severity } from '../../lint/types.ts'
import { workflowCommand } from '../workflow-commands.ts'
import { type LintReport, placeOf } from './report.ts'

const KINDS = { error: 'error', warn: 'warning', info: 'notice', hint: 'notice' } as const satisfies Record<
  Severity,
  string
>

/** Workflow commands of GitHub Actions, which show each finding in the file that it stands in. */
export function asGithub({ findings }: LintReport): string {
  const lines = findings.map((finding) =>
    workflowCommand(
      KINDS[finding.severity],
      { file: finding.file, ...placeOf(finding), title: finding.code },
      finding.message,
    ),
  )
  return lines.map((line) => `${line}\n`).join('')
}
