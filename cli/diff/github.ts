import type { ChangeReport, Level } from '../../analysis/changes/types.ts'
import { STANDARD_INPUT } from '../read-description.ts'
import { workflowCommand } from '../workflow-commands.ts'
import { operationOf, othersOf, sectionsOf, summaryOf } from './sections.ts'

const KINDS = { major: 'error', minor: 'warning', patch: 'notice' } as const satisfies Record<Level, string>

/**
 * Workflow commands of GitHub Actions, which show each change in the file that it stands in. What came by standard input is
 * no file of the repository: what was removed from it is shown at the file that it was compared with.
 */
export function asGithub(report: ChangeReport, { after }: { after: string }): string {
  const atFile = after === STANDARD_INPUT ? {} : { file: after }
  const lines = sectionsOf(report).flatMap(({ changes }) =>
    changes.map((entry) => {
      const { level, message, place, rule } = entry.change
      const operation = operationOf(entry.change)
      const text = `${operation ? `${operation}: ` : ''}${message}${othersOf(entry)}`
      return workflowCommand(
        KINDS[level],
        { ...(place.file === STANDARD_INPUT ? atFile : place), title: rule },
        text,
      )
    }),
  )
  return `${[...lines, summaryOf(report)].join('\n')}\n`
}
