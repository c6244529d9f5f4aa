import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { fieldWidth } from '../../../shared/ui/sizes.ts'

interface Props {
  seconds: number | null
  disabled: boolean
  onChange: (seconds: number | null) => void
}

/** After how long people who do nothing are signed out. */
export function IdleTimeout({ seconds: current, disabled, onChange }: Props) {
  return (
    <TextField
      select
      label="Sign out people who are idle"
      value={String(current ?? '')}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.target.value) || null)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ mt: 1.5, maxWidth: fieldWidth }}
    >
      {timeouts(current).map(({ seconds, label }) => (
        <MenuItem key={label} value={String(seconds ?? '')}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}

const offered = [
  { seconds: null, label: 'Never' },
  { seconds: 900, label: 'After 15 minutes' },
  { seconds: 1800, label: 'After 30 minutes' },
  { seconds: 3600, label: 'After 1 hour' },
  { seconds: 14_400, label: 'After 4 hours' },
  { seconds: 28_800, label: 'After 8 hours' },
  { seconds: 86_400, label: 'After 1 day' },
]

// A time set by the API may be any.
function timeouts(current: number | null) {
  if (offered.some(({ seconds }) => seconds === current)) return offered
  return [...offered, { seconds: current, label: `After ${current} seconds` }]
}
