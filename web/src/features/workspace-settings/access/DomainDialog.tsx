import Box from '@mui/material/Box'
import { useForm, useWatch } from 'react-hook-form'
import { useAssignableRoles } from '../../../shared/data/assignable-roles.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { RoleSelect } from '../../../shared/ui/RoleSelect.tsx'
import { workspaceRoleDescription, workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { type ApprovedDomain, useRemoveDomain, useSaveDomain } from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.domainResolver))

interface Props {
  /** The one to edit; null adds one. */
  domain: ApprovedDomain | null
  onClose: () => void
}

/** Adds, changes or takes back an approved e-mail domain. */
export function DomainDialog({ domain, onClose }: Props) {
  const save = useSaveDomain(domain?.id)
  const remove = useRemoveDomain()
  const form = useForm({
    ...validateAsTyped,
    resolver,
    defaultValues: { domain: domain?.domain ?? '', role: domain?.role ?? 'viewer' },
  })
  const role = useWatch({ control: form.control, name: 'role' })
  return (
    <FormDialog
      open
      title={domain ? domain.domain : 'Approve a domain'}
      form={form}
      fields={['domain', 'role']}
      onSave={save.mutateAsync}
      onClose={onClose}
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

function useRoleOptions() {
  const roles = useAssignableRoles(true)
  return (roles.data ?? []).map(({ role, allowed, reason }) => ({
    role,
    label: workspaceRoleLabel(role),
    description: workspaceRoleDescription(role),
    disabledBecause: allowed ? null : reason,
  }))
}
