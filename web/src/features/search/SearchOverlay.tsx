import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { typeSizes } from '../../shared/ui/type-sizes.ts'
import { ResultList } from './ResultList.tsx'
import { useEntries } from './use-entries.ts'

interface Props {
  /** Inside a project's docs the search is limited to it. */
  projectSlug?: string
  onClose: () => void
}

/** Search across the workspace or one project; arrows choose, Enter opens, Escape closes. */
export default function SearchOverlay({ projectSlug, onClose }: Props) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { items, message, searching, failed } = useEntries(text, projectSlug)
  const listId = useId()
  const label = projectSlug ? 'Search within the project' : 'Search...'
  const current = Math.min(active, items.length - 1)

  const open = (to: string) => {
    onClose()
    navigate(to)
  }
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step && items.length) {
      event.preventDefault()
      setActive((current + step + items.length) % items.length)
    }
    const chosen = items[current]
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) open(chosen.to)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="md"
      slotProps={{
        paper: {
          'aria-label': 'Search',
          sx: { position: 'absolute', top: { xs: 0, md: '10vh' }, m: { xs: 1, md: 0 } },
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <SearchIcon color="action" />
        <InputBase
          autoFocus
          fullWidth
          value={text}
          placeholder={label}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKey}
          sx={{ py: 1.25, fontSize: typeSizes.search }}
          inputProps={{
            role: 'combobox',
            'aria-label': label,
            'aria-autocomplete': 'list',
            'aria-expanded': items.length > 0,
            'aria-controls': listId,
            ...(items.length ? { 'aria-activedescendant': `${listId}-${current}` } : {}),
          }}
        />
      </Box>
      <Box sx={{ height: 2 }}>
        {searching ? <LinearProgress aria-label="Searching" sx={{ height: 2 }} /> : null}
      </Box>
      {message ? (
        <Typography sx={{ p: 2.5 }} color={failed ? 'error' : 'textSecondary'} role="status">
          {message}
        </Typography>
      ) : null}
      <ResultList id={listId} items={items} active={current} onHover={setActive} onOpen={open} />
    </Dialog>
  )
}
