import MoreVertIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type SyntheticEvent, useState } from 'react'
import { fieldWidth } from '../sizes.ts'
import type { MenuEntry } from './table-view.ts'

interface Props {
  actions: MenuEntry[]
  tabIndex: 0 | -1
  label?: string
}

// React hands on events of the menu, which lies elsewhere in the page, to the row.
const stop = (event: SyntheticEvent) => event.stopPropagation()

/** "More actions" of a row; one that is not to be had says why. */
export function RowMenu({ actions, tabIndex, label = 'More actions' }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const select = (action: MenuEntry) => {
    if (action.disabledBecause !== null) return
    close()
    action.onSelect()
  }
  return (
    <>
      <IconButton
        size="small"
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={close} onClick={stop} onKeyDown={stop}>
          {actions.map((action) => (
            <ActionItem key={action.label} action={action} onSelect={() => select(action)} />
          ))}
        </Menu>
      ) : null}
    </>
  )
}

interface ActionItemProps {
  action: MenuEntry
  onSelect: () => void
}

// The list moves its focus by these properties, which it sets on its items.
function ActionItem({ action, onSelect, ...listProps }: ActionItemProps) {
  const { label, icon, isDestructive, disabledBecause } = action
  const isDisabled = disabledBecause !== null
  const colour = isDestructive ? 'error.main' : 'text.primary'
  return (
    <MenuItem
      {...listProps}
      onClick={onSelect}
      aria-disabled={isDisabled}
      sx={{ maxWidth: fieldWidth, ...(isDisabled ? { cursor: 'default' } : {}) }}
    >
      {icon ? (
        <ListItemIcon sx={{ color: isDisabled ? 'text.disabled' : colour }}>{icon}</ListItemIcon>
      ) : null}
      <ListItemText
        primary={label}
        secondary={disabledBecause}
        slotProps={{
          primary: { sx: { color: isDisabled ? 'text.disabled' : colour } },
          secondary: { sx: { whiteSpace: 'normal' } },
        }}
      />
    </MenuItem>
  )
}
