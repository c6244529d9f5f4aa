import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../config/paths.ts'
import { statusLabels } from '../tasks/words.ts'
import type { MigrationState } from './queries.ts'

/** How the migration of a project went: its log, which is the report, and the project that it became. */
export function MigrationCell({ state }: { state: MigrationState | undefined }) {
  if (!state) return <span>Not yet</span>
  const leftOut = state.left_out ? `, ${state.left_out} left out` : ''
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', gap: 1, minWidth: 0 }}
      title={state.error ?? undefined}
    >
      <Link component={RouterLink} to={paths.admin.task(state.job_id)}>
        {statusLabels[state.status]}
        {leftOut}
      </Link>
      {state.status === 'success' ? (
        <Link component={RouterLink} to={paths.docs(state.project_slug)} noWrap>
          {state.project_name}
        </Link>
      ) : null}
    </Box>
  )
}

/** Whether a project may be queued: what is under way is not queued again. */
export function isQueueable(state: MigrationState | undefined): boolean {
  return state?.status !== 'queued' && state?.status !== 'running'
}
