import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Place } from '../../../../../editing/places/find.ts'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { monospace, typeSizes } from '../../../shared/ui/type-sizes.ts'
import { Conversation } from './Conversation.tsx'
import { deletedUser, labelOf, type Thread } from './model.ts'
import { useReadMentions, useResolve } from './queries.ts'

interface Props {
  branchId: number
  thread: Thread
  /** Undefined while its file is not open. */
  place: Place | null | undefined
  hasFile: boolean
  isOpen: boolean
  mayModerate: boolean
  /** Its address, for others. */
  link: string
  onShow: () => void
  onFold: () => void
}

/** A thread in the list; the open one with all that was said, and a field to answer. */
export function ThreadCard({
  branchId,
  thread,
  place,
  hasFile,
  isOpen,
  mayModerate,
  link,
  onShow,
  onFold,
}: Props) {
  const { quote, excerpt, count, unread } = thread
  const author = thread.author ?? deletedUser
  const card = useRef<HTMLLIElement>(null)
  const resolve = useResolve()
  const read = useReadMentions()
  const onOpen = useEffectEvent(() => {
    card.current?.scrollIntoView?.({ block: 'nearest' })
    if (unread > 0) read.mutate(thread.id)
  })
  useEffect(() => {
    if (isOpen) onOpen()
  }, [isOpen])
  const isGone = !hasFile || place === null
  const where = place?.path && place.path.length > 0 ? labelOf(place.path) : null
  return (
    <Box
      component="li"
      ref={card}
      sx={{
        border: 1,
        borderColor: isOpen ? 'primary.main' : 'divider',
        borderRadius: 1,
        backgroundColor: 'background.paper',
        minWidth: 0,
      }}
    >
      <ButtonBase
        onClick={isOpen ? onFold : onShow}
        aria-expanded={isOpen}
        sx={{
          width: 1,
          p: 1.25,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 0.75,
          textAlign: 'left',
          justifyItems: 'start',
          borderRadius: 1,
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, width: 1, minWidth: 0 }}>
          <Typography variant="caption" color="textSecondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
            {where ?? thread.path}
          </Typography>
          {unread > 0 ? (
            <Chip
              size="small"
              color="primary"
              label={unread === 1 ? 'You are mentioned' : `${unread} mentions`}
            />
          ) : null}
          {thread.is_resolved ? (
            <Chip size="small" color="success" variant="outlined" label="Resolved" />
          ) : null}
        </Box>
        {quote !== '' ? <Quote text={quote} isWhole={isOpen} /> : null}
        {isOpen ? null : (
          <>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, width: 1, minWidth: 0 }}>
              <PersonAvatar name={author} avatarUrl={thread.avatar_url} size="line" />
              <Typography variant="subtitle2" component="span" noWrap sx={{ minWidth: 0 }}>
                {author}
              </Typography>
              <Typography variant="caption" color="textSecondary" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
                <RelativeTime at={thread.last_at} />
              </Typography>
              {count > 1 ? (
                <Typography variant="caption" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
                  {count - 1} {count === 2 ? 'reply' : 'replies'}
                </Typography>
              ) : null}
            </Box>
            <Typography variant="body2" sx={{ ...lines(3), overflowWrap: 'anywhere' }}>
              {excerpt}
            </Typography>
          </>
        )}
      </ButtonBase>
      {isGone ? (
        <Alert severity="info" sx={{ mx: 1.25, mb: 1.25, py: 0 }}>
          {hasFile ? 'What this was about has gone.' : 'The file that this was about has gone.'}
        </Alert>
      ) : null}
      {isOpen && place && place.kept === 'around' ? (
        <Alert severity="info" sx={{ mx: 1.25, mb: 1.25, py: 0 }}>
          These words have gone; what was around them is still there.
        </Alert>
      ) : null}
      {isOpen ? (
        <Box sx={{ px: 1.25, pb: 1.25, display: 'grid', gap: 1.25, minWidth: 0 }}>
          <Conversation branchId={branchId} threadId={thread.id} mayModerate={mayModerate} />
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Button
              size="small"
              startIcon={<CheckCircleOutlined />}
              disabled={resolve.isPending}
              onClick={() => resolve.mutate({ id: thread.id, isResolved: !thread.is_resolved })}
            >
              {thread.is_resolved ? 'Reopen' : 'Resolve'}
            </Button>
            <CopyButton text={link} label="Copy the link of this thread" />
            {thread.is_resolved && thread.resolved_at ? (
              <Typography variant="caption" color="textSecondary" noWrap sx={{ minWidth: 0 }}>
                {thread.resolved_by ?? deletedUser}, <RelativeTime at={thread.resolved_at} />
              </Typography>
            ) : null}
          </Box>
        </Box>
      ) : null}
    </Box>
  )
}

/** What stood where a thread was begun. */
export function Quote({ text, isWhole }: { text: string; isWhole: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        width: 1,
        pl: 1,
        borderLeft: 3,
        borderColor: 'warning.main',
        color: 'text.secondary',
        fontFamily: monospace,
        fontSize: typeSizes.caption,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        ...lines(isWhole ? 8 : 2),
      }}
    >
      {text}
    </Box>
  )
}

function lines(most: number) {
  return {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: most,
    overflow: 'hidden',
  } as const
}
