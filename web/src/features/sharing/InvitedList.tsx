import Close from '@mui/icons-material/Close'
import MailOutlined from '@mui/icons-material/MailOutlined'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ProjectPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx'
import { projectRoleLabel } from '../../shared/ui/roles.ts'
import { pictureSizes } from '../../shared/ui/sizes.ts'
import { useRemoveInvited } from './changes.ts'
import type { InvitedAddress } from './queries.ts'

interface Props {
  projectId: number
  invitations: InvitedAddress[]
  can: (permission: ProjectPermission) => boolean
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Addresses that get the project once they accept their invitation. */
export function InvitedList({ projectId, invitations, can }: Props) {
  const [removing, setRemoving] = useState<InvitedAddress>()
  const remove = useRemoveInvited(projectId)
  if (invitations.length === 0) return null
  return (
    <Box component="ul" aria-label="Invited" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {invitations.map((invitation) => (
        <Box
          component="li"
          key={invitation.invitation_id}
          sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1 }}
        >
          <Box
            sx={{ width: pictureSizes.entry, display: 'grid', placeItems: 'center', color: 'text.secondary' }}
          >
            <MailOutlined fontSize="small" aria-hidden />
          </Box>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="subtitle2" component="p" noWrap title={invitation.email}>
              {invitation.email}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {projectRoleLabel(invitation.role)}, invited until {day.format(new Date(invitation.expires_at))}
            </Typography>
          </Box>
          <Chip size="small" label="Pending" />
          {can('project_member_delete') ? (
            <Tooltip title="Take the project off the invitation">
              <IconButton
                size="small"
                aria-label={`Remove ${invitation.email}`}
                onClick={() => setRemoving(invitation)}
              >
                <Close fontSize="small" />
              </IconButton>
            </Tooltip>
          ) : null}
        </Box>
      ))}
      <ConfirmDialog
        open={removing !== undefined}
        title="Remove Invitation?"
        confirmLabel="Remove"
        destructive
        onConfirm={async () => {
          if (removing) await remove.mutateAsync(removing.invitation_id).catch(() => undefined)
        }}
        onClose={() => setRemoving(undefined)}
      >
        {removing?.email} stays invited to the workspace, without this project.
      </ConfirmDialog>
    </Box>
  )
}
