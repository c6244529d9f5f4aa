import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import type { WorkspaceToken } from '../../../shared/data/rows.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { useReadTokenName, useRenameToken } from './queries.ts'

const resolver = lazyResolver(() =>
  import('../../../shared/ui/tokens/forms.ts').then((forms) => forms.tokenResolver),
)
const labels = { name: 'Name' }
// Another one has the name, or somebody else renamed or revoked this one.
const shownInForm = new Set([409, 404])

/** Gives a token another name; it goes on opening what it opened. */
export function RenameTokenDialog({ token, onClose }: { token: WorkspaceToken; onClose: () => void }) {
  const rename = useRenameToken()
  const toast = useToast()
  const read = useReadTokenName()
  const { form, sendOver, canSave } = useEditForm<{ name: string }>({
    saved: { name: token.name },
    read: async () => ({ name: await read(token.id) }),
    resolver,
    labels,
  })
  const save = ({ name }: { name: string }) =>
    sendOver({ name }, (_changes, seen) =>
      rename.mutateAsync({ id: token.id, name, seen }).catch((error: unknown) => {
        const isShownInForm = error instanceof ApiProblem && shownInForm.has(error.status)
        if (!isShownInForm) toast.error(`Unable to save ${token.name}: ${messageOf(error)}`)
        throw error
      }),
    )
  return (
    <FormDialog
      open
      title="Rename token"
      form={form}
      fields={['name']}
      onSave={save}
      onClose={onClose}
      isDisabled={!canSave}
    >
      <FormTextField control={form.control} name="name" label="Name" required autoFocus />
    </FormDialog>
  )
}
