import type { Control } from 'react-hook-form'
import { FormSelect } from '../../../shared/ui/forms/FormSelect.tsx'
import { FormSwitch } from '../../../shared/ui/forms/FormSwitch.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { maskedSecret, type Setting } from './settings.ts'
import type { IntegrationValues } from './values.ts'

const visibilities = [
  { value: 'private', label: 'Private' },
  { value: 'internal', label: 'Internal' },
  { value: 'public', label: 'Public' },
]

interface Props {
  control: Control<IntegrationValues>
  setting: Setting
  /** Internal repositories exist at a GitHub of one's own only. */
  offersInternal: boolean
  isDisabled: boolean
}

/** One setting of an integration, drawn by its type. */
export function SettingField({ control, setting, offersInternal, isDisabled }: Props) {
  const { name, label, help, type, placeholder, required } = setting
  const shared = { control, name, label, disabled: isDisabled, ...(help ? { helperText: help } : {}) }
  if (type === 'switch') return <FormSwitch {...shared} />
  if (type === 'visibility') {
    const choices = visibilities.filter(({ value }) => offersInternal || value !== 'internal')
    return <FormSelect {...shared} choices={choices} />
  }
  const text = { ...shared, required: required ?? false, ...(placeholder ? { placeholder } : {}) }
  if (type === 'secret') return <SecretField {...text} />
  if (type === 'multiline')
    return (
      <FormTextField
        {...text}
        multiline
        minRows={3}
        maxRows={10}
        slotProps={{
          htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: typeSizes.note } },
        }}
      />
    )
  const inputMode = type === 'text' ? 'text' : 'url'
  return <FormTextField {...text} slotProps={{ htmlInput: { inputMode, spellCheck: false } }} />
}

// Typing replaces the kept secret as a whole: part of the mask with something behind it would be sent as a secret.
function SecretField(props: Parameters<typeof FormTextField<IntegrationValues>>[0]) {
  return (
    <FormTextField
      {...props}
      type="password"
      autoComplete="new-password"
      onFocus={(event) => {
        if (event.target.value === maskedSecret) event.target.select()
      }}
    />
  )
}
