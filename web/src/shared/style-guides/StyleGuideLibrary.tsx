import CheckBoxIcon from '@mui/icons-material/CheckBox'
import CheckBoxOutlineBlankIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import IndeterminateCheckBoxIcon from '@mui/icons-material/IndeterminateCheckBox'
import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useDebounced } from '../ui/use-debounced.ts'
import { type Enabled, nextChoice } from './choice.ts'
import type { StyleGuide } from './queries.ts'
import { StyleGuideLogo } from './StyleGuideLogo.tsx'

const listHeight = 340
const debounceMs = 300

const filters = [
  { value: 'all', label: 'All' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'enabled', label: 'Enabled' },
] as const
type Filter = (typeof filters)[number]['value']

interface Props {
  label: string
  guides: StyleGuide[]
  /** What is on when it opens; what a third click on a mixed one restores. */
  initial: (guide: StyleGuide) => Enabled
  chosen: (guide: StyleGuide) => Enabled
  onChoose: (guide: StyleGuide, enabled: Enabled) => void
  /** Why one cannot be changed, or null. */
  keptBecause?: (guide: StyleGuide) => string | null
  isDisabled?: boolean
}

/** Style guides to be switched on and off, with a search by name and a filter. */
export function StyleGuideLibrary({ label, guides, chosen, ...props }: Props) {
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const search = useDebounced(text, debounceMs).trim().toLowerCase()
  const found = guides.filter(
    (guide) => guide.name.toLowerCase().includes(search) && passes(filter, chosen(guide)),
  )
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box role="search" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <TextField
          type="search"
          placeholder="Search style guides"
          value={text}
          onChange={(event) => setText(event.target.value)}
          fullWidth={false}
          sx={{ flex: '1 1 180px' }}
          slotProps={{ htmlInput: { 'aria-label': `Search in ${label}` } }}
        />
        <TextField
          select
          label="Show"
          value={filter}
          onChange={(event) =>
            setFilter(filters.find(({ value }) => value === event.target.value)?.value ?? 'all')
          }
          fullWidth={false}
          sx={{ minWidth: 130 }}
        >
          {filters.map(({ value, label: name }) => (
            <MenuItem key={value} value={value}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {found.length > 0 ? (
        <List
          aria-label={label}
          disablePadding
          sx={{
            maxHeight: listHeight,
            overflowY: 'auto',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
          }}
        >
          {found.map((guide) => (
            <Entry key={guide.id} guide={guide} enabled={chosen(guide)} {...props} />
          ))}
        </List>
      ) : (
        <Typography color="textSecondary" role="status">
          {guides.length === 0 ? 'There are no style guides yet.' : 'No items match your filters.'}
        </Typography>
      )}
    </Box>
  )
}

function passes(filter: Filter, enabled: Enabled): boolean {
  if (filter === 'all') return true
  return filter === 'enabled' ? enabled !== 'none' : enabled !== 'all'
}

// The whole line is the checkbox: one within it would be another.
const marks = { all: CheckBoxIcon, some: IndeterminateCheckBoxIcon, none: CheckBoxOutlineBlankIcon }

interface EntryProps extends Pick<Props, 'initial' | 'onChoose' | 'keptBecause' | 'isDisabled'> {
  guide: StyleGuide
  enabled: Enabled
}

function Entry({ guide, enabled, initial, onChoose, keptBecause, isDisabled = false }: EntryProps) {
  const reason = keptBecause?.(guide) ?? null
  const facts = [
    guide.latest_release,
    guide.is_default ? 'Default' : null,
    guide.visibility === 'public' ? 'Public' : null,
  ].filter((fact) => fact !== null)
  const Mark = marks[enabled]
  const about = reason ?? (guide.description || null)
  return (
    <ListItem disablePadding divider>
      <ListItemButton
        role="checkbox"
        aria-checked={enabled === 'some' ? 'mixed' : enabled === 'all'}
        aria-label={guide.name}
        disabled={isDisabled || reason !== null}
        onClick={() => onChoose(guide, nextChoice(enabled, initial(guide)))}
        sx={{ gap: 1.5 }}
      >
        <Mark aria-hidden color={enabled === 'none' ? 'action' : 'primary'} />
        <StyleGuideLogo name={guide.icon_name} colour={guide.icon_color} />
        <ListItemText
          primary={guide.name}
          secondary={about}
          slotProps={{
            primary: { noWrap: true, title: guide.name },
            secondary: { noWrap: true, title: about ?? '' },
          }}
          sx={{ minWidth: 0 }}
        />
        {facts.length > 0 ? (
          <Typography variant="caption" color="textSecondary" sx={{ flex: 'none' }}>
            {facts.join(' · ')}
          </Typography>
        ) : null}
      </ListItemButton>
    </ListItem>
  )
}
