import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

export interface RoleOption {
  role: string
  label: string
  description?: string
  disabledBecause?: string | null
}

interface Props {
  label: string
  value: string
  options: RoleOption[]
  onChange: (role: string) => void
  isReadOnly?: boolean
  readOnlyBecause?: string
  size?: 'small' | 'medium'
  hiddenLabel?: boolean
}

/** Chooses a role; every option says what it lets one do, or why it cannot be chosen. */
export function RoleSelect(props: Props) {
  return (
    <TextField
      select
      label={props.hiddenLabel ? undefined : props.label}
      value={props.value}
      size={props.size ?? 'small'}
      disabled={props.isReadOnly ?? false}
      onChange={(event) => props.onChange(event.target.value)}
    >
      {props.options.map((option) => (
        <MenuItem key={option.role} value={option.role} disabled={Boolean(option.disabledBecause)}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
