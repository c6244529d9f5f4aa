import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { hasEnded, type Proposal, type ProposalPage } from '../model.ts'
import { useCloseProposal, useReopenProposal } from '../queries.ts'

/** How a proposal ends, or has ended. */
export function EndPanel({ page, proposal }: { page: ProposalPage; proposal: Proposal }) {
  const { status, ended_at: at, ended_by: by, baseline_name: baseline } = proposal
  const { projectSlug = '' } = useParams()
  const [isClosing, setClosing] = useState(false)
  const close = useCloseProposal(proposal.id)
  const reopen = useReopenProposal(proposal.id)
  const mayEnd = page.may_edit || proposal.is_mine
  if (hasEnded(proposal))
    return (
      <Section heading="h2" title={status === 'merged' ? 'Merged' : 'Closed'}>
        <Typography variant="body2" color="textSecondary">
          {status === 'merged' ? `It is part of ${baseline}` : 'It was taken back'}
          {by ? `, by ${by.display_name}` : ''}, <RelativeTime at={at} />.
        </Typography>
        {page.branch ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {status === 'closed' && mayEnd ? (
              <Button
                size="small"
                variant="outlined"
                loading={reopen.isPending}
                onClick={() => reopen.mutate()}
              >
                Open it again
              </Button>
            ) : null}
            {page.may_edit ? (
              <Button
                size="small"
                variant="outlined"
                component={Link}
                to={`${paths.proposal(projectSlug, proposal.branch_slug)}?new`}
              >
                Propose {page.branch.name} anew
              </Button>
            ) : null}
          </Box>
        ) : null}
      </Section>
    )
  if (!mayEnd || status !== 'open') return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {page.may_edit ? (
        <Button
          size="small"
          variant="contained"
          component={Link}
          to={`${paths.proposal(projectSlug, proposal.branch_slug)}/merge?proposal=${proposal.id}`}
        >
          Merge…
        </Button>
      ) : null}
      <Button size="small" color="inherit" onClick={() => setClosing(true)}>
        Close without merging…
      </Button>
      {isClosing ? (
        <ConfirmDialog
          open
          title="Close this proposal?"
          confirmLabel="Close it"
          onConfirm={() => close.mutateAsync()}
          onClose={() => setClosing(false)}
        >
          Nothing becomes part of {baseline}. The branch and the discussion stay, and it can be opened again.
        </ConfirmDialog>
      ) : null}
    </Box>
  )
}
