import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { MemberPicker, type MemberPickerProps, type Picked } from '../MemberPicker.tsx'

interface Props<T extends FieldValues> extends Omit<MemberPickerProps, 'value' | 'onChange'> {
  control: Control<T>
  name: FieldPathByValue<T, Picked[]>
  /** Runs after the form has taken what was picked. */
  onPicked?: () => void
}

/** People picked in a form: members by name and, where allowed, anybody by e-mail address. */
export function FormMemberPicker<T extends FieldValues>({ control, name, onPicked, ...picker }: Props<T>) {
  const { field } = useController({ control, name })
  return (
    <MemberPicker
      {...picker}
      value={field.value}
      onChange={(next) => {
        field.onChange(next)
        onPicked?.()
      }}
    />
  )
}
