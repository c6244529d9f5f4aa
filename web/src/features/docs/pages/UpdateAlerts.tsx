import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { findingsText } from '../../../shared/tasks/words.ts'
import type { AnalysisTask, Branch, Project } from '../queries.ts'
import { FailureText } from './FailureText.tsx'
import { Remedy } from './Remedy.tsx'

/** A newer version of what the page shows is being made. */
export function UpdateComing() {
  return (
    <Alert severity="info" sx={{ mb: 3 }} role="status">
      A new version is being analysed. This page shows the current one until it is ready.
    </Alert>
  )
}

/** Why the newest files did not become the page. */
export function UpdateFailed({
  project,
  branch,
  task,
}: {
  project: Project
  branch: Branch
  task: AnalysisTask
}) {
  return (
    <Alert
      severity="warning"
      icon={false}
      sx={{ mb: 3, '& .MuiAlert-message': { display: 'grid', gap: 1, flex: 1 } }}
    >
      The latest {project.type === 'vcs' ? 'analysis' : 'import'} failed; this page shows the version before
      it.
      <FailureText error={task.payload?.error} />
      <div>
        <Remedy project={project} branch={branch} task={task} />
      </div>
    </Alert>
  )
}

/** For its author: what was read has faults, though it could be shown; with the way to them. */
export function UpdateWarnings({ project, task }: { project: Project; task: AnalysisTask }) {
  const to =
    project.type === 'web'
      ? paths.admin.task(task.job_id)
      : paths.projectAutomation(project.slug, task.job_id)
  return (
    <Alert
      severity="warning"
      role="note"
      sx={{ mb: 3, py: 0 }}
      action={
        <Button component={Link} to={to} color="inherit" size="small">
          Show log
        </Button>
      }
    >
      The last analysis has {findingsText(task.payload ?? {})}.
    </Alert>
  )
}
