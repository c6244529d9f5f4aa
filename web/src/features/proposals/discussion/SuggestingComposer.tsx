import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Proposal, SuggestedText } from '../model.ts'
import { Composer } from './Composer.tsx'
import { type Draft, SuggestionFields } from './SuggestionFields.tsx'

interface Props {
  projectId: number
  proposal: Proposal
  /** The file whose text may be suggested otherwise; null for none. */
  path: string | null
  /** Where in it one begins. */
  line: number
  label: string
  action: string
  onSend: (text: string, key: string, suggestion: SuggestedText | null) => Promise<unknown>
  onCancel: () => void
}

/** A field for what one says, with another text for what it is about where one has one. */
export function SuggestingComposer({ projectId, proposal, path, line, action, onSend, ...composer }: Props) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [suggestion, setSuggestion] = useState<SuggestedText | null>(null)
  const maySuggest = proposal.status === 'open' && proposal.branch_id !== null
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {maySuggest && path !== null ? (
        draft ? (
          <SuggestionFields
            projectId={projectId}
            proposal={proposal}
            path={path}
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
        action={suggestion ? `${action} and suggest` : action}
        onSend={(text, key) => onSend(text, key, suggestion)}
        {...composer}
      />
    </Box>
  )
}
