import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'

/** From this share of a limit on the bar warns. */
const warningShare = 0.9

interface Props {
  label: string
  used: number
  maximum: number | null
  /** Of those used: what is only reserved, in words. */
  note?: string | null
}

type Level = 'primary' | 'warning' | 'error'

const remarks: Record<Level, string | null> = {
  primary: null,
  warning: 'Close to the limit',
  error: 'Limit reached',
}

function levelOf(used: number, maximum: number): Level {
  if (used >= maximum) return 'error'
  return used >= maximum * warningShare ? 'warning' : 'primary'
}

/** How much of a plan's limit is used; a maximum of null is no limit. */
export function LimitProgress({ label, used, maximum, note = null }: Props) {
  const level = maximum === null ? 'primary' : levelOf(used, maximum)
  const amount =
    maximum === null
      ? `${used.toLocaleString('en')} used`
      : `${used.toLocaleString('en')} of ${maximum.toLocaleString('en')}`
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 0.5 }}>
        <Typography variant="subtitle2" component="span">
          {label}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
          {note ? `${amount}, ${note}` : amount}
        </Typography>
      </Box>
      {maximum === null ? null : (
        <LinearProgress
          variant="determinate"
          color={level}
          value={maximum === 0 ? 100 : Math.min(100, (used / maximum) * 100)}
          aria-label={label}
          aria-valuetext={amount}
          sx={{ height: 6, borderRadius: 1 }}
        />
      )}
      {remarks[level] ? (
        <Typography variant="caption" color={level} component="div" sx={{ mt: 0.5 }}>
          {remarks[level]}
        </Typography>
      ) : null}
    </Box>
  )
}
