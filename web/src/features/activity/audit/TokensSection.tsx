import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { NewTokenDialog } from '../../../shared/ui/tokens/NewTokenDialog.tsx'
import { TokenTable } from '../../../shared/ui/tokens/TokenTable.tsx'
import { type AuditToken, useAuditTokens, useCreateAuditToken, useRevokeAuditToken } from './queries.ts'

/** Audit tokens: made, shown once, listed and revoked. */
export function TokensSection() {
  const tokens = useAuditTokens(true)
  const create = useCreateAuditToken()
  const revoke = useRevokeAuditToken()
  const [isNew, setNew] = useState(false)
  const [revoked, setRevoked] = useState<AuditToken | null>(null)
  return (
    <SettingsSection
      title="Audit tokens"
      description="A program follows the activity with an audit token. It reads the activity of this workspace and nothing else, and never expires."
      action={
        <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setNew(true)}>
          Create audit token
        </Button>
      }
    >
      <TokenTable
        label="Audit tokens"
        emptyText="No audit tokens yet."
        tokens={tokens}
        onRevoke={(token) => setRevoked(token)}
      />
      {isNew ? (
        <NewTokenDialog
          title="Create audit token"
          about="It reads the activity of this workspace, without amounts of billing, and nothing else. It never expires."
          example="SIEM"
          feature="activity_logs"
          create={create.mutateAsync}
          onClose={() => setNew(false)}
        />
      ) : null}
      {revoked ? (
        <ConfirmDialog
          open
          title="Revoke Token?"
          confirmLabel="Revoke"
          destructive
          onConfirm={() => revoke.mutateAsync(revoked).catch(() => undefined)}
          onClose={() => setRevoked(null)}
        >
          Programs that use {revoked.name} lose their access at once. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </SettingsSection>
  )
}
