import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { RowMenu } from '../../../shared/ui/table/RowMenu.tsx'
import { entry } from '../components/entry.ts'
import { Written } from '../components/Written.tsx'
import { deletedUser, type Proposal, type ProposalPage, type ThreadComment } from '../model.ts'
import { useDeleteComment, useEditComment } from '../queries.ts'
import { Composer } from './Composer.tsx'
import { SuggestionView } from './SuggestionView.tsx'

interface Props {
  page: ProposalPage
  proposal: Proposal
  comment: ThreadComment
}

/** One comment, with what its author may do with it. */
export function CommentView({ page, proposal, comment }: Props) {
  const { id, text, is_mine: isMine, created_at: at, edited_at: editedAt } = comment
  const author = comment.author?.display_name ?? deletedUser
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const edit = useEditComment()
  const remove = useDeleteComment()
  const actions = [
    ...(isMine ? [entry('Edit', () => setEditing(true))] : []),
    ...(isMine || page.may_moderate ? [entry('Delete', () => setDeleting(true), true)] : []),
  ]
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <PersonAvatar name={author} avatarUrl={comment.author?.avatar_url} size="line" />
        <Typography variant="subtitle2" component="span" noWrap sx={{ minWidth: 0 }}>
          {author}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ flex: 1 }}>
          <RelativeTime at={at} />
          {editedAt ? ' · edited' : ''}
        </Typography>
        {actions.length > 0 ? (
          <RowMenu tabIndex={0} label={`Actions of the comment of ${author}`} actions={actions} />
        ) : null}
      </Box>
      {isEditing ? (
        <Composer
          autoFocus
          proposalId={proposal.id}
          label="Your comment"
          action="Save"
          start={text}
          onSend={async (next) => {
            await edit.mutateAsync({ id, text: next })
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Written text={text} mentions />
      )}
      {comment.suggestion ? (
        <SuggestionView page={page} proposal={proposal} commentId={id} suggestion={comment.suggestion} />
      ) : null}
      {isDeleting ? (
        <ConfirmDialog
          open
          destructive
          title="Delete this comment?"
          confirmLabel="Delete"
          onConfirm={() => remove.mutateAsync(id)}
          onClose={() => setDeleting(false)}
        >
          It is gone for everybody. The last comment of a thread takes the thread along.
        </ConfirmDialog>
      ) : null}
    </Box>
  )
}
