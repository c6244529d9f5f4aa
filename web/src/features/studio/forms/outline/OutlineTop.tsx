import AddIcon from '@mui/icons-material/Add'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { componentNames } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { NameBox } from '../fields/NameBox.tsx'
import { Control } from '../fields/style.ts'
import type { SectionName } from './outline-rows.ts'
import { additions, useAdd } from './use-add.ts'

interface Props {
  query: string
  onQuery: (query: string) => void
  /** From the search down into the tree. */
  onDown: () => void
}

const nameOf = (section: SectionName): string => {
  if (section === 'paths') return 'path'
  if (section === 'webhooks') return 'webhook'
  return section === 'tags' ? 'tag' : componentNames[section]
}

/** The search of the outline, and what can be added. */
export function OutlineTop({ query, onQuery, onDown }: Props) {
  const { source, flavour } = useForm()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [adding, setAdding] = useState<SectionName | null>(null)
  const add = useAdd()
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, px: 1, py: 0.75, flex: 'none' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Control sx={{ flex: 1, alignItems: 'center', pl: 0.75 }}>
          <SearchIcon fontSize="tiny" color="disabled" />
          <input
            type="search"
            aria-label="Search the outline"
            placeholder="Search"
            value={query}
            onChange={(event) => onQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') {
                event.preventDefault()
                onDown()
              }
              if (event.key === 'Escape' && query !== '') {
                event.stopPropagation()
                onQuery('')
              }
            }}
          />
        </Control>
        {source.readOnly ? null : (
          <Tooltip title="Add a path, a model …">
            <IconButton
              size="small"
              aria-label="Add"
              aria-haspopup="menu"
              onClick={(event) => setAnchor(event.currentTarget)}
            >
              <AddIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      {adding ? (
        <NameBox
          autoFocus
          isMono
          label={`Name of the new ${nameOf(adding)}`}
          placeholder={adding === 'paths' ? '/pets/{petId}' : `Name of the new ${nameOf(adding)}`}
          name=""
          onName={(name) => {
            const why = add(adding, name)
            if (why === null) setAdding(null)
            return why
          }}
          onCancel={() => setAdding(null)}
        />
      ) : null}
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { dense: true } }}>
          {additions(flavour).map((section) => (
            <MenuItem
              key={section}
              onClick={() => {
                setAnchor(null)
                setAdding(section)
              }}
            >
              {nameOf(section).replace(/^./, (letter) => letter.toUpperCase())}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </Box>
  )
}
