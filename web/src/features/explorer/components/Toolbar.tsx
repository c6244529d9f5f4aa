import SearchIcon from '@mui/icons-material/Search'
import StarIcon from '@mui/icons-material/StarBorder'
import TuneIcon from '@mui/icons-material/Tune'
import CollapseIcon from '@mui/icons-material/UnfoldLess'
import ExpandIcon from '@mui/icons-material/UnfoldMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { FilterFields } from '../../../shared/search/FilterFields.tsx'
import { countOf, type PageFilters } from '../../../shared/search/filters.ts'
import { type NodeType, nodeTypes } from '../tree.ts'

interface Props {
  text: string
  onText: (text: string) => void
  types: readonly NodeType[]
  onTypes: (types: NodeType[]) => void
  starred: boolean
  onStarred: (starred: boolean) => void
  allOpen: boolean
  /** Opens or folds all projects; undefined while hits are shown, which have nothing to fold. */
  onAll: (() => void) | undefined
  searching: boolean
  filters: PageFilters
  onFilters: (filters: PageFilters) => void
  /** Tags of what was found. */
  tags: readonly string[]
}

/** What the tree is narrowed by. */
export function Toolbar({
  text,
  onText,
  types,
  onTypes,
  starred,
  onStarred,
  allOpen,
  onAll,
  searching,
  filters,
  onFilters,
  tags,
}: Props) {
  const [showsFields, setShowsFields] = useState(countOf(filters) > 0)
  const count = countOf(filters)
  const turn = (type: NodeType) =>
    onTypes(types.includes(type) ? types.filter((one) => one !== type) : [...types, type])
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 2 }}>
      <OutlinedInput
        value={text}
        onChange={(event) => onText(event.target.value)}
        placeholder="Search..."
        type="search"
        size="small"
        inputProps={{ 'aria-label': 'Search', 'aria-busy': searching }}
        startAdornment={<SearchIcon fontSize="small" color="action" sx={{ mr: 1 }} />}
        sx={{ flex: '1 1 220px', maxWidth: 360 }}
      />
      <Box role="group" aria-label="Filters" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {(Object.keys(nodeTypes) as NodeType[]).map((type) => (
          <Chip
            key={type}
            size="small"
            label={nodeTypes[type]}
            variant={types.includes(type) ? 'filled' : 'outlined'}
            color={types.includes(type) ? 'primary' : 'default'}
            aria-pressed={types.includes(type)}
            onClick={() => turn(type)}
          />
        ))}
        <Chip
          size="small"
          icon={<StarIcon />}
          label="Starred"
          variant={starred ? 'filled' : 'outlined'}
          color={starred ? 'primary' : 'default'}
          aria-pressed={starred}
          onClick={() => onStarred(!starred)}
        />
        <Chip
          size="small"
          icon={<TuneIcon />}
          label={count > 0 ? `More filters (${count})` : 'More filters'}
          variant={showsFields ? 'filled' : 'outlined'}
          aria-expanded={showsFields}
          onClick={() => setShowsFields(!showsFields)}
        />
      </Box>
      {onAll ? (
        <Button
          size="small"
          color="inherit"
          startIcon={allOpen ? <CollapseIcon /> : <ExpandIcon />}
          onClick={onAll}
          sx={{ ml: 'auto' }}
        >
          {allOpen ? 'Collapse all' : 'Expand all'}
        </Button>
      ) : null}
      {showsFields ? (
        <Box sx={{ flexBasis: '100%', maxWidth: 900 }}>
          <FilterFields filters={filters} onFilters={onFilters} tags={tags} />
        </Box>
      ) : null}
    </Box>
  )
}
