import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import type { StudioBranch, StudioProject } from '../model.ts'
import { usePublishTask } from '../queries.ts'

interface Props {
  jobId: string
  project: StudioProject
  branch: StudioBranch
  /** Gives what was published a version number; null for who may not. */
  onRelease: (() => void) | null
  onClose: () => void
}

/** How publishing goes, and where it can be read. */
export function PublishProgress({ jobId, project, branch, onRelease, onClose }: Props) {
  const task = usePublishTask(jobId, project.id).data
  if (task?.status === 'failed') {
    const { message = 'The analysis failed.', file, line } = task.payload.error ?? {}
    const where = file ? ` (${file}${line ? `, line ${line}` : ''})` : ''
    return (
      <Alert severity="error" onClose={onClose} sx={{ borderRadius: 0 }}>
        Not published: {message}
        {where}
      </Alert>
    )
  }
  if (task?.status === 'success') {
    const address = branch.is_default ? paths.docs(project.slug) : paths.docs(project.slug, branch.slug)
    return (
      <Alert
        severity="success"
        sx={{ borderRadius: 0 }}
        action={
          <>
            <Button color="inherit" size="small" component={Link} to={address}>
              Read the documentation
            </Button>
            {onRelease ? (
              <Button color="inherit" size="small" onClick={onRelease}>
                Release…
              </Button>
            ) : null}
            <Button color="inherit" size="small" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        Published.
      </Alert>
    )
  }
  return (
    <div role="status">
      <Alert severity="info" icon={false} sx={{ borderRadius: 0 }}>
        Publishing…
      </Alert>
      <LinearProgress aria-label="Publishing" />
    </div>
  )
}
