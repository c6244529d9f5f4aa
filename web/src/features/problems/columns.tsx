// The columns of the report.
import Typography from '@mui/material/Typography'
import { severityLabel } from '../../shared/problems/words.ts'
import type { Column } from '../../shared/ui/table/types.ts'
import type { Dimension, ReportRow } from './queries.ts'

const number = (
  id: string,
  label: string,
  of: (row: ReportRow) => number,
  wideOnly = false,
): Column<ReportRow> => ({
  id,
  label,
  width: label.length > 6 ? 108 : 84,
  align: 'right',
  wideOnly,
  render: (row) => of(row).toLocaleString('en'),
})

export function columnsOf(by: Dimension, label: string, isWhole: boolean): Column<ReportRow>[] {
  return [
    {
      id: 'name',
      label,
      flex: 1,
      minWidth: 120,
      render: ({ name, linted_at }) => (
        <Typography variant="body2" component="span" noWrap title={name}>
          {name}
          {by === 'project' && linted_at === null ? ' (not linted yet)' : ''}
        </Typography>
      ),
    },
    ...(by === 'rule'
      ? [
          {
            id: 'severity',
            label: 'Severity',
            width: 100,
            render: ({ severity }: ReportRow) => (severity === null ? '' : severityLabel[severity]),
          },
        ]
      : []),
    ...(by !== 'rule' && isWhole
      ? [
          {
            id: 'score',
            label: 'Score',
            width: 76,
            align: 'right' as const,
            render: ({ score }: ReportRow) => score ?? '–',
          },
        ]
      : []),
    ...(by === 'project' ? [] : [number('projects', 'Projects', ({ projects_with }) => projects_with)]),
    number('errors', 'Errors', ({ errors }) => errors),
    number('warnings', 'Warnings', ({ warnings }) => warnings),
    number('others', 'Hints', ({ others }) => others, true),
    number('waived', 'Waived', ({ waived }) => waived, true),
  ]
}
