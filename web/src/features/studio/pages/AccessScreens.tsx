import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { ConnectPanel } from '../../../shared/connections/ConnectPanel.tsx'
import { useConnections } from '../../../shared/connections/queries.ts'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { StudioProject } from '../model.ts'

const home = (
  <Button component={Link} to={paths.home} variant="contained">
    Back to the workspace
  </Button>
)

const docsOf = (project: StudioProject) => (
  <Button component={Link} to={paths.docs(project.slug)} variant="contained">
    Read the documentation
  </Button>
)

/** The answer did not come, or said nothing. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePage
      title="Error retrieving project"
      actions={
        <Button variant="contained" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Please check your connection and try again.
    </MessagePage>
  )
}

/** There is no server to ask, and this browser has not seen the project, or forgot it when somebody signed out. */
export function NothingKept() {
  return (
    <MessagePage title="You are offline">
      This project is not kept in this browser, so that it opens once there is a connection. It is tried again
      by itself.
    </MessagePage>
  )
}

export function ProjectNotFound() {
  return (
    <MessagePage title="Project not found" actions={home}>
      The address may be mistyped, or the project is not shared with you.
    </MessagePage>
  )
}

/** The branch is not there, or its link has ended. */
export function NoLongerShared({ project }: { project?: StudioProject }) {
  return (
    <MessagePage title="Project not found" actions={project ? docsOf(project) : home}>
      This project is no longer shared, or the share URL may have changed.
    </MessagePage>
  )
}

/** For a project that is not edited here, or not by this person; the database says why. */
export function CannotEdit({ project, message }: { project: StudioProject; message: string | null }) {
  return (
    <MessagePage title="Cannot edit project" actions={docsOf(project)}>
      {message ?? 'You may not open this project in the Studio.'}
    </MessagePage>
  )
}

interface ConnectProps {
  project: StudioProject
  message: string | null
  onConnected: () => void
}

/** A project at a Git host is edited by an account there. */
export function Connect({ project, message, onConnected }: ConnectProps) {
  const connections = useConnections()
  const integration = connections.data?.find(
    ({ workspace_integration_id: id }) => id === project.workspace_integration_id,
  )
  const text = message ?? 'You need to connect your Git account to open this project'
  if (connections.isPending) return <Spinner />
  return (
    <MessagePage
      title={project.name}
      actions={
        <Button component={Link} to={paths.docs(project.slug)} color="inherit">
          Read the documentation instead
        </Button>
      }
    >
      {integration ? (
        <ConnectPanel integration={integration} onConnected={onConnected}>
          <Typography sx={{ textAlign: 'left' }}>{text}</Typography>
        </ConnectPanel>
      ) : (
        <>{text}. Its Git host is not among those of this workspace: an admin can add it in the settings.</>
      )}
    </MessagePage>
  )
}
