import ForumOutlined from '@mui/icons-material/ForumOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import type { Comments } from './use-comments.ts'

/** Opens and closes the comments, and says how many one is mentioned in and has not read. */
export function CommentsButton({ comments }: { comments: Comments }) {
  const { threads, unread, isOpen, open, close } = comments
  if (!threads) return null
  const label = `${isOpen ? 'Hide' : 'Show'} the comments`
  const mentions = unread === 0 ? '' : `, ${unread} unread ${unread === 1 ? 'mention' : 'mentions'}`
  return (
    <IconButton
      size="small"
      onClick={isOpen ? close : open}
      aria-label={label + mentions}
      aria-pressed={isOpen}
      title={label + mentions}
    >
      {unread === 0 ? (
        <ForumOutlined fontSize="small" aria-hidden />
      ) : (
        <Badge badgeContent={unread} color="primary" max={99}>
          <ForumOutlined fontSize="small" aria-hidden />
        </Badge>
      )}
    </IconButton>
  )
}
