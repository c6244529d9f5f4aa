import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { useReadWebhookUrl, useSetAuditWebhook } from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.webhookResolver))
const labels = { url: 'URL' }

interface Props {
  /** The address that there is now; null adds the first one. */
  kept: string | null
  onSecret: (secret: string) => void
  onClose: () => void
}

/** Asks where the activity is to be sent. */
export function WebhookDialog({ kept, onSecret, onClose }: Props) {
  const set = useSetAuditWebhook()
  const read = useReadWebhookUrl()
  const { form, sendOver, canSave } = useEditForm<{ url: string }>({
    saved: { url: kept ?? '' },
    read: async () => ({ url: await read() }),
    resolver,
    labels,
  })
  const save = async (values: { url: string }) => {
    const { secret } = await sendOver(values, (_changes, seen) => set.mutateAsync({ ...values, seen }))
    if (secret !== null) onSecret(secret)
  }
  return (
    <FormDialog
      open
      title={kept ? 'Change the Webhook' : 'Add a Webhook'}
      form={form}
      fields={['url']}
      onSave={save}
      onClose={onClose}
      isDisabled={!canSave}
    >
      <FormTextField
        control={form.control}
        name="url"
        label="URL"
        type="url"
        required
        autoFocus
        autoComplete="off"
        placeholder="https://siem.example.com/waymark"
        helperText={
          kept
            ? 'Its secret stays. What was not taken at the address before is sent to this one.'
            : 'Activity from now on is sent there. The secret that it is signed with is shown next, once.'
        }
      />
    </FormDialog>
  )
}
