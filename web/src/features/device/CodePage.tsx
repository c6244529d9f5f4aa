import { useForm } from 'react-hook-form'
import { EntryLayout } from '../../shared/ui/EntryLayout.tsx'
import { FormStack } from '../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../shared/ui/forms/FormTextField.tsx'
import { SubmitButton } from '../../shared/ui/forms/SubmitButton.tsx'

/** Asks for the code that a program shows. */
export function CodePage({ onCode }: { onCode: (code: string) => void }) {
  const { control, handleSubmit, watch } = useForm({ defaultValues: { code: '' } })
  const isWhole = watch('code').replaceAll(/[^A-Za-z]/g, '').length === 8
  return (
    <EntryLayout title="Sign in a program" intro="Enter the code that the program shows you.">
      <FormStack onSubmit={handleSubmit(({ code }) => onCode(code.trim()))} label="Code of the program">
        <FormTextField
          control={control}
          name="code"
          label="Code"
          autoFocus
          autoComplete="off"
          placeholder="XXXX-XXXX"
          slotProps={{ htmlInput: { spellCheck: false, maxLength: 20 } }}
        />
        <SubmitButton disabled={!isWhole}>Continue</SubmitButton>
      </FormStack>
    </EntryLayout>
  )
}
