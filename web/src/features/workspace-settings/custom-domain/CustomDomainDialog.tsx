import { useForm } from 'react-hook-form'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useSetCustomDomain } from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.customDomainResolver))

interface Props {
  /** The domain that there is; null adds the first one. */
  kept: string | null
  onClose: () => void
}

/** Asks which domain the workspace is to have. */
export function CustomDomainDialog({ kept, onClose }: Props) {
  const save = useSetCustomDomain(kept !== null)
  const form = useForm({ ...validateAsTyped, resolver, defaultValues: { domain_name: kept ?? '' } })
  return (
    <FormDialog
      open
      title={kept ? 'Change the Custom Domain' : 'Add a Custom Domain'}
      form={form}
      fields={['domain_name']}
      onSave={save.mutateAsync}
      onClose={onClose}
      isDisabled={!form.formState.isDirty}
    >
      <FormTextField
        control={form.control}
        name="domain_name"
        label="Domain"
        required
        autoFocus
        placeholder="docs.example.com"
        helperText={
          kept
            ? `${kept} is given up at once, and who signed in there is signed out.`
            : 'It begins to work once its DNS records are found. They are shown next.'
        }
      />
    </FormDialog>
  )
}
