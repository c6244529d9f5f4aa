import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Link, Navigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { BranchNodeView } from '../../../shared/ui/branch-node-slot.tsx'
import { notFoundText } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { KeptNarrowing } from '../narrowing.ts'
import { useNode, useProjectAt } from '../queries.ts'
import { PanelStar } from './Star.tsx'

interface Props {
  projectSlug: string
  nodeSlug: string
  /** The version that it is read on; without one the default version. */
  version: string | undefined
  /** What the tree beside it is narrowed by. */
  kept: KeptNarrowing
}

/** The node of the address, in the right half, on a phone alone: its documentation, and the way to its page. */
export function NodePanel({ projectSlug, nodeSlug, version, kept }: Props) {
  const project = useProjectAt(projectSlug)
  const node = useNode(project.data, version, nodeSlug)
  const isPending = project.isPending || (project.data ? node.isPending : false)
  const shown = node.data
  const isError = project.isError || node.isError
  if (project.data && project.data.slug !== projectSlug)
    return <Navigate to={paths.explore(project.data.slug, nodeSlug, { version, ...kept })} replace />
  return (
    <Box
      component="section"
      aria-label={shown?.node.name ?? 'Node'}
      sx={{
        width: { xs: '100%', md: '50%' },
        flex: 'none',
        borderLeft: { xs: 0, md: 1 },
        borderColor: { md: 'divider' },
        overflowY: 'auto',
        p: { xs: 2, md: 3 },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2 }}>
        <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 1 }}>
          {project.data?.name}
        </Typography>
        <Button
          component={Link}
          to={paths.docs(projectSlug, version, nodeSlug)}
          size="small"
          variant="outlined"
        >
          Open in docs
        </Button>
        {shown ? <PanelStar nodeId={shown.node.id} /> : null}
        <IconButton component={Link} to={paths.explore(undefined, undefined, kept)} aria-label="Close">
          <CloseIcon />
        </IconButton>
      </Box>
      {isPending ? (
        <Spinner />
      ) : isError ? (
        <Typography color="error">Something went wrong, no data to display</Typography>
      ) : shown && project.data ? (
        <BranchNodeView
          key={`${shown.branch.id} ${shown.node.slug}`}
          project={project.data}
          branch={shown.branch}
          node={shown.node}
        />
      ) : (
        <Typography color="textSecondary">{notFoundText}</Typography>
      )}
    </Box>
  )
}
