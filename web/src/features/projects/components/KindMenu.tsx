import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import { Link } from 'react-router-dom'
import type { Kind } from '../kinds.ts'

interface Props {
  kinds: readonly Kind[]
  current: Kind
  addressOf: (kind: Kind) => string
}

/** The kinds of project that can be added. */
export function KindMenu({ kinds, current, addressOf }: Props) {
  return (
    <Box component="nav" aria-label="Kind of project">
      <List disablePadding>
        {kinds.map((kind) => {
          const Icon = kind.icon
          const isCurrent = kind.id === current.id
          return (
            <ListItem key={kind.id} disablePadding>
              <ListItemButton
                selected={isCurrent}
                aria-current={isCurrent ? 'page' : undefined}
                component={Link}
                to={addressOf(kind)}
                replace
              >
                <ListItemIcon sx={{ minWidth: 36 }}>
                  <Icon color={isCurrent ? 'primary' : 'inherit'} />
                </ListItemIcon>
                <ListItemText primary={kind.label} secondary={kind.hint} />
              </ListItemButton>
            </ListItem>
          )
        })}
      </List>
    </Box>
  )
}
