import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'

interface Props {
  name: string
  isMe?: boolean
  avatarUrl?: string | null
  note: string
  mark?: ReactNode
  removeLabel: string
  /** Why nobody may be removed right now. */
  removeBlocked?: string | null
  onRemove?: (() => void) | undefined
}

/** Somebody in a list of people, who may be removed from it. */
export function PersonLine({ name, isMe, avatarUrl, note, mark, ...removal }: Props) {
  const { removeLabel, removeBlocked, onRemove } = removal
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1 }}>
      <PersonAvatar name={name} avatarUrl={avatarUrl} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="div" noWrap title={name}>
          {name}
          {isMe ? ' (you)' : ''}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap title={note}>
          {note}
        </Typography>
      </Box>
      {mark}
      {onRemove ? (
        <Tooltip title={removeBlocked ?? removeLabel}>
          <span>
            <IconButton
              size="small"
              aria-label={removeLabel}
              disabled={Boolean(removeBlocked)}
              onClick={onRemove}
            >
              <Close fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      ) : null}
    </Box>
  )
}
