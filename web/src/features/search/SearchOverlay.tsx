import CloseIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { visuallyHidden } from '@mui/utils'
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { rememberSearch } from '../../shared/data/recent.ts'
import { useScope } from '../../shared/data/workspace.tsx'
import { countOf, noFilters } from '../../shared/search/filters.ts'
import { typeSizes } from '../../shared/ui/type-sizes.ts'
import { Filters, type Kind, typesOf } from './Filters.tsx'
import { ResultList } from './ResultList.tsx'
import { type Entry, useEntries } from './use-entries.ts'

const FilterFields = lazy(() =>
  import('../../shared/search/FilterFields.tsx').then((module) => ({ default: module.FilterFields })),
)

interface Props {
  /** Inside a project's docs the search begins within it, and within the version that is read. */
  projectSlug?: string
  branchSlug?: string
  /** What was typed before this was there. */
  typed: () => string
  onClose: () => void
}

/** From anywhere to anything: pages, projects, people and commands; arrows, Home and End choose, Enter opens. */
export default function SearchOverlay({ projectSlug, branchSlug, typed, onClose }: Props) {
  const navigate = useNavigate()
  const scope = useScope()
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const [text, setText] = useState(typed)
  const [active, setActive] = useState(0)
  const [kind, setKind] = useState<Kind>('all')
  const here = { ...noFilters, project: projectSlug, version: branchSlug }
  const [filters, setFilters] = useState(here)
  const [showsFields, setShowsFields] = useState(false)
  const within =
    projectSlug !== undefined && filters.project === projectSlug && filters.version === branchSlug
  const { items, message, searching, failed, tags } = useEntries(text, filters, typesOf(kind))
  const listId = useId()
  const label = filters.project ? 'Search within the project' : 'Search...'
  const last = items.length - 1
  const current = Math.min(active, last)
  const announced = items.length === 1 ? '1 result' : `${items.length} results`

  const search = (next: string) => {
    setText(next)
    setActive(0)
  }
  const open = (entry: Entry) => {
    if (entry.search !== undefined) return search(entry.search)
    if (text.trim() && !entry.key.startsWith('command/')) rememberSearch(scope, text.trim())
    onClose()
    entry.run?.()
    if (entry.to !== undefined) navigate(entry.to)
  }
  const onKey = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowDown: current === last ? 0 : current + 1,
      ArrowUp: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    if (target !== undefined && items.length && !event.shiftKey) {
      event.preventDefault()
      setActive(target)
    }
    const chosen = items[current]
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) open(chosen)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={narrow}
      slotProps={{
        paper: {
          'aria-label': 'Search',
          sx: narrow ? {} : { position: 'absolute', top: { sm: 16, md: '10vh' }, m: { sm: 1, md: 0 } },
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
          onChange={(event) => search(event.target.value)}
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
        {narrow ? (
          <IconButton edge="end" aria-label="Close search" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        ) : null}
      </Box>
      <Filters
        kind={kind}
        onKind={(next) => {
          setKind(next)
          setActive(0)
        }}
        within={projectSlug === undefined ? undefined : within}
        withinLabel={branchSlug === undefined ? 'This project' : 'This version'}
        onWithin={(only) => setFilters({ ...(only ? here : noFilters), tag: filters.tag })}
        isOpen={showsFields}
        count={countOf(within ? { ...noFilters, tag: filters.tag } : filters)}
        onOpen={() => setShowsFields(!showsFields)}
      />
      {showsFields ? (
        <Box sx={{ px: 2, pt: 0.75, pb: 1, flex: 'none' }}>
          <Suspense>
            <FilterFields
              filters={filters}
              onFilters={(next) => {
                setFilters(next)
                setActive(0)
              }}
              tags={tags}
            />
          </Suspense>
        </Box>
      ) : null}
      <Box sx={{ height: 2, flex: 'none' }}>
        {searching ? <LinearProgress aria-label="Searching" sx={{ height: 2 }} /> : null}
      </Box>
      {message ? (
        <Typography sx={{ p: 2.5 }} color={failed ? 'error' : 'textSecondary'} role="status">
          {message}
        </Typography>
      ) : null}
      <div role="status" style={visuallyHidden}>
        {text.trim() && !searching && !message ? announced : ''}
      </div>
      <ResultList
        id={listId}
        items={items}
        active={current}
        full={narrow}
        onHover={setActive}
        onOpen={open}
      />
    </Dialog>
  )
}
