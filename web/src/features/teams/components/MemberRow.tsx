import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useMe } from '../../../shared/data/me.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import { RoleSelect } from '../../../shared/ui/RoleSelect.tsx'
import { teamRoleLabel, workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { removeMember, setRole, type TeamMember } from '../member-queries.ts'
import { type Team, type TeamRole, teamResources } from '../queries.ts'
import { roleOptions } from '../role-options.ts'

interface Props {
  member: TeamMember
  team: Team
}

/** Somebody in the team, with the role that they have in it. */
export function MemberRow({ member, team }: Props) {
  const isMe = useMe().data?.id === member.user_id
  const [isRemoving, setRemoving] = useState(false)
  const { display_name: name, email } = member
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.25, py: 1, minHeight: 56 }}>
      <PersonAvatar name={name} avatarUrl={member.avatar_url} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap title={email && email !== name ? `${name} (${email})` : name}>
          {name}
          {isMe ? ' (you)' : ''}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {workspaceRoleLabel(member.workspace_role)}
          {member.type === 'member' && email ? `, ${email}` : ''}
        </Typography>
      </Box>
      {member.type === 'invitation' ? <Chip size="small" label="Invited" /> : null}
      <MemberRole member={member} team={team} />
      {/* One's own place is left with the button of the panel. */}
      {member.may_remove && !isMe ? (
        <Tooltip title="Remove">
          <IconButton size="small" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : null}
      {isRemoving ? <RemoveDialog member={member} team={team} onClose={() => setRemoving(false)} /> : null}
    </Box>
  )
}

function lastAdminOf(team: Team, { type, role }: TeamMember): boolean {
  return type === 'member' && role === 'admin' && team.admins_count === 1
}

function MemberRole({ member, team }: Props) {
  const change = useChange({
    run: (role: TeamRole) => setRole(team.id, member, role),
    changes: teamResources,
    failure: (error, role) =>
      `Unable to update ${member.display_name} role to ${teamRoleLabel(role)}: ${messageOf(error)}`,
  })
  const [isAsking, setAsking] = useState(false)
  const isLastAdmin = lastAdminOf(team, member)
  const choose = (role: TeamRole) => {
    if (role === member.role) return
    if (isLastAdmin) setAsking(true)
    else change.mutate(role)
  }
  const mayChange = team.my_permissions.includes('team_member_add')
  return (
    <Box sx={{ flex: 'none', ...(mayChange ? { width: 116 } : {}) }}>
      <RoleSelect
        label={`Role of ${member.display_name}`}
        hiddenLabel
        value={change.isPending ? change.variables : member.role}
        options={roleOptions(team, [member.workspace_role])}
        onChange={choose}
        isReadOnly={!mayChange}
      />
      <ConfirmDialog
        open={isAsking}
        title="Leave the team without an admin?"
        confirmLabel="Make Member"
        destructive
        onConfirm={() => change.mutateAsync('member').catch(() => undefined)}
        onClose={() => setAsking(false)}
      >
        {member.display_name} is the last admin of {team.name}. Without one, only owners and admins of the
        workspace can change the team.
      </ConfirmDialog>
    </Box>
  )
}

function RemoveDialog({ member, team, onClose }: Props & { onClose: () => void }) {
  const who = member.display_name
  const isLastAdmin = lastAdminOf(team, member)
  const remove = useChange({
    run: () => removeMember(team.id, member),
    changes: teamResources,
    failure: `Unable to remove ${who} from ${team.name}`,
  })
  return (
    <ConfirmDialog
      open
      title={`Remove ${who}`}
      confirmLabel="Remove"
      destructive
      onConfirm={() => remove.mutateAsync()}
      onClose={onClose}
    >
      {member.type === 'invitation'
        ? `Are you sure? The invitation to the workspace stays, but no longer brings them into ${team.name}.`
        : `Are you sure? They lose the projects that they were given through ${team.name}.${isLastAdmin ? ' They are its last admin: without one, only owners and admins of the workspace can change the team.' : ''}`}
    </ConfirmDialog>
  )
}
