import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import type { Column } from '../../../shared/ui/table/types.ts'
import type { FixProject } from './queries.ts'

/** A project, how often it goes against the rule, and how its fix went or why there can be none. */
export const fixColumns: Column<FixProject>[] = [
  {
    id: 'name',
    label: 'Project',
    flex: 1,
    minWidth: 120,
    render: ({ name }) => (
      <Typography variant="body2" component="span" noWrap title={name}>
        {name}
      </Typography>
    ),
  },
  {
    id: 'violations',
    label: 'Violations',
    width: 116,
    align: 'right',
    render: ({ violations }) => violations.toLocaleString('en'),
  },
  { id: 'fix', label: 'Fix', flex: 2, minWidth: 140, render: (row) => <FixCell row={row} /> },
]

function FixCell({ row }: { row: FixProject }) {
  const { slug, status, reason, proposal_branch_slug: branch } = row
  if (status === 'proposed' && branch !== null)
    return (
      <Link component={RouterLink} to={paths.proposal(slug, branch)} noWrap>
        {outcomeOf(row)}
      </Link>
    )
  const said =
    status === 'queued' || status === 'running' ? labels[status] : (row.problem ?? reason ?? 'Not yet')
  return (
    <Typography variant="body2" component="span" noWrap title={said}>
      {said}
    </Typography>
  )
}

const labels = { queued: 'Queued', running: 'Running' }

const states: Record<string, string> = { merged: 'Merged', closed: 'Closed' }

function outcomeOf({ mended, left_over: left, proposal_status: status }: FixProject): string {
  const rest = left ? `, ${left.toLocaleString('en')} left` : ''
  return `${states[status ?? ''] ?? 'Proposed'}: ${(mended ?? 0).toLocaleString('en')} mended${rest}`
}
