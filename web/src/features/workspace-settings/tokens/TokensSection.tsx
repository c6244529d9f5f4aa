import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { usePermissions } from '../../../shared/data/me.ts'
import type { WorkspaceToken } from '../../../shared/data/rows.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { NewTokenDialog } from '../../../shared/ui/tokens/NewTokenDialog.tsx'
import { TokenTable } from '../../../shared/ui/tokens/TokenTable.tsx'
import { useCreateToken, useRevokeToken, useTokens } from './queries.ts'
import { RenameTokenDialog } from './RenameTokenDialog.tsx'

type Opened = { dialog: 'new' } | { dialog: 'rename' | 'revoke'; token: WorkspaceToken } | null

/** The product's API: workspace tokens for programs, made, renamed and revoked here. */
export function TokensSection() {
  const { can, isPending } = usePermissions()
  const mayManage = can('WorkspaceOauthClientCreateUpdateDelete')
  const tokens = useTokens(mayManage)
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  if (isPending) return null
  return (
    <SettingsSection
      title="Waymark API"
      description="A workspace token has the permission Workspace Projects: Read (all OpenAPI and JSON Schema files in all projects) and never expires."
      action={
        mayManage ? (
          <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setOpened({ dialog: 'new' })}>
            Create token
          </Button>
        ) : null
      }
    >
      {mayManage ? (
        <TokenTable
          label="Workspace tokens"
          emptyText="No workspace tokens yet."
          tokens={tokens}
          onRename={(token) => setOpened({ dialog: 'rename', token })}
          onRevoke={(token) => setOpened({ dialog: 'revoke', token })}
        />
      ) : (
        <Typography color="textSecondary">Owners and admins of the workspace manage its tokens.</Typography>
      )}
      {opened?.dialog === 'new' ? <NewDialog onClose={close} /> : null}
      {opened?.dialog === 'rename' ? (
        <RenameTokenDialog
          token={tokens.data?.find(({ id }) => id === opened.token.id) ?? opened.token}
          onClose={close}
        />
      ) : null}
      {opened?.dialog === 'revoke' ? <RevokeDialog token={opened.token} onClose={close} /> : null}
    </SettingsSection>
  )
}

function NewDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateToken()
  return (
    <NewTokenDialog
      title="Create token"
      about="Workspace Projects: Read (all OpenAPI and JSON Schema files in all projects). It never expires."
      example="Nightly export"
      feature="oauth_client_apps"
      create={create.mutateAsync}
      onClose={onClose}
    />
  )
}

function RevokeDialog({ token, onClose }: { token: WorkspaceToken; onClose: () => void }) {
  const revoke = useRevokeToken()
  return (
    <ConfirmDialog
      open
      title="Revoke Token?"
      confirmLabel="Revoke"
      destructive
      onConfirm={() => revoke.mutateAsync(token).catch(() => undefined)}
      onClose={onClose}
    >
      Programs that use {token.name} lose their access at once. This cannot be undone.
    </ConfirmDialog>
  )
}
