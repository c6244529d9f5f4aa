import ApprovedIcon from '@mui/icons-material/CheckCircle'
import ObjectionIcon from '@mui/icons-material/Error'
import TeamIcon from '@mui/icons-material/GroupOutlined'
import WaitingIcon from '@mui/icons-material/Schedule'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { RowMenu } from '../../../shared/ui/table/RowMenu.tsx'
import { entry } from '../components/entry.ts'
import { deletedUser, type Proposal, type ProposalPage, type Review, type Reviewer } from '../model.ts'
import { useAskReviewer, useUnaskReviewer } from '../queries.ts'
import { AskReviewer } from './AskReviewer.tsx'

/** Who is asked, who has said what of which content, and whose approval is needed. */
export function ReviewersPanel({ page, proposal }: { page: ProposalPage; proposal: Proposal }) {
  const mayAsk = (page.may_edit || proposal.is_mine) && proposal.status === 'open'
  const asked = new Set(proposal.reviewers.map(({ user_id }) => user_id))
  const others = proposal.reviews.filter(({ person }) => !person || !asked.has(person.user_id))
  const isEmpty = proposal.reviewers.length === 0 && others.length === 0 && proposal.requirements.length === 0
  return (
    <Section heading="h2" title="Reviewers">
      {isEmpty ? (
        <Typography variant="body2" color="textSecondary">
          Nobody is asked yet.
        </Typography>
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {proposal.reviewers.map((reviewer) => (
          <Asked
            key={`${reviewer.user_id} ${reviewer.team_id}`}
            proposalId={proposal.id}
            reviewer={reviewer}
            review={proposal.reviews.find(({ person }) => person && person.user_id === reviewer.user_id)}
            mayChange={mayAsk && reviewer.may_unask}
          />
        ))}
        {others.map((review) => (
          <Box component="li" key={review.id} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <PersonAvatar
              name={review.person?.display_name ?? deletedUser}
              avatarUrl={review.person?.avatar_url}
              size="line"
            />
            <Said name={review.person?.display_name ?? deletedUser} review={review} />
          </Box>
        ))}
      </Box>
      {proposal.requirements.map(({ kind, id, name, needed, given }) => (
        <Typography
          key={`${kind} ${id}`}
          variant="body2"
          color={given < needed ? 'textPrimary' : 'textSecondary'}
        >
          {kind === 'team' ? `${given} of ${needed} approvals of ${name}` : `${name} must approve`}
          {given >= needed ? ': given' : ''}
        </Typography>
      ))}
      {mayAsk ? <AskReviewer proposal={proposal} /> : null}
    </Section>
  )
}

interface AskedProps {
  proposalId: number
  reviewer: Reviewer
  review: Review | undefined
  mayChange: boolean
}

function Asked({ proposalId, reviewer, review, mayChange }: AskedProps) {
  const { user_id: userId, team_id: teamId, name, is_required: isRequired } = reviewer
  const ask = useAskReviewer(proposalId)
  const unask = useUnaskReviewer(proposalId)
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', minWidth: 0 }}>
      {teamId === null ? (
        <PersonAvatar name={name ?? deletedUser} avatarUrl={reviewer.avatar_url} size="line" />
      ) : (
        <TeamIcon fontSize="small" titleAccess="Team" />
      )}
      <Said name={name ?? deletedUser} review={review} isRequired={isRequired} reads={reviewer.reads} />
      {mayChange ? (
        <RowMenu
          tabIndex={0}
          label={`Actions of ${name}`}
          actions={[
            entry(isRequired ? 'Not required' : 'Required', () =>
              ask.mutate({ userId, teamId, isRequired: !isRequired }),
            ),
            entry('Ask no more', () => unask.mutate({ userId, teamId }), true),
          ]}
        />
      ) : null}
    </Box>
  )
}

interface SaidProps {
  name: string
  review: Review | undefined
  isRequired?: boolean
  reads?: boolean
}

function Said({ name, review, isRequired = false, reads = true }: SaidProps) {
  const fell = review?.fallen_at != null
  return (
    <Box sx={{ flex: 1, minWidth: 0, typography: 'body2' }}>
      <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', overflowWrap: 'anywhere' }}>
        <span>{name}</span>
        {isRequired ? <Typography variant="caption">required</Typography> : null}
        <Box sx={{ flex: 1 }} />
        {review && !fell ? (
          review.verdict === 'approved' ? (
            <ApprovedIcon fontSize="small" color="success" titleAccess="Approved" />
          ) : (
            <ObjectionIcon fontSize="small" color="error" titleAccess="Requested changes" />
          )
        ) : (
          <WaitingIcon fontSize="small" color="disabled" titleAccess="Not reviewed" />
        )}
      </Box>
      {!reads ? (
        <Typography variant="caption" color="textSecondary" component="p">
          Does not see it any more
        </Typography>
      ) : null}
      {review ? (
        <Typography variant="caption" color="textSecondary" component="p">
          {fell
            ? 'Approved before it changed'
            : review.verdict === 'approved'
              ? 'Approved'
              : 'Requested changes'}
          , <RelativeTime at={review.created_at} />
        </Typography>
      ) : null}
      {review?.note ? (
        <Box sx={{ mt: 0.5, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{review.note}</Box>
      ) : null}
    </Box>
  )
}
