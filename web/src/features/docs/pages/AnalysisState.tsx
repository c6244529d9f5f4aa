import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { phaseText, waitingText } from '../../../shared/tasks/words.ts'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import type { AnalysisTask, Branch, Project } from '../queries.ts'
import { FailureText } from './FailureText.tsx'
import { Remedy } from './Remedy.tsx'
import { RepositoryPush } from './RepositoryPush.tsx'

/** How far the analysis has come. */
export function AnalysisRunning({ project, task }: { project: Project; task: AnalysisTask }) {
  usePageTitle(project.name)
  const { phase, done, total } = task.payload?.progress ?? {}
  const known = typeof done === 'number' && typeof total === 'number' && total > 0
  const percent = known ? Math.min(100, Math.round((done / total) * 100)) : 0
  const label = task.status === 'queued' ? 'Waiting for its turn' : phaseText(phase)
  return (
    <Box sx={{ width: 'min(440px, 100%)', textAlign: 'center', display: 'grid', gap: 2 }} role="status">
      <Typography variant="h1">Reading {project.name}</Typography>
      <Typography color="text.secondary">
        The pages are being made. They appear here by themselves as soon as they are ready.
      </Typography>
      <LinearProgress
        variant={known ? 'determinate' : 'indeterminate'}
        value={percent}
        aria-label="Progress of the analysis"
      />
      <Typography variant="body2" color="text.secondary">
        {label}
        {known ? `, ${percent} %` : ''}
      </Typography>
    </Box>
  )
}

/** Why the last analysis failed, and what mends it. */
export function AnalysisFailed({
  project,
  branch,
  task,
}: {
  project: Project
  branch: Branch
  task: AnalysisTask
}) {
  usePageTitle(project.name)
  return (
    <Box sx={{ width: 'min(560px, 100%)', display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography variant="h1">
        {waitingText(task) ?? `This ${project.type === 'vcs' ? 'repository' : 'file'} could not be read`}
      </Typography>
      <FailureText error={task.payload?.error} />
      {task.payload?.error?.waits_for === 'push' ? (
        <RepositoryPush project={project} branch={branch} />
      ) : null}
      <Remedy project={project} branch={branch} task={task} />
    </Box>
  )
}
