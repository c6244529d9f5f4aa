import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useId } from 'react'

interface Props {
  isOn: boolean
  disabled: boolean
  onChange: (isOn: boolean) => void
}

/** Whether the authors of commits are invited, and as what: they get more than this project. */
export function AutoInviteSwitch({ isOn, disabled, onChange }: Props) {
  const hintId = useId()
  return (
    <FormControl disabled={disabled}>
      <FormControlLabel
        label="Auto-invite committers"
        control={
          <Switch
            checked={isOn}
            onChange={(_event, isOn) => onChange(isOn)}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
      />
      <FormHelperText id={hintId} sx={{ mt: 0, ml: 0 }}>
        Each author of a pushed commit is invited by mail, at the address that the commit names: as an editor
        of the project and as a maker of the workspace, who reads its internal projects and takes a seat.
      </FormHelperText>
    </FormControl>
  )
}
