import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import type { StudioProject } from '../model.ts'
import { usePublishTask } from '../queries.ts'
import { ReconnectFor } from './HostAccount.tsx'
import { useCommit } from './queries.ts'

interface Props {
  id: string
  project: StudioProject
  /** Those that there are: a new one opens once it is among them. */
  branches: readonly { name: string; slug: string }[]
  onClose: () => void
}

const hashLength = 7

/** How a commit goes, and where it is. */
export function CommitProgress({ id, project, branches, onClose }: Props) {
  const commit = useCommit(id, project.id).data
  const task = usePublishTask(commit?.task_id ?? null, project.id).data
  const navigate = useNavigate()
  const shape = { borderRadius: 0 }
  if (commit?.status === 'failed')
    return (
      <>
        <Alert severity="error" onClose={onClose} sx={shape}>
          Not pushed: {commit.reason}
        </Alert>
        <ReconnectFor project={project} reason={commit.reason} onConnected={onClose} />
      </>
    )
  if (commit?.status === 'moved')
    return (
      <Alert severity="warning" onClose={onClose} sx={shape}>
        Not pushed: the branch has new commits at the Git host.{' '}
        {task?.status === 'success'
          ? 'They are here now. Commit again; what you changed as well is to be brought together before.'
          : 'They are being read.'}
      </Alert>
    )
  if (commit?.status === 'pushed') {
    const begun = branches.find(({ name }) => name === commit.new_branch)
    return (
      <Alert
        severity="success"
        sx={shape}
        action={
          <>
            {begun ? (
              <Button
                color="inherit"
                size="small"
                onClick={() => {
                  onClose()
                  void navigate(paths.studio(project.slug, begun.slug))
                }}
              >
                Open {begun.name}
              </Button>
            ) : null}
            <Button color="inherit" size="small" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {commit.new_branch === null ? 'Pushed' : `${commit.new_branch} was pushed`} as{' '}
        {commit.commit_hash?.slice(0, hashLength)}.{' '}
        {task?.status === 'failed'
          ? 'Its documentation could not be made: the automation of the project says why.'
          : commit.new_branch !== null && !begun
            ? 'It can be opened once it has been analysed.'
            : ''}
      </Alert>
    )
  }
  return (
    <div role="status">
      <Alert severity="info" icon={false} sx={shape}>
        Pushing…
      </Alert>
      <LinearProgress aria-label="Pushing" />
    </div>
  )
}
