import type { ChangeReport, Level } from '../../analysis/changes/types.ts'
import { workflowCommand } from '../workflow-commands.ts'
import { operationOf, othersOf, sectionsOf, summaryOf } from './sections.ts'

const KINDS = { major: 'error', minor: 'warning', patch: 'notice' } as const satisfies Record<Level, string>

/** Workflow commands of GitHub Actions, which show each change in the file that it stands in. */
export function asGithub(report: ChangeReport): string {
  const lines = sectionsOf(report).flatMap(({ changes }) =>
    changes.map((entry) => {
      const { level, message, place, rule } = entry.change
      const operation = operationOf(entry.change)
      const text = `${operation ? `${operation}: ` : ''}${message}${othersOf(entry)}`
      return workflowCommand(KINDS[level], { ...place, title: rule }, text)
    }),
  )
  return `${[...lines, summaryOf(report)].join('\n')}\n`
}
