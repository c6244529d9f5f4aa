import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTrackBranch } from '../../../shared/connections/host-branches.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { UpgradeCallout } from '../../../shared/ui/UpgradeCallout.tsx'
import type { Project } from '../model.ts'
import { useHostBranches } from './host-branches.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.trackResolver))

/** Follows another branch of the repository from now on. */
export function TrackBranchDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const track = useTrackBranch(project.id)
  const known = useHostBranches(project.id)
  const { can } = usePermissions()
  const isHeld = useFeatures().data?.find(({ name }) => name === 'multi_branch')?.allowed ?? true
  const listId = useId()
  const form = useForm({ ...validateAsTyped, resolver, defaultValues: { branch: '' } })
  return (
    <FormDialog
      open
      title="Track Branch"
      saveLabel="Track Branch"
      form={form}
      fields={['branch']}
      onSave={({ branch }) => track.mutateAsync(branch)}
      onClose={onClose}
    >
      {isHeld ? null : (
        <UpgradeCallout feature="multi_branch" canBill={can('WorkspaceBilling')}>
          Your plan follows one branch of a project.
        </UpgradeCallout>
      )}
      <FormTextField
        control={form.control}
        name="branch"
        label="Branch"
        required
        autoFocus
        autoComplete="off"
        helperText="As it is called in the repository, e.g. release/2.0"
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none', list: listId } }}
      />
      <datalist id={listId}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormDialog>
  )
}
