import Box from '@mui/material/Box'
import { useForm, useWatch } from 'react-hook-form'
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useAssignableRoles } from '../../../shared/sharing/queries.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { RoleSelect } from '../../../shared/ui/RoleSelect.tsx'
import { workspaceRoleDescription, workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { type ApprovedDomain, useAccessCalls } from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.domainResolver))

interface Props {
  /** The one to edit; null adds one. */
  domain: ApprovedDomain | null
  onClose: () => void
}

/** Adds, changes or takes back an approved e-mail domain. */
export function DomainDialog({ domain, onClose }: Props) {
  const calls = useAccessCalls()
  const toast = useToast()
  const form = useForm({
    ...validateAsTyped,
    resolver,
    defaultValues: { domain: domain?.domain ?? '', role: domain?.role ?? 'viewer' },
  })
  const role = useWatch({ control: form.control, name: 'role' })
  const save = async (values: { domain: string; role: WorkspaceRole }) => {
    if (domain) await calls.updateDomain(domain.id, values.domain, values.role)
    else await calls.addDomain(values.domain, values.role)
    toast.success(domain ? 'Domain Updated' : 'Domain Added')
  }
  const remove = async () => {
    if (!domain) return
    try {
      await calls.removeDomain(domain.id)
      toast.success('Domain Removed')
    } catch (error) {
      toast.error(`Error removing domain from whitelist: ${messageOf(error)}`)
      throw error
    }
  }
  return (
    <FormDialog
      open
      title={domain ? domain.domain : 'Approve a domain'}
      form={form}
      fields={['domain', 'role']}
      onSave={save}
      onClose={onClose}
      {...(domain ? { onRemove: remove } : {})}
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
