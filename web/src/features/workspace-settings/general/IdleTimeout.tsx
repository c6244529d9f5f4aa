import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { fieldWidth } from '../../../shared/ui/sizes.ts'
import { timeouts } from './timeouts.ts'

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
