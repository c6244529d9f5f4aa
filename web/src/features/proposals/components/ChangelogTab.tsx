import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { use, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { MarkdownEditor } from '../../../shared/ui/MarkdownEditor.tsx'
import type { Proposal, ProposalPage } from '../model.ts'
import { ProposalPartsContext } from '../parts.ts'
import { useUpdateProposal } from '../queries.ts'
import { Overtaken } from './Overtaken.tsx'
import { Written } from './Written.tsx'

const most = 10_000

/** What is to be said to readers: drafted from the changes, until somebody writes it. */
export function ChangelogTab({ page, proposal }: { page: ProposalPage; proposal: Proposal }) {
  const { renderMarkdown } = use(ProposalPartsContext)
  const said = proposal.changelog ?? proposal.draft
  const [text, setText] = useState<string | null>(null)
  const [was, setWas] = useState<string | null>(null)
  const update = useUpdateProposal(proposal.id)
  const mayEdit = (page.may_edit || proposal.is_mine) && proposal.status === 'open'
  if (text === null)
    return (
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 260px' }}>
            {proposal.changelog === null
              ? 'Drafted from the changes. It follows them until somebody writes it.'
              : 'Written by hand. It does not follow the changes any more.'}
          </Typography>
          {mayEdit ? (
            <Button
              size="small"
              variant="outlined"
              onClick={() => {
                setText(said)
                setWas(proposal.changelog)
              }}
            >
              Write the changelog
            </Button>
          ) : null}
        </Box>
        {said ? <Written text={said} /> : <Typography>There is nothing to tell yet.</Typography>}
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <MarkdownEditor
        label="Changelog"
        value={text}
        onChange={setText}
        maxLength={most}
        renderPreview={renderMarkdown ?? ((markdown) => <Written text={markdown} />)}
      />
      {proposal.changelog === was ? null : (
        <Overtaken now={said} onKeepMine={() => setWas(proposal.changelog)} />
      )}
      <FormError>{update.error ? messageOf(update.error) : null}</FormError>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="contained"
          loading={update.isPending}
          disabled={text.length > most || proposal.changelog !== was}
          onClick={() =>
            update.mutate(
              { said: { changelog: text }, was: { changelog: was } },
              { onSuccess: () => setText(null) },
            )
          }
        >
          Save
        </Button>
        <Button color="inherit" onClick={() => setText(proposal.draft)}>
          Take the draft
        </Button>
        <Button color="inherit" onClick={() => setText(null)}>
          Cancel
        </Button>
      </Box>
    </Box>
  )
}
