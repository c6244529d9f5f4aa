import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { Proposal, ProposalPage } from '../model.ts'
import { useDiscussion, useStartThread } from '../queries.ts'
import { Composer } from './Composer.tsx'
import { ThreadCard } from './ThreadCard.tsx'

/** All that is said of a proposal, and a field to begin a thread. */
export function Discussion({ page, proposal }: { page: ProposalPage; proposal: Proposal }) {
  const [showsResolved, setShowsResolved] = useState(false)
  const read = useDiscussion(proposal, page.project.id)
  const start = useStartThread(proposal.id)
  const threads = read.data ?? []
  const resolved = threads.filter(({ resolved_at }) => resolved_at !== null).length
  const shown = threads.filter(({ resolved_at }) => showsResolved || resolved_at === null)
  return (
    <Section
      heading="h2"
      title="Discussion"
      actions={
        resolved > 0 ? (
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={showsResolved}
                onChange={(event) => setShowsResolved(event.target.checked)}
              />
            }
            label={`Show resolved (${resolved})`}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ) : null
      }
    >
      {read.isPending ? <Spinner label="Reading the discussion" /> : null}
      {read.isError ? <ReadFault error={read.error} onRetry={() => void read.refetch()} /> : null}
      {read.data && shown.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {resolved > 0 ? 'Everything is resolved.' : 'Nobody has said anything yet.'}
        </Typography>
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2, minWidth: 0 }}>
        {shown.map((thread) => (
          <ThreadCard key={thread.id} thread={thread} page={page} proposal={proposal} />
        ))}
      </Box>
      <Box sx={{ mt: 1 }}>
        <Composer
          proposalId={proposal.id}
          label="Start a thread"
          action="Comment"
          onSend={(text, key) => start.mutateAsync({ text, key })}
        />
      </Box>
    </Section>
  )
}
