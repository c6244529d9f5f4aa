import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { ConnectPanel } from '../../../shared/connections/ConnectPanel.tsx'
import { useHost } from '../../../shared/connections/project-host.ts'
import { useConnections } from '../../../shared/connections/queries.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useMe, useProjectPermissions } from '../../../shared/data/me.ts'
import { useRead } from '../../../shared/data/read.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
import { branchOfRef } from '../../../shared/tasks/words.ts'
import type { AnalysisTask, Project } from '../queries.ts'

interface Props {
  project: Project
  task: AnalysisTask
}

/** What mends the analysis of a branch at its Git host: an account that is let in, or another attempt. */
export function RepositoryRemedy({ project, task }: Props) {
  const { can } = useProjectPermissions(project.id)
  const waitsForAccount = task.payload?.error?.waits_for === 'credentials'
  return (
    <Box sx={{ width: '100%', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {waitsForAccount && can('project_automation_logs_read') ? (
        <ReadersAccount projectId={project.id} />
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {can('project_branch_create_delete') ? (
          <AnalyzeAgain project={project} task={task} isFirst={!waitsForAccount} />
        ) : null}
        {waitsForAccount && can('project_update') ? (
          <Button component={Link} to={paths.projectSettings(project.slug)} variant="outlined">
            Give it a service account
          </Button>
        ) : null}
        {can('project_automation_logs_read') ? (
          <Button component={Link} to={paths.projectAutomation(project.slug, task.job_id)} variant="outlined">
            Show the log
          </Button>
        ) : null}
      </Box>
    </Box>
  )
}

/** The repository is read as who made the project, or connected it again: only their account opens it. */
function ReadersAccount({ projectId }: { projectId: number }) {
  const me = useMe()
  const host = useHost(projectId)
  const connections = useConnections()
  const reader = useRead({ key: ['repository-reader', { projectId }], read: () => readerOf(projectId) })
  const isReader = me.data != null && reader.data === me.data.id
  const integration = connections.data?.find(
    (one) => one.workspace_integration_id === host.data?.integration_id,
  )
  if (!isReader || !integration) return null
  return (
    <ConnectPanel integration={integration}>
      <Typography>Connect your account at {integration.name}: the analysis then starts by itself.</Typography>
    </ConnectPanel>
  )
}

async function readerOf(projectId: number): Promise<number | null> {
  const { creator_id, project_repositories } = await unwrap(
    supabase
      .from('projects')
      .select('creator_id,project_repositories(connected_by,is_reconnected)')
      .eq('id', projectId)
      .single(),
  )
  const [repository] = project_repositories
  return repository?.is_reconnected ? repository.connected_by : creator_id
}

function AnalyzeAgain({ project, task, isFirst }: Props & { isFirst: boolean }) {
  const again = useChange({
    run: () => rpc('track_branch', { p_project_id: project.id, p_branch: branchOfRef(task.branch_ref) }),
    changes: ['docs-analysis'],
    failure: (error) => messageOf(error),
  })
  return (
    <Button
      variant={isFirst ? 'contained' : 'outlined'}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      Analyze again
    </Button>
  )
}
