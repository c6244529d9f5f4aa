import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import type { Proposal } from '../model.ts'
import { useReview, useWithdrawReview } from '../queries.ts'

const mostNote = 2_000

/** What the reader says of a proposal as a whole; nobody reviews their own. */
export function ReviewPanel({ proposal }: { proposal: Proposal }) {
  const [note, setNote] = useState('')
  const review = useReview(proposal.id)
  const withdraw = useWithdrawReview(proposal.id)
  // What is on screen: content that came since is refused, and shown.
  const content = proposal.content_hash
  const mine = proposal.reviews.find(({ is_mine }) => is_mine)
  if (proposal.is_mine)
    return (
      <Section heading="h2" title="Your review">
        <Typography variant="body2" color="textSecondary">
          You proposed this: others review it.
        </Typography>
      </Section>
    )
  const say = (verdict: 'approved' | 'changes_requested') =>
    content !== null && review.mutate({ verdict, content, note }, { onSuccess: () => setNote('') })
  return (
    <Section heading="h2" title="Your review">
      {mine ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2">
            {mine.verdict === 'changes_requested'
              ? 'You requested changes.'
              : mine.fallen_at === null
                ? 'You approved it.'
                : 'You approved it before it changed.'}
          </Typography>
          <Button size="small" color="inherit" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Take back
          </Button>
        </Box>
      ) : null}
      {content === null ? (
        <Typography variant="body2" color="textSecondary">
          There is nothing to review before the branch has content.
        </Typography>
      ) : (
        <>
          <TextField
            multiline
            size="small"
            minRows={2}
            maxRows={8}
            label="Note (optional)"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            error={note.length > mostNote}
            helperText={
              note.length > mostNote ? `At most ${mostNote.toLocaleString('en')} characters` : undefined
            }
          />
          <FormError>{review.error ? messageOf(review.error) : null}</FormError>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button
              size="small"
              variant="contained"
              color="success"
              disabled={note.length > mostNote || (mine?.verdict === 'approved' && mine.fallen_at === null)}
              loading={review.isPending}
              onClick={() => say('approved')}
            >
              Approve
            </Button>
            <Button
              size="small"
              variant="outlined"
              disabled={note.length > mostNote}
              loading={review.isPending}
              onClick={() => say('changes_requested')}
            >
              Request changes
            </Button>
          </Box>
        </>
      )}
    </Section>
  )
}
