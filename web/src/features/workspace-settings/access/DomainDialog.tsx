import Box from '@mui/material/Box'
import { useWatch } from 'react-hook-form'
import { useAssignableRoles } from '../../../shared/data/assignable-roles.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { RoleSelect } from '../../../shared/ui/RoleSelect.tsx'
import { workspaceRoleDescription, workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import {
  type ApprovedDomain,
  type DomainValues,
  useAddDomain,
  useChangeDomain,
  useReadDomain,
  useRemoveDomain,
} from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.domainResolver))
const labels = { domain: 'Domain', role: 'Role' }

interface Props {
  /** The one to edit; null adds one. */
  domain: ApprovedDomain | null
  onClose: () => void
}

/** Adds, changes or takes back an approved e-mail domain. */
export function DomainDialog({ domain, onClose }: Props) {
  const add = useAddDomain()
  const change = useChangeDomain()
  const remove = useRemoveDomain()
  const readDomain = useReadDomain()
  const saved = valuesOf(domain)
  const { form, sendOver, canSave } = useEditForm<DomainValues>({
    saved,
    read: async () => (domain ? valuesOf(await readDomain(domain.id)) : saved),
    resolver,
    labels,
    nameOf: (name, value) => (name === 'role' ? workspaceRoleLabel(String(value)) : undefined),
  })
  const save = async (values: DomainValues) =>
    domain
      ? sendOver(values, (changes, seen) => change.mutateAsync({ id: domain.id, changes, seen }))
      : add.mutateAsync(values)
  const role = useWatch({ control: form.control, name: 'role' })
  return (
    <FormDialog
      open
      title={domain ? domain.domain : 'Approve a domain'}
      form={form}
      fields={['domain', 'role']}
      onSave={save}
      onClose={onClose}
      isDisabled={!canSave}
      {...(domain ? { onRemove: () => remove.mutateAsync(domain.id) } : {})}
    >
      <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
        <FormTextField
          control={form.control}
          name="domain"
          label="Domain"
          required
          placeholder="example.com"
          helperText="Who confirms an address of this domain enters without asking."
        />
        <RoleSelect
          label="Role"
          value={role}
          options={useRoleOptions()}
          onChange={(next) => form.setValue('role', next, { shouldDirty: true, shouldValidate: true })}
        />
      </Box>
    </FormDialog>
  )
}

function valuesOf(domain: ApprovedDomain | null): DomainValues {
  return { domain: domain?.domain ?? '', role: domain?.role ?? 'viewer' }
}

function useRoleOptions() {
  const roles = useAssignableRoles(true)
  return (roles.data ?? []).map(({ role, allowed, reason }) => ({
    role,
    label: workspaceRoleLabel(role),
    description: workspaceRoleDescription(role),
    disabledBecause: allowed ? null : reason,
  }))
}
