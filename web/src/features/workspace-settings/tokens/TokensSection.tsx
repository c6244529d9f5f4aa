import AddIcon from '@mui/icons-material/Add'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import type { WorkspaceToken } from '../../../shared/data/rows.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import type { Column } from '../../../shared/ui/table/types.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { useRevokeToken, useTokens } from './queries.ts'
import { RenameTokenDialog } from './RenameTokenDialog.tsx'
import { TokenPreview } from './TokenPreview.tsx'

type Opened = { dialog: 'new' } | { dialog: 'rename' | 'revoke'; token: WorkspaceToken } | null

const columns: Column<WorkspaceToken>[] = [
  { id: 'name', label: 'Name', flex: 2, minWidth: 110, text: ({ name }) => name, render: ({ name }) => name },
  {
    id: 'token',
    label: 'Token',
    flex: 1,
    minWidth: 100,
    render: ({ access_token_prefix }) => <TokenPreview prefix={access_token_prefix} />,
  },
  {
    id: 'creator',
    label: 'Created by',
    flex: 1,
    wideOnly: true,
    text: ({ creator }) => creator?.display_name ?? '',
    render: ({ creator }) => creator?.display_name ?? 'Deleted user',
  },
  {
    id: 'used',
    label: 'Last used',
    width: 130,
    text: ({ last_used }) => last_used ?? '',
    render: ({ last_used }) => <RelativeTime at={last_used} />,
  },
]

const rowHeight = 60
const headHeight = 48
// Room for the words of an empty table.
const fewestRows = 2
const mostRows = 6

/** The product's API: workspace tokens for programs, made, renamed and revoked here. */
export function TokensSection() {
  const { can, isPending } = usePermissions()
  const mayManage = can('WorkspaceOauthClientCreateUpdateDelete')
  const tokens = useTokens(mayManage)
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const rows = tokens.data ?? []
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
        <DataTable
          label="Workspace tokens"
          rows={rows}
          rowId={({ id }) => String(id)}
          columns={columns}
          isLoading={tokens.isPending}
          error={tokens.isError ? messageOf(tokens.error) : null}
          onRetry={() => void tokens.refetch()}
          defaultOrder={{ by: 'name', descending: false }}
          emptyText="No workspace tokens yet."
          height={headHeight + rowHeight * Math.min(Math.max(rows.length, fewestRows), mostRows)}
          rowActions={[
            {
              label: 'Rename',
              icon: <EditOutlined fontSize="small" />,
              onSelect: (token) => setOpened({ dialog: 'rename', token }),
            },
            {
              label: 'Revoke',
              icon: <DeleteOutlined fontSize="small" />,
              destructive: true,
              onSelect: (token) => setOpened({ dialog: 'revoke', token }),
            },
          ]}
        />
      ) : (
        <Typography color="textSecondary">Owners and admins of the workspace manage its tokens.</Typography>
      )}
      {opened?.dialog === 'new' ? <CreateTokenDialog onClose={close} /> : null}
      {opened?.dialog === 'rename' ? <RenameTokenDialog token={opened.token} onClose={close} /> : null}
      {opened?.dialog === 'revoke' ? <RevokeDialog token={opened.token} onClose={close} /> : null}
    </SettingsSection>
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
