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
  /** Whether only one project is searched; undefined where none is at hand. */
  within: boolean | undefined
  onWithin: (within: boolean) => void
}

/** What to search in, and for which kind of page. */
export function Filters({ kind, onKind, within, onWithin }: Props) {
  return (
    <Box
      role="group"
      aria-label="Filters"
      sx={{ display: 'flex', gap: 0.75, px: 2, py: 1, flex: 'none', overflowX: 'auto' }}
    >
      {within === undefined ? null : (
        <Chip
          size="small"
          label="This project"
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
    </Box>
  )
}
