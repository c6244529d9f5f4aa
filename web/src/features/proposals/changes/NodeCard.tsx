import ThreadIcon from '@mui/icons-material/AddCommentOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { kindWord } from '../../../shared/ui/node-kinds.ts'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import { LevelMark } from '../components/Level.tsx'
import type { ChangedNode, NodeChange, Proposal, ProposalPage } from '../model.ts'
import { CommentOn } from './CommentOn.tsx'
import { FileText } from './FileText.tsx'
import { NodeBeforeAfter } from './NodeBeforeAfter.tsx'

interface Props {
  node: ChangedNode
  page: ProposalPage
  proposal: Proposal
}

type View = 'rendered' | 'text'
const shownAtFirst = 5

/** A node that changes: in sentences, as it looked and will look, and as text; each change can be talked about. */
export function NodeCard({ node, page, proposal }: Props) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const [view, setView] = useState<View | null>(null)
  const [about, setAbout] = useState<NodeChange | 'node' | null>(null)
  const changes = isWhole ? node.changes : node.changes.slice(0, shownAtFirst)
  const isHere = proposal.branch_id !== null && proposal.status !== 'merged'
  return (
    <Paper
      component="li"
      variant="outlined"
      aria-labelledby={id}
      sx={{ p: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <LevelMark level={node.semver} />
        <Typography id={id} variant="subtitle1" component="h2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {node.name || node.uri}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {kindWord(node.type)}
        </Typography>
        {node.operation === 'updated' ? null : (
          <Chip size="small" variant="outlined" label={node.operation === 'added' ? 'New' : 'Removed'} />
        )}
        {node.threads > 0 ? (
          <Typography variant="body2" color="textSecondary">
            {node.threads} open {node.threads === 1 ? 'thread' : 'threads'}
          </Typography>
        ) : null}
        <Box sx={{ flex: 1 }} />
        {isHere ? (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={view}
            onChange={(_event, next: View | null) => setView(next)}
            aria-label={`How ${node.name || node.uri} is shown`}
          >
            <ToggleButton value="rendered">Before and after</ToggleButton>
            {node.path ? <ToggleButton value="text">Text</ToggleButton> : null}
          </ToggleButtonGroup>
        ) : null}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75, minWidth: 0 }}>
        {changes.map((change) => (
          <ChangeLine
            key={`${change.rule} ${change.pointer} ${change.message}`}
            change={change}
            onComment={() => setAbout(change)}
          />
        ))}
      </Box>
      {node.change_count > changes.length ? (
        node.changes.length > changes.length ? (
          <Box>
            <Button size="small" onClick={() => setWhole(true)}>
              Show {node.changes.length - changes.length} more
            </Button>
          </Box>
        ) : (
          <Typography variant="body2" color="textSecondary">
            And {node.change_count - node.changes.length} more.
          </Typography>
        )
      ) : null}
      {about === null ? null : (
        <CommentOn
          node={node}
          change={about === 'node' ? null : about}
          projectId={page.project.id}
          proposal={proposal}
          onDone={() => setAbout(null)}
        />
      )}
      {view === 'rendered' ? <NodeBeforeAfter node={node} proposal={proposal} /> : null}
      {view === 'text' && node.path ? (
        <FileText projectId={page.project.id} proposal={proposal} path={node.path} />
      ) : null}
    </Paper>
  )
}

function ChangeLine({ change, onComment }: { change: NodeChange; onComment: () => void }) {
  const { semver, message, before, after } = change
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        gap: 1,
        alignItems: 'start',
        typography: 'body2',
      }}
    >
      <LevelMark level={semver} />
      <Box sx={{ overflowWrap: 'anywhere', pt: 0.25 }}>
        {message}
        {before !== null || after !== null ? (
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1,
              mt: 0.5,
              fontFamily: monospace,
              '& > *': { whiteSpace: 'pre-wrap', textDecoration: 'none' },
            }}
          >
            {before === null ? null : (
              <Box component="del" sx={{ color: 'error.main' }}>
                − {before}
              </Box>
            )}
            {after === null ? null : (
              <Box component="ins" sx={{ color: 'success.main' }}>
                + {after}
              </Box>
            )}
          </Box>
        ) : null}
      </Box>
      <Tooltip title="Comment on this change">
        <IconButton size="small" aria-label={`Comment on: ${message}`} onClick={onComment}>
          <ThreadIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  )
}
