import TuneIcon from '@mui/icons-material/Tune'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'

const kinds = {
  all: { label: 'Everything', types: null },
  operations: { label: 'Operations', types: ['http_operation', 'http_callback', 'http_webhook'] },
  models: { label: 'Models', types: ['model'] },
  articles: { label: 'Articles', types: ['article'] },
  apis: { label: 'APIs', types: ['http_service'] },
} as const

export type Kind = keyof typeof kinds

/** The types of nodes that a filter keeps; null for all. */
export function typesOf(kind: Kind): string[] | null {
  const { types } = kinds[kind]
  return types && [...types]
}

interface Props {
  kind: Kind
  onKind: (kind: Kind) => void
  /** Whether only the version that is read is searched; undefined where none is at hand. */
  within: boolean | undefined
  withinLabel: string
  onWithin: (within: boolean) => void
  /** Whether the other filters are shown, and how many of them are set. */
  isOpen: boolean
  count: number
  onOpen: () => void
}

/** What to search in, and for which kind of page. */
export function Filters({ kind, onKind, within, withinLabel, onWithin, isOpen, count, onOpen }: Props) {
  return (
    <Box
      role="group"
      aria-label="Filters"
      sx={{ display: 'flex', gap: 0.75, px: 2, py: 1, flex: 'none', overflowX: 'auto' }}
    >
      {within === undefined ? null : (
        <Chip
          size="small"
          label={withinLabel}
          color={within ? 'primary' : 'default'}
          aria-pressed={within}
          onClick={() => onWithin(!within)}
        />
      )}
      {(Object.keys(kinds) as Kind[]).map((one) => (
        <Chip
          key={one}
          size="small"
          label={kinds[one].label}
          variant={one === kind ? 'filled' : 'outlined'}
          aria-pressed={one === kind}
          onClick={() => onKind(one)}
        />
      ))}
      <Chip
        size="small"
        icon={<TuneIcon />}
        label={count > 0 ? `More filters (${count})` : 'More filters'}
        variant={isOpen ? 'filled' : 'outlined'}
        aria-expanded={isOpen}
        onClick={onOpen}
        sx={{ ml: 'auto' }}
      />
    </Box>
  )
}
