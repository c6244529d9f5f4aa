import FormHelperText from '@mui/material/FormHelperText'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { PresentationPicker } from '../PresentationPicker.tsx'

interface Props<T extends FieldValues> {
  control: Control<T>
  /** The fields that take the icon and the colour. */
  icon: FieldPath<T>
  colour: FieldPath<T>
  disabled?: boolean
}

/** Icon and colour of a form, chosen together and shown as they will look. */
export function FormPresentation<T extends FieldValues>({ control, disabled = false, ...names }: Props<T>) {
  const icon = useController({ control, name: names.icon })
  const colour = useController({ control, name: names.colour })
  const problem = colour.fieldState.error?.message
  return (
    <div>
      <PresentationPicker
        label="Icon"
        icon={icon.field.value}
        color={colour.field.value}
        isDisabled={disabled}
        onChange={(next) => {
          icon.field.onChange(next.icon)
          colour.field.onChange(next.color)
        }}
      />
      {problem ? <FormHelperText error>{problem}</FormHelperText> : null}
    </div>
  )
}
