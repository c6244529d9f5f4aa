import Alert from '@mui/material/Alert'
import type { AnalysisTask, Branch, Project } from '../queries.ts'
import { FailureText } from './FailureText.tsx'
import { ReplaceFile } from './ReplaceFile.tsx'

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
      The latest import failed; this page shows the version before it.
      <FailureText error={task.payload?.error} />
      <div>
        <ReplaceFile project={project} branch={branch} label="Replace file" />
      </div>
    </Alert>
  )
}
