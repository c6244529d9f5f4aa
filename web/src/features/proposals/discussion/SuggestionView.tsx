import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { use, useState } from 'react'
import { Link } from 'react-router-dom'
import { withUnseenShown } from '../../../../../analysis/characters.ts'
import { placeOfSuggested } from '../../../../../editing/places/suggestion.ts'
import { paths } from '../../../shared/config/paths.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import { deletedUser, type Proposal, type ProposalPage, type Suggestion } from '../model.ts'
import { ProposalPartsContext } from '../parts.ts'
import { useApply, useBranchText, useSuggestionCommit } from '../queries.ts'

interface Props {
  page: ProposalPage
  proposal: Proposal
  commentId: number
  suggestion: Suggestion
}

/** What a comment suggests: the text that is there, the one that should be, and what became of it. */
export function SuggestionView({ page, proposal, commentId, suggestion }: Props) {
  const { path, original, replacement, applied_at: appliedAt, applied_by: appliedBy } = suggestion
  const isOpen = appliedAt === null && proposal.status === 'open' && proposal.branch_id !== null
  const text = useBranchText(page.project.id, proposal, isOpen ? path : null)
  const [commitId, setCommitId] = useState<string | null>(null)
  const isOutdated = isOpen && text.data !== undefined && placeOfSuggested(text.data, suggestion) === null
  return (
    <Box
      role="group"
      aria-label="Suggestion"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        p: 1.5,
        display: 'grid',
        gap: 1,
        minWidth: 0,
      }}
    >
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ fontFamily: monospace, overflowWrap: 'anywhere' }}
      >
        {path}
      </Typography>
      <Letters as="del" text={original} />
      {replacement === '' ? null : <Letters as="ins" text={replacement} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {appliedAt === null ? null : (
          <>
            <Chip size="small" color="success" label={`Applied by ${appliedBy ?? deletedUser}`} />
            {proposal.status === 'open' && page.branch?.has_changes ? (
              <MuiLink
                component={Link}
                variant="body2"
                to={paths.studio(page.project.slug, proposal.branch_slug)}
              >
                Open in the Studio
              </MuiLink>
            ) : null}
          </>
        )}
        {commitId ? <CommitState id={commitId} projectId={page.project.id} /> : null}
        {isOutdated ? (
          <>
            <Chip size="small" label="Outdated" />
            <Typography variant="body2" color="textSecondary">
              The text that it is about has changed.
            </Typography>
          </>
        ) : null}
        {isOpen && !isOutdated && page.may_edit ? (
          <ApplyButton
            page={page}
            proposal={proposal}
            commentId={commentId}
            suggestion={suggestion}
            onCommit={setCommitId}
          />
        ) : null}
      </Box>
    </Box>
  )
}

function Letters({ as, text }: { as: 'del' | 'ins'; text: string }) {
  return (
    <Box
      component={as}
      sx={{
        // After the kind of text, which has a family of its own.
        typography: 'body2',
        fontFamily: monospace,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        textDecoration: 'none',
        color: as === 'del' ? 'error.main' : 'success.main',
        maxHeight: 240,
        overflow: 'auto',
      }}
    >
      {withUnseenShown(text)
        .split('\n')
        .map((line) => `${as === 'del' ? '−' : '+'} ${line}`)
        .join('\n')}
    </Box>
  )
}

const commitStates: Record<string, string> = {
  queued: 'It is being committed.',
  running: 'It is being committed.',
  pushed: 'Committed.',
  moved: 'Not committed: the branch has new commits at the Git host. Commit it in the Studio.',
}

/** How the commit of what was applied goes, for who applied it. */
function CommitState({ id, projectId }: { id: string; projectId: number }) {
  const commit = useSuggestionCommit(id, projectId).data
  if (!commit) return null
  const { status, reason } = commit
  return (
    <Typography variant="body2" color="textSecondary" role="status" sx={{ overflowWrap: 'anywhere' }}>
      {commitStates[status] ?? `Not committed: ${reason} Commit it in the Studio.`}
    </Typography>
  )
}

function ApplyButton({
  page,
  proposal,
  commentId,
  suggestion,
  onCommit,
}: Props & { onCommit: (id: string) => void }) {
  const { applySuggestion } = use(ProposalPartsContext)
  const workspace = useWorkspace()
  const [problem, setProblem] = useState<string | null>(null)
  const toast = useToast()
  const apply = useApply(async () =>
    applySuggestion?.(
      {
        workspaceId: workspace.id,
        projectId: page.project.id,
        projectSlug: page.project.slug,
        branchSlug: proposal.branch_slug,
      },
      { commentId, ...suggestion },
    ),
  )
  if (page.project.type === 'cli')
    return (
      <Typography variant="body2" color="textSecondary">
        The files of this project are pushed: change them there.
      </Typography>
    )
  if (!applySuggestion) return null
  const run = async () => {
    try {
      const applied = await apply.mutateAsync()
      setProblem(applied && 'reason' in applied ? applied.reason : null)
      if (!applied || 'reason' in applied) return
      if (applied.commitId) onCommit(applied.commitId)
      toast.success(
        applied.commitId
          ? 'Applied. It is being committed, and then part of the proposal.'
          : page.project.type === 'vcs'
            ? 'Applied. Commit it in the Studio, and it is part of the proposal.'
            : 'Applied. Publish it in the Studio, and it is part of the proposal.',
      )
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <>
      <Button size="small" variant="outlined" loading={apply.isPending} onClick={() => void run()}>
        Apply suggestion
      </Button>
      {problem ? <FormError>{problem}</FormError> : null}
    </>
  )
}
