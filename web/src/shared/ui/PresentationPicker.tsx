import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { iconNames } from '../../../../supabase/functions/_shared/domain/appearance.ts'

interface Presentation {
  icon: string
  color: string
}

interface Props extends Presentation {
  onChange: (next: Presentation) => void
  label: string
}

/** Chooses the icon and the colour of a project, group or team. */
export function PresentationPicker({ icon, color, onChange, label }: Props) {
  return (
    <>
      <TextField
        select
        label={label}
        value={icon}
        onChange={(event) => onChange({ icon: event.target.value, color })}
      >
        {iconNames.map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Colour"
        value={color}
        onChange={(event) => onChange({ icon, color: event.target.value })}
      />
    </>
  )
}
