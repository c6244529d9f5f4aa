import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import Markdown from 'react-markdown'
import { Link } from 'react-router-dom'
import remarkGfm from 'remark-gfm'
import { isFormattable } from '../../../../../supabase/functions/_shared/domain/markdown-weight.ts'
import { paths } from '../../../shared/config/paths.ts'
import { notFoundText } from '../../../shared/ui/error-pages.tsx'
import { MethodBadge } from '../../../shared/ui/MethodBadge.tsx'
import { AsWritten } from '../../../shared/ui/markdown/AsWritten.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { monospace, typeSizes } from '../../../shared/ui/type-sizes.ts'
import { type ExplorerNode, useNode, useProjectAt } from '../queries.ts'
import { type NodeType, nodeTypes } from '../tree.ts'
import { PanelStar } from './Star.tsx'

interface Props {
  projectSlug: string
  nodeSlug: string
}

/** The node of the address, in the right half: what it is and says, and the way to its page. */
export function NodePanel({ projectSlug, nodeSlug }: Props) {
  const project = useProjectAt(projectSlug)
  const branchId = project.data?.default_branch_id
  const node = useNode(branchId, nodeSlug)
  const isPending = project.isPending || (branchId ? node.isPending : false)
  const isError = project.isError || node.isError
  return (
    <Box
      component="section"
      aria-label={node.data?.name ?? 'Node'}
      sx={{ width: '50%', flex: 'none', borderLeft: 1, borderColor: 'divider', overflowY: 'auto', p: 3 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2 }}>
        <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 1 }}>
          {project.data?.name}
        </Typography>
        <Button
          component={Link}
          to={paths.docs(projectSlug, undefined, nodeSlug)}
          size="small"
          variant="outlined"
        >
          Open in docs
        </Button>
        {node.data ? <PanelStar nodeId={node.data.id} /> : null}
        <IconButton component={Link} to={paths.explore()} aria-label="Close">
          <CloseIcon />
        </IconButton>
      </Box>
      {isPending ? (
        <Spinner />
      ) : isError ? (
        <Typography color="error">Something went wrong, no data to display</Typography>
      ) : node.data ? (
        <NodeView node={node.data} />
      ) : (
        <Typography color="textSecondary">{notFoundText}</Typography>
      )}
    </Box>
  )
}

function NodeView({ node }: { node: ExplorerNode }) {
  const { description, markdown } = node.data as { description?: unknown; markdown?: unknown }
  const text =
    [markdown, description, node.summary].find((one) => typeof one === 'string' && one !== '') ?? ''
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Typography variant="h2">{node.name}</Typography>
      <Typography variant="caption" color="textSecondary">
        {nodeTypes[node.type as NodeType] ?? ''}
      </Typography>
      {node.method ? (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            my: 1.5,
            fontFamily: monospace,
            fontSize: typeSizes.code,
          }}
        >
          <MethodBadge method={node.method} />
          {node.path}
        </Box>
      ) : null}
      {node.tags.length > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, my: 1 }}>
          {node.tags.map((tag) => (
            <Chip key={tag} size="small" variant="outlined" label={tag} />
          ))}
        </Box>
      ) : null}
      <Box
        sx={(theme) => ({
          ...theme.typography.body2,
          '& pre': { overflowX: 'auto' },
          '& img': { maxWidth: '100%' },
        })}
      >
        {isFormattable(String(text)) ? (
          <Markdown remarkPlugins={[remarkGfm]}>{String(text)}</Markdown>
        ) : (
          <AsWritten text={String(text)} />
        )}
      </Box>
    </Box>
  )
}
