import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MuiLink from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import type { Proposal, ProposalPage, Thread } from '../model.ts'
import { useReplyTo, useResolveThread } from '../queries.ts'
import { CommentView } from './CommentView.tsx'
import { SuggestingComposer } from './SuggestingComposer.tsx'

interface Props {
  thread: Thread
  page: ProposalPage
  proposal: Proposal
}

/** A thread: the place that it is about, what was said, and a field to answer. */
export function ThreadCard({ thread, page, proposal }: Props) {
  const [isAnswering, setAnswering] = useState(false)
  const reply = useReplyTo(thread.id)
  const resolve = useResolveThread(thread.id)
  const isResolved = thread.resolved_at !== null
  const { projectSlug = '' } = useParams()
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{
        p: 2,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        opacity: isResolved ? 0.8 : 1,
      }}
    >
      {thread.node_uri === null ? null : (
        <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            On{' '}
            <MuiLink
              component={Link}
              to={`${paths.proposal(projectSlug, proposal.branch_slug)}/changes?${new URLSearchParams({ proposal: String(proposal.id), search: thread.node_uri })}`}
            >
              {thread.node_name || thread.node_uri}
            </MuiLink>
            {thread.pointer ? (
              <Box component="code" sx={{ fontFamily: monospace, ml: 1, color: 'text.secondary' }}>
                {thread.pointer}
              </Box>
            ) : null}
          </Typography>
          {thread.quote ? (
            <Box
              component="blockquote"
              sx={{
                m: 0,
                pl: 1.5,
                borderLeft: 3,
                borderColor: 'divider',
                color: 'text.secondary',
                typography: 'body2',
                overflowWrap: 'anywhere',
              }}
            >
              {thread.quote}
            </Box>
          ) : null}
        </Box>
      )}
      <Box
        component="ul"
        aria-live="polite"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5, minWidth: 0 }}
      >
        {thread.comments.map((comment) => (
          <CommentView key={comment.id} page={page} proposal={proposal} comment={comment} />
        ))}
      </Box>
      {isAnswering ? (
        <SuggestingComposer
          projectId={page.project.id}
          proposal={proposal}
          path={thread.path}
          line={thread.line ?? 1}
          label="Reply"
          action="Reply"
          onSend={async (text, key, suggestion) => {
            await reply.mutateAsync({ text, key, suggestion })
            setAnswering(false)
          }}
          onCancel={() => setAnswering(false)}
        />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Button size="small" onClick={() => setAnswering(true)}>
            Reply
          </Button>
          <Button
            size="small"
            color="inherit"
            loading={resolve.isPending}
            onClick={() => resolve.mutate(!isResolved)}
          >
            {isResolved ? 'Open again' : 'Resolve'}
          </Button>
          {isResolved ? (
            <Chip size="small" label={`Resolved${thread.resolved_by ? ` by ${thread.resolved_by}` : ''}`} />
          ) : null}
        </Box>
      )}
    </Paper>
  )
}
