import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { UpsellDialog } from '../../../shared/ui/UpsellDialog.tsx'
import { DomainDialog } from './DomainDialog.tsx'
import { type ApprovedDomain, useApprovedDomains } from './queries.ts'

type Opened = 'new' | 'upsell' | ApprovedDomain | null

/** Domains whose people become members by themselves. */
export function DomainsSection() {
  const domains = useApprovedDomains()
  const features = useFeatures()
  const { can } = usePermissions()
  const canEdit = can('WorkspaceEmailDomainCreateUpdateDelete')
  const isAllowed = features.data?.find(({ name }) => name === 'whitelisted_domains')?.allowed !== false
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  return (
    <SettingsSection
      title="Approved email domains"
      description="Who confirms an address of one of these becomes a member with its role, without an invitation."
      isReadOnly={!canEdit}
      action={
        canEdit ? (
          <Button
            variant="outlined"
            startIcon={<AddIcon />}
            onClick={() => setOpened(isAllowed ? 'new' : 'upsell')}
          >
            Add domain
          </Button>
        ) : null
      }
    >
      {domains.isError ? (
        <Callout severity="error" action={<Button onClick={() => void domains.refetch()}>Try again</Button>}>
          Error getting approved workspace domains: {messageOf(domains.error)}
        </Callout>
      ) : null}
      {domains.isPending ? <Skeleton variant="rounded" height={44} /> : null}
      {domains.data?.length === 0 ? <Typography color="textSecondary">Nothing to show...</Typography> : null}
      <DomainList
        domains={domains.data ?? []}
        {...(canEdit ? { onEdit: (domain: ApprovedDomain) => setOpened(domain) } : {})}
      />
      {opened === 'upsell' ? (
        <UpsellDialog open feature="whitelisted_domains" canBill={can('WorkspaceBilling')} onClose={close} />
      ) : null}
      {opened === 'new' ? <DomainDialog domain={null} onClose={close} /> : null}
      {opened && typeof opened === 'object' ? (
        <DomainDialog domain={domains.data?.find(({ id }) => id === opened.id) ?? opened} onClose={close} />
      ) : null}
    </SettingsSection>
  )
}

function DomainList(props: { domains: ApprovedDomain[]; onEdit?: (domain: ApprovedDomain) => void }) {
  if (props.domains.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label="Approved email domains"
      sx={{ listStyle: 'none', m: 0, p: 0, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      {props.domains.map((domain) => (
        <Box
          key={domain.id}
          component="li"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            px: 1.5,
            py: 0.75,
            minHeight: 44,
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{domain.domain}</Typography>
          <Typography color="textSecondary">{workspaceRoleLabel(domain.role)}</Typography>
          {props.onEdit ? (
            <Button size="small" onClick={() => props.onEdit?.(domain)} aria-label={`Edit ${domain.domain}`}>
              Edit
            </Button>
          ) : null}
        </Box>
      ))}
    </Box>
  )
}
