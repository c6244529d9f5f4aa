import { useForm } from 'react-hook-form'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import type { WorkspaceToken } from '../../../shared/data/rows.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { useRenameToken } from './queries.ts'

const resolver = lazyResolver(() =>
  import('../../../shared/ui/tokens/forms.ts').then((forms) => forms.tokenResolver),
)

/** Gives a token another name; it goes on opening what it opened. */
export function RenameTokenDialog({ token, onClose }: { token: WorkspaceToken; onClose: () => void }) {
  const rename = useRenameToken()
  const toast = useToast()
  const form = useForm({ ...validateAsTyped, resolver, defaultValues: { name: token.name } })
  const save = async ({ name }: { name: string }) => {
    try {
      await rename.mutateAsync({ id: token.id, name })
    } catch (error) {
      const isShownAtField = error instanceof ApiProblem && error.code === 'CONFLICT'
      if (!isShownAtField) toast.error(`Unable to save ${token.name}: ${messageOf(error)}`)
      throw error
    }
  }
  return (
    <FormDialog
      open
      title="Rename token"
      form={form}
      fields={['name']}
      onSave={save}
      onClose={onClose}
      isDisabled={!form.formState.isDirty}
    >
      <FormTextField control={form.control} name="name" label="Name" required autoFocus />
    </FormDialog>
  )
}
