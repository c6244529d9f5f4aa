import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ReactNode, useEffect, useState } from 'react'

// The table's filter waits so long for the next key.
const debounceMs = 200

interface Filter {
  id: string
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

interface Props {
  search?: string | undefined
  onSearchChange?: ((search: string) => void) | undefined
  searchLabel?: string | undefined
  filters?: Filter[] | undefined
  actions?: ReactNode
}

/** Search, select filters and actions above a table. */
export function TableToolbar({ search, onSearchChange, searchLabel, filters, actions }: Props) {
  return (
    <Box
      role="search"
      aria-label={searchLabel ?? 'Search'}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}
    >
      {onSearchChange ? (
        <SearchField value={search ?? ''} onChange={onSearchChange} label={searchLabel ?? 'Search'} />
      ) : null}
      {filters?.map((filter) => (
        <TextField
          key={filter.id}
          select
          fullWidth={false}
          label={filter.label}
          value={filter.value}
          onChange={(event) => filter.onChange(event.target.value)}
          sx={{ minWidth: 150 }}
        >
          {filter.options.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      ))}
      {actions ? <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>{actions}</Box> : null}
    </Box>
  )
}

interface SearchFieldProps {
  value: string
  onChange: (search: string) => void
  label: string
}

function SearchField({ value, onChange, label }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Changed from outside, e.g. by "Reset Filters".
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <TextField
      type="search"
      fullWidth={false}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      sx={{ flex: '1 1 200px', maxWidth: { md: 320 } }}
      slotProps={{
        htmlInput: { 'aria-label': label },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
