import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import type { LintDelta, Proposal } from '../model.ts'
import { useLintDelta } from '../queries.ts'

const colours: Record<string, 'error' | 'warning'> = { error: 'error', warn: 'warning' }

const notes: Record<Exclude<LintDelta['state'], 'current'>, string> = {
  outdated: 'A branch is being looked at by the rules as they are. This page follows by itself.',
  failed: 'A branch could not be looked at by the rules.',
  none: 'A branch has no content yet.',
}

const counted = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'violation' : 'violations'}`

/** Which violations of the rules a proposal brings, and which it takes away. */
export function LintTab({ proposal }: { proposal: Proposal }) {
  const read = useLintDelta(proposal)
  if (read.isPending) return <Spinner label="Looking at the rules" />
  if (read.isError) return <ReadFault error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data)
    return <Typography color="textSecondary">Violations are shown to who changes the content.</Typography>
  const { state, added, removed, items } = read.data
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {state === 'current' ? null : <Callout severity="info">{notes[state]}</Callout>}
      <Typography role="status">
        {added + removed === 0
          ? 'No violation comes or goes.'
          : `New: ${counted(added)}. Gone: ${counted(removed)}.`}
        {items.length < added + removed ? ' The most serious are listed.' : ''}
      </Typography>
      <Violations title="New violations" items={items.filter(({ change }) => change === 'added')} />
      <Violations title="Gone" items={items.filter(({ change }) => change === 'removed')} />
    </Box>
  )
}

function Violations({ title, items }: { title: string; items: LintDelta['items'] }) {
  if (items.length === 0) return null
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        {items.map(({ place, rule, severity, message, file, line }) => (
          <Box
            key={place}
            component="li"
            sx={{
              px: 2,
              py: 1,
              typography: 'body2',
              overflowWrap: 'anywhere',
              '& + li': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <Chip size="small" variant="outlined" color={colours[severity] ?? 'info'} label={severity} />
              <strong>{rule}</strong>
              <Box component="code" sx={{ fontFamily: monospace, color: 'text.secondary' }}>
                {file}
                {line === null ? '' : `:${line}`}
              </Box>
            </Box>
            {message}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
