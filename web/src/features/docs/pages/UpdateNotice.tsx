import Alert from '@mui/material/Alert'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useProjectPermissions } from '../../../shared/data/workspace.tsx'
import { analysisQuery, type Branch, type Project } from '../queries.ts'
import { FailureText } from './AnalysisState.tsx'
import { ReplaceFile } from './ReplaceFile.tsx'

const pollMs = 3_000

/** For editors of a branch with content: that a newer version is on its way, or why it did not arrive. */
export function UpdateNotice({ project, branch }: { project: Project; branch: Branch }) {
  const { can } = useProjectPermissions(project.id)
  const client = useQueryClient()
  const query = useQuery({
    ...analysisQuery(branch.id),
    enabled: can('project_contents_update'),
    staleTime: pollMs,
    refetchInterval: ({ state }) => (isPending(state.data?.status) ? pollMs : false),
  })
  const status = query.data?.status
  const before = useRef(status)
  useEffect(() => {
    if (isPending(before.current) && status === 'success')
      void client.invalidateQueries({ queryKey: ['docs-project'] })
    before.current = status
  }, [status, client])

  if (isPending(status)) {
    return (
      <Alert severity="info" sx={{ mb: 3 }} role="status">
        A new version is being analysed. This page shows the current one until it is ready.
      </Alert>
    )
  }
  if (status !== 'failed') return null
  return (
    <Alert
      severity="warning"
      icon={false}
      sx={{ mb: 3, '& .MuiAlert-message': { display: 'grid', gap: 1, flex: 1 } }}
      action={<ReplaceFile project={project} branch={branch} label="Replace file" />}
    >
      The latest import failed; this page shows the version before it.
      <FailureText error={query.data?.payload?.error} />
    </Alert>
  )
}

const isPending = (status: string | undefined): boolean => status === 'queued' || status === 'running'
