import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { counted } from '../../shared/problems/words.ts'
import { ReadFault } from '../../shared/ui/ReadFault.tsx'
import { type Day, type Narrowed, useTrend } from './queries.ts'

const width = 600
const height = 90

const series = [
  { of: ({ others }: Day) => others, color: 'text.disabled', name: 'Hints' },
  { of: ({ warnings }: Day) => warnings, color: 'warning.main', name: 'Warnings' },
  { of: ({ errors }: Day) => errors, color: 'error.main', name: 'Errors' },
]

/** What there was at the end of each of the last ninety days, as lines, and in words for who does not see them. */
export function Trend({ narrowed }: { narrowed: Narrowed }) {
  const { data, error, refetch } = useTrend(narrowed)
  if (error) return <ReadFault error={error} onRetry={() => void refetch()} />
  const [first] = data ?? []
  const last = data?.at(-1)
  const most = Math.max(1, ...(data ?? []).flatMap((day) => series.map(({ of }) => of(day))))
  const words =
    first && last
      ? `From ${first.day} to ${last.day}: errors from ${first.errors.toLocaleString('en')} to ${last.errors.toLocaleString('en')}, warnings from ${first.warnings.toLocaleString('en')} to ${last.warnings.toLocaleString('en')}.`
      : 'Loading the last ninety days'
  return (
    <Box component="figure" sx={{ m: 0, mb: 3, maxWidth: 760 }}>
      <Box
        component="svg"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
        sx={{ display: 'block', width: '100%', height, border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        {series.map(({ of, color, name }) => (
          <Box
            key={name}
            component="polyline"
            points={pointsOf(data ?? [], of, most)}
            sx={{
              fill: 'none',
              stroke: (theme) => colorOf(theme.vars ?? theme, color),
              strokeWidth: 2,
              vectorEffect: 'non-scaling-stroke',
            }}
          />
        ))}
      </Box>
      <Typography component="figcaption" variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {words} {last ? `At most ${counted(most, 'problem')} of a kind.` : ''}
      </Typography>
    </Box>
  )
}

function pointsOf(days: readonly Day[], of: (day: Day) => number, most: number): string {
  const step = days.length > 1 ? width / (days.length - 1) : width
  return days.map((day, index) => `${index * step},${height - 4 - (of(day) / most) * (height - 8)}`).join(' ')
}

interface Colours {
  palette: { error: { main: string }; warning: { main: string }; text: { disabled: string } }
}

function colorOf({ palette }: Colours, color: string): string {
  if (color === 'error.main') return palette.error.main
  return color === 'warning.main' ? palette.warning.main : palette.text.disabled
}
