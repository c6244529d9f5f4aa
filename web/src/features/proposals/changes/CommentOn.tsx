import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useToast } from '../../../shared/ui/toast.ts'
import { Composer } from '../discussion/Composer.tsx'
import { type Draft, SuggestionFields } from '../discussion/SuggestionFields.tsx'
import type { ChangedNode, NodeChange, Proposal, SuggestedText } from '../model.ts'
import { useStartThread } from '../queries.ts'

interface Props {
  node: ChangedNode
  change: NodeChange | null
  projectId: number
  proposal: Proposal
  onDone: () => void
}

/** Begins a thread about a node or one of its changes, with another text for it where one has one. */
export function CommentOn({ node, change, projectId, proposal, onDone }: Props) {
  const start = useStartThread(proposal.id)
  const toast = useToast()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [suggestion, setSuggestion] = useState<SuggestedText | null>(null)
  const maySuggest = proposal.status === 'open' && proposal.branch_id !== null && node.operation !== 'removed'
  const line = change?.line ?? 1
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {maySuggest && node.path !== null ? (
        draft ? (
          <SuggestionFields
            projectId={projectId}
            proposal={proposal}
            path={node.path}
            draft={draft}
            onChange={(next, suggested) => {
              setDraft(next)
              setSuggestion(suggested)
            }}
          />
        ) : (
          <Box>
            <Button size="small" onClick={() => setDraft({ from: line, to: line, replacement: null })}>
              Suggest another text
            </Button>
          </Box>
        )
      ) : null}
      <Composer
        autoFocus
        proposalId={proposal.id}
        label={`Comment on ${node.name || node.uri}`}
        action={suggestion ? 'Comment and suggest' : 'Comment'}
        onSend={async (text, key) => {
          await start.mutateAsync({
            text,
            key,
            uri: node.uri,
            suggestion,
            ...(change && { pointer: change.pointer, quote: change.message }),
          })
          toast.success('Comment added to the discussion')
          onDone()
        }}
        onCancel={onDone}
      />
    </Box>
  )
}
