import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { config } from '../../../shared/config/config.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { FeatureLock, useIsInPlan } from '../look/FeatureLock.tsx'
import { CustomDomainDialog } from './CustomDomainDialog.tsx'
import { DomainRecords } from './DomainRecords.tsx'
import { type CustomDomain, useCheckCustomDomain, useCustomDomain, useRemoveCustomDomain } from './queries.ts'

const about =
  'The workspace at an address of your own, such as docs.example.com, beside the one that it has. Whoever signs in there is signed in there alone.'

/** The domain of its own that the workspace is served at. */
export function CustomDomainSection() {
  if (config.mode === 'single_tenant')
    return (
      <SettingsSection title="Custom Domain" action={<Chip size="small" label="Disabled" />}>
        <Typography color="textSecondary">
          This installation has one workspace, at its own address: a custom domain is set up with the
          installation.
        </Typography>
      </SettingsSection>
    )
  return <OfferedDomain />
}

function OfferedDomain() {
  const { can } = usePermissions()
  const canEdit = can('WorkspaceSettingsCreateUpdateDelete')
  const domain = useCustomDomain(can('WorkspaceSettingsRead'))
  const isInPlan = useIsInPlan('custom_domain')
  const [isAsking, setAsking] = useState(false)
  return (
    <SettingsSection
      title="Custom Domain"
      description={about}
      isReadOnly={!canEdit}
      action={
        !isInPlan ? (
          <FeatureLock feature="custom_domain" />
        ) : canEdit && domain.data === null ? (
          <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setAsking(true)}>
            Add custom domain
          </Button>
        ) : null
      }
    >
      {domain.isPending ? <Skeleton variant="rounded" height={72} /> : null}
      {domain.isError ? <ReadFault error={domain.error} onRetry={() => void domain.refetch()} /> : null}
      {domain.data === null ? <Typography color="textSecondary">No custom domain yet.</Typography> : null}
      {domain.data ? (
        <ClaimedDomain
          domain={domain.data}
          canEdit={canEdit}
          isInPlan={isInPlan}
          onChange={() => setAsking(true)}
        />
      ) : null}
      {isAsking ? (
        <CustomDomainDialog kept={domain.data?.domain ?? null} onClose={() => setAsking(false)} />
      ) : null}
    </SettingsSection>
  )
}

const states = {
  pending: { label: 'Waiting for DNS', color: 'default' },
  active: { label: 'Active', color: 'success' },
  failing: { label: 'Active, records missing', color: 'warning' },
  paused: { label: 'Paused', color: 'warning' },
  off: { label: 'Switched off', color: 'error' },
} as const

interface Claimed {
  domain: CustomDomain
  canEdit: boolean
  isInPlan: boolean
  onChange: () => void
}

function ClaimedDomain({ domain, canEdit, isInPlan, onChange }: Claimed) {
  const check = useCheckCustomDomain()
  const [isLeaving, setLeaving] = useState(false)
  const state = states[domain.status]
  const isServed = domain.status === 'active' || domain.status === 'failing'
  const port = window.location.port && `:${window.location.port}`
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Typography sx={{ overflowWrap: 'anywhere', minWidth: 0, fontWeight: 500 }}>
          {isServed ? (
            <Link href={`${window.location.protocol}//${domain.domain}${port}`}>{domain.domain}</Link>
          ) : (
            domain.domain
          )}
        </Typography>
        <Chip size="small" variant="outlined" label={state.label} color={state.color} />
        <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: '1 1 120px' }}>
          {domain.is_looking ? (
            'Looking at the records…'
          ) : (
            <>
              Checked <RelativeTime at={domain.looked_at} />
            </>
          )}
        </Typography>
        {canEdit ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button
              size="small"
              variant="outlined"
              disabled={check.isPending || domain.is_looking}
              onClick={() => check.mutate()}
            >
              Check now
            </Button>
            {isInPlan ? (
              <Button size="small" onClick={onChange}>
                Change
              </Button>
            ) : null}
            <Button size="small" color="error" onClick={() => setLeaving(true)}>
              Remove
            </Button>
          </Box>
        ) : null}
      </Box>
      <Explanation domain={domain} />
      <DomainRecords domain={domain} />
      {isLeaving ? <RemoveDialog domain={domain.domain} onClose={() => setLeaving(false)} /> : null}
    </>
  )
}

/** What the state means, and what to do about it. */
function Explanation({ domain }: { domain: CustomDomain }) {
  if (domain.problem) return <Callout severity="error">{domain.problem}</Callout>
  switch (domain.status) {
    case 'pending':
      return (
        <Callout severity="info">
          Set these records where the DNS of the domain is kept. It may take some hours until name servers
          tell them; they are looked at by themselves meanwhile.
        </Callout>
      )
    case 'failing':
      return (
        <Callout severity="warning">
          A record is not found any more. The domain is switched off if it stays so.
        </Callout>
      )
    case 'paused':
      return (
        <Callout severity="warning">
          The domain is proven, and not served while the workspace is locked or its plan has no custom domain.
        </Callout>
      )
    case 'off':
      return (
        <Callout severity="error">
          A record was gone, so the domain was switched off. It is served again once both are found.
        </Callout>
      )
    default:
      return null
  }
}

function RemoveDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const remove = useRemoveCustomDomain()
  return (
    <ConfirmDialog
      open
      title="Remove the Custom Domain?"
      confirmLabel="Remove"
      destructive
      onConfirm={() => remove.mutateAsync().catch(() => undefined)}
      onClose={onClose}
    >
      Nothing is served at {domain} from now on, and who signed in there is signed out. To add it again, it
      has to be proven anew.
    </ConfirmDialog>
  )
}
