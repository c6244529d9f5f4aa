import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { CreatedToken } from '../../../shared/ui/tokens/CreatedToken.tsx'
import { TokenPreview } from '../../../shared/ui/tokens/TokenPreview.tsx'
import {
  type ScimOverview,
  type ScimToken,
  useCreateScimToken,
  useRevokeScimToken,
  useSetScimRole,
} from './queries.ts'

const roles: WorkspaceRole[] = ['guest', 'viewer', 'maker', 'admin']
/** One follows the other. */
const mostTokens = 2

/** What the identity provider is told: address and token; and what people come in as. */
export function ScimConnection({ scim }: { scim: ScimOverview }) {
  const setRole = useSetScimRole(scim.default_role)
  const address = `${window.location.origin}/api/v1/scim/v2`
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <TextField
        label="Base URL"
        value={address}
        helperText="Also called tenant URL or SCIM connector base URL."
        slotProps={{
          input: {
            readOnly: true,
            sx: { fontFamily: 'monospace' },
            endAdornment: <CopyButton text={address} label="Copy the base URL" />,
          },
        }}
      />
      <TextField
        select
        label="Role of provisioned people"
        value={scim.default_role}
        disabled={setRole.isPending}
        onChange={(event) => setRole.mutate(event.target.value as WorkspaceRole)}
        helperText="Where the identity provider says none. It can give roles up to admin, never billing or owner."
      >
        {roles.map((role) => (
          <MenuItem key={role} value={role}>
            {workspaceRoleLabel(role)}
          </MenuItem>
        ))}
      </TextField>
      <Tokens tokens={scim.tokens} />
    </Box>
  )
}

function Tokens({ tokens }: { tokens: ScimToken[] }) {
  const create = useCreateScimToken()
  const titleId = useId()
  const [made, setMade] = useState<string>()
  const [revoked, setRevoked] = useState<ScimToken | null>(null)
  const revoke = useRevokeScimToken()
  const make = () =>
    create
      .mutateAsync(undefined)
      .then(({ access_token }) => setMade(access_token))
      .catch(() => undefined)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography variant="h3" sx={{ flex: 1 }}>
          SCIM tokens
        </Typography>
        <Button
          variant="outlined"
          startIcon={<AddIcon />}
          loading={create.isPending}
          disabled={tokens.length >= mostTokens}
          onClick={() => void make()}
        >
          Create SCIM token
        </Button>
      </Box>
      <Typography variant="body2" color="textSecondary">
        {tokens.length === 0
          ? 'No token yet: the identity provider needs one.'
          : 'To replace a token, create a second one, give it to the identity provider, and revoke the first.'}
      </Typography>
      {tokens.length > 0 ? (
        <Box component="ul" aria-label="SCIM tokens" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {tokens.map((token) => (
            <Box
              key={token.id}
              component="li"
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minHeight: 44 }}
            >
              <Box sx={{ flex: '1 1 120px', minWidth: 0 }}>
                <TokenPreview prefix={token.access_token_prefix} />
              </Box>
              <Typography variant="body2" color="textSecondary">
                {token.last_used ? (
                  <>
                    used <RelativeTime at={token.last_used} />
                  </>
                ) : (
                  'never used'
                )}
              </Typography>
              <Button
                size="small"
                color="error"
                aria-label={`Revoke ${token.access_token_prefix}`}
                onClick={() => setRevoked(token)}
              >
                Revoke
              </Button>
            </Box>
          ))}
        </Box>
      ) : null}
      {made ? (
        <Dialog open aria-labelledby={titleId}>
          <DialogTitle id={titleId}>SCIM token</DialogTitle>
          <CreatedToken token={made} onClose={() => setMade(undefined)} />
        </Dialog>
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
          The identity provider that uses it reaches this workspace no more, at once. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </Box>
  )
}
