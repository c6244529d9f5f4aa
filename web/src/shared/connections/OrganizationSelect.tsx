import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { gitCapabilities } from '../../../../supabase/functions/_shared/domain/git-hosts.ts'
import type { Organization } from './host-repositories.ts'
import type { GitIntegration } from './repositories.ts'

const longestLabel = 40

interface Choice {
  /** Null is the caller's own account. */
  slug: string | null
  label: string
}

/** What may hold a repository there: the caller's own account, where the host has that, and what was listed. */
export function ownersAt(
  { kind, username }: GitIntegration,
  organizations: readonly Organization[],
): Choice[] {
  const own = { slug: null, label: cut(username || 'Your own account') }
  const listed = organizations.map(({ slug, name }) => ({ slug, label: cut(name) }))
  return gitCapabilities[kind].ownRepositories ? [own, ...listed] : listed
}

interface Props {
  owners: readonly Choice[]
  value: string | null
  onChange: (slug: string | null) => void
  disabled: boolean
}

/** Chooses the organisation. */
export function OrganizationSelect({ owners, value, onChange, disabled }: Props) {
  return (
    <TextField
      select
      name="organization"
      label="Organization"
      size="small"
      fullWidth
      // An organisation cannot be called so: its own account has no slug.
      value={value ?? ''}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {owners.map(({ slug, label }) => (
        <MenuItem key={slug ?? ''} value={slug ?? ''}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}

function cut(label: string): string {
  return label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label
}
