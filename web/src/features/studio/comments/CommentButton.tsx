import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined'
import ChatBubbleOutlined from '@mui/icons-material/ChatBubbleOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { useSyncExternalStore } from 'react'
import type { Path } from '../../../../../editing/types.ts'
import type { CommentMarks } from './comment-marks.ts'

interface Props {
  marks: CommentMarks
  documentId: string
  path: Path
  /** What it is, in words. */
  of: string
  onComment: () => void
}

/** At a part of a form: how many threads there are about it, or the way to begin one. */
export function CommentButton({ marks, documentId, path, of, onComment }: Props) {
  const ids = useSyncExternalStore(marks.subscribe, () =>
    marks
      .at(documentId, path)
      .map(({ id }) => id)
      .join(),
  )
  const count = ids === '' ? 0 : ids.split(',').length
  const label = count === 0 ? `Comment on ${of}` : `${count} ${count === 1 ? 'comment' : 'comments'} on ${of}`
  return (
    <IconButton
      size="small"
      sx={{ flex: 'none', ...(count === 0 && { opacity: 0.55, '&:hover, &:focus-visible': { opacity: 1 } }) }}
      aria-label={label}
      title={label}
      onClick={() => (count === 0 ? onComment() : marks.onOpen(Number(ids.split(',')[0])))}
    >
      {count === 0 ? (
        <AddCommentOutlined fontSize="compact" aria-hidden />
      ) : (
        <Badge badgeContent={count} color="warning" max={99}>
          <ChatBubbleOutlined fontSize="compact" aria-hidden />
        </Badge>
      )}
    </IconButton>
  )
}
