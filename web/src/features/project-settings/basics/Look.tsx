import FormHelperText from '@mui/material/FormHelperText'
import { type Control, useController } from 'react-hook-form'
import { PresentationPicker } from '../../../shared/ui/PresentationPicker.tsx'
import type { BasicsValues } from './forms.ts'

/** Icon and colour of the project, shown as they will look. */
export function Look({ control, isReadOnly }: { control: Control<BasicsValues>; isReadOnly: boolean }) {
  const icon = useController({ control, name: 'icon_name' })
  const colour = useController({ control, name: 'icon_color' })
  const problem = colour.fieldState.error?.message
  return (
    <div>
      <PresentationPicker
        label="Icon"
        icon={icon.field.value}
        color={colour.field.value}
        isDisabled={isReadOnly}
        onChange={(next) => {
          icon.field.onChange(next.icon)
          colour.field.onChange(next.color)
        }}
      />
      {problem ? <FormHelperText error>{problem}</FormHelperText> : null}
    </div>
  )
}
