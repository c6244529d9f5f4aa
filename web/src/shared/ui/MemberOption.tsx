import MailOutline from '@mui/icons-material/MailOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { HTMLAttributes } from 'react'
import { type Assignable, labelOf, type Picked } from './member-picks.ts'
import { PersonAvatar } from './PersonAvatar.tsx'
import { pictureSizes } from './sizes.ts'

/** An entry of the picker's list: somebody of the workspace, or the address that was typed. */
export interface Choice {
  picked: Picked
  assignable?: Assignable
}

/** A line of the picker's list. */
export function MemberOption({ item, choice }: { item: HTMLAttributes<HTMLLIElement>; choice: Choice }) {
  const { picked, assignable } = choice
  const note = assignable?.disabledBecause ?? assignable?.note
  return (
    <Box
      component="li"
      {...item}
      sx={{ gap: 1.25, minWidth: 0, '&.Mui-disabled, &[aria-disabled="true"]': { opacity: '1 !important' } }}
    >
      {assignable ? (
        <PersonAvatar name={assignable.name} avatarUrl={assignable.avatarUrl} size="row" />
      ) : (
        <MailOutline aria-hidden sx={{ width: pictureSizes.row, color: 'text.secondary' }} />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography
          variant="body2"
          noWrap
          sx={{ color: assignable?.disabledBecause ? 'text.secondary' : 'text.primary' }}
        >
          {assignable ? assignable.name : `Add ${labelOf(picked)}`}
        </Typography>
        {assignable?.email ? (
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {assignable.email}
          </Typography>
        ) : null}
      </Box>
      {note ? (
        <Typography variant="caption" color="textSecondary" sx={{ maxWidth: '45%', textAlign: 'right' }}>
          {note}
        </Typography>
      ) : null}
    </Box>
  )
}
