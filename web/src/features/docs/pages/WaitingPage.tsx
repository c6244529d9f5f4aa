import { useRead } from '../../../shared/data/read.ts'
import { projectTopic, usePolled } from '../../../shared/data/realtime.ts'
import { useScope } from '../../../shared/data/workspace.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { analysisQuery, type Branch, type Project, projectQuery } from '../queries.ts'
import { AnalysisFailed, AnalysisRunning } from './AnalysisState.tsx'
import { EmptyBranch } from './EmptyBranch.tsx'
import { SetupScreen } from './SetupScreen.tsx'

// While a branch has never been analysed its arrival is looked for this often.
const pollMs = 3_000

/** A branch without content: it is being analysed, that failed, or nothing was ever imported. */
export function WaitingPage({ project, branch }: { project: Project; branch: Branch | undefined }) {
  const { viewer } = useScope()
  const asked = branch !== undefined && viewer !== null
  const poll = usePolled(projectTopic(project.id), pollMs)
  useRead({ ...projectQuery(project.workspace_id, project.slug), refetchInterval: poll })
  const query = useRead({
    ...analysisQuery(branch?.id ?? 0),
    enabled: asked,
    refetchInterval: poll,
    staleTime: 0,
  })
  const task = query.data
  return (
    <EmptyBranch project={project} branch={branch}>
      {asked && query.isPending ? (
        <Spinner />
      ) : task?.status === 'queued' || task?.status === 'running' ? (
        <AnalysisRunning project={project} task={task} />
      ) : task?.status === 'failed' && branch ? (
        <AnalysisFailed project={project} branch={branch} task={task} />
      ) : (
        <SetupScreen project={project} branch={branch} />
      )}
    </EmptyBranch>
  )
}
