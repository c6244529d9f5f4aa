import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { type ReactNode, useId } from 'react'

interface ToggleProps {
  label: string
  /** The feature that it belongs to. */
  badge?: string
  help: ReactNode
  checked: boolean
  disabled: boolean
  onChange: (isOn: boolean) => void
}

/** A switch with a sentence that says what it does. */
export function Toggle({ label, badge, help, checked, disabled, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
        <FormControlLabel
          label={label}
          control={
            <Switch
              checked={checked}
              disabled={disabled}
              onChange={(_event, isOn) => onChange(isOn)}
              slotProps={{ input: { 'aria-describedby': id } }}
            />
          }
        />
        {badge ? <Chip size="small" variant="outlined" label={badge} /> : null}
      </Box>
      <FormHelperText id={id} sx={{ mt: 0, ml: 6 }}>
        {help}
      </FormHelperText>
    </div>
  )
}
