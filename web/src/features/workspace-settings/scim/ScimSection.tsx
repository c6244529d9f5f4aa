import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { UpsellDialog } from '../../../shared/ui/UpsellDialog.tsx'
import { Toggle } from '../Toggle.tsx'
import { type ScimOverview, useScim, useTurnScim } from './queries.ts'
import { ScimConnection } from './ScimConnection.tsx'
import { ScimStatus } from './ScimStatus.tsx'

/** Provisioning: people and groups as the workspace's identity provider says. */
export function ScimSection() {
  const { can, isPending } = usePermissions()
  const canEdit = can('WorkspaceIntegrationCreateUpdateDelete')
  const scim = useScim(canEdit)
  if (isPending) return null
  return (
    <SettingsSection
      title="Provisioning (SCIM)"
      description="An identity provider such as Entra ID or Okta adds people and teams, and removes them: who is deactivated there is signed out here within seconds."
      isReadOnly={!canEdit}
    >
      {scim.isError ? (
        <Callout severity="error" action={<Button onClick={() => void scim.refetch()}>Try again</Button>}>
          {messageOf(scim.error)}
        </Callout>
      ) : null}
      {canEdit && scim.isPending ? <Skeleton variant="rounded" height={72} /> : null}
      {scim.data ? <Connection scim={scim.data} /> : null}
    </SettingsSection>
  )
}

function Connection({ scim }: { scim: ScimOverview }) {
  const features = useFeatures()
  const { can } = usePermissions()
  const isAllowed = features.data?.find(({ name }) => name === 'scim')?.allowed !== false
  const turnScim = useTurnScim()
  const [opened, setOpened] = useState<'upsell' | 'off' | null>(null)
  const close = () => setOpened(null)
  const turn = (isOn: boolean) => {
    if (!isOn) setOpened('off')
    else if (isAllowed) turnScim.mutate(true)
    else setOpened('upsell')
  }
  const hasHistory = scim.people > 0 || scim.errors.length > 0 || scim.last_synced_at !== null
  return (
    <>
      <Toggle
        label="Provision people and teams by SCIM"
        {...(isAllowed ? {} : { badge: 'Upgrade' })}
        help="While it is on, the identity provider decides who is a member, beside those whom you invite."
        checked={scim.enabled}
        disabled={turnScim.isPending}
        onChange={turn}
      />
      {scim.enabled ? <ScimConnection scim={scim} /> : null}
      {scim.enabled || hasHistory ? <ScimStatus scim={scim} /> : null}
      {opened === 'upsell' ? (
        <UpsellDialog open feature="scim" canBill={can('WorkspaceBilling')} onClose={close} />
      ) : null}
      <ConfirmDialog
        open={opened === 'off'}
        title="Turn Provisioning Off?"
        confirmLabel="Turn off"
        destructive
        onConfirm={() => turnScim.mutateAsync(false).catch(() => undefined)}
        onClose={close}
      >
        The identity provider's tokens stop working, and nobody else comes in by it. Who is a member stays
        one; who was deactivated comes back by an invitation only.
      </ConfirmDialog>
    </>
  )
}
