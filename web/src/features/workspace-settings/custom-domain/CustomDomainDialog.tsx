import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { useReadCustomDomain, useSetCustomDomain } from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.customDomainResolver))
const labels = { domain_name: 'Domain' }

interface Values {
  domain_name: string
}

interface Props {
  /** The domain that there is now; null adds the first one. */
  kept: string | null
  onClose: () => void
}

/** Asks which domain the workspace is to have. */
export function CustomDomainDialog({ kept, onClose }: Props) {
  const save = useSetCustomDomain(kept !== null)
  const read = useReadCustomDomain()
  const { form, sendOver, canSave } = useEditForm<Values>({
    saved: { domain_name: kept ?? '' },
    read: async () => ({ domain_name: await read() }),
    resolver,
    labels,
  })
  // What somebody else claimed meanwhile is given up only by who has seen it.
  const send = (values: Values) => sendOver(values, (_changes, seen) => save.mutateAsync({ ...values, seen }))
  return (
    <FormDialog
      open
      title={kept ? 'Change the Custom Domain' : 'Add a Custom Domain'}
      form={form}
      fields={['domain_name']}
      onSave={send}
      onClose={onClose}
      isDisabled={!canSave}
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
