import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { usePermissions } from '../../../shared/data/me.ts'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { SidePanel } from '../../../shared/ui/SidePanel.tsx'
import { inviterName, isExpired, type Person } from '../people.ts'
import type { Invitation, JoinRequest, Member } from '../queries.ts'
import { AccessExplanation } from './AccessExplanation.tsx'
import type { Ask } from './AskedDialog.tsx'
import { RoleChoice } from './RoleChoice.tsx'

interface Props {
  row: Person | undefined
  onAsk: (ask: Ask) => void
  onResend: (row: Person) => void
  onClose: () => void
}

/** Details of a member, an invitation or a request to join, with what can be done about it. */
export function PersonPanel({ row, onAsk, onResend, onClose }: Props) {
  return (
    <SidePanel
      open={row !== undefined}
      title={row?.name ?? ''}
      subtitle={row?.kind === 'member' ? row.member.username : null}
      icon={row ? <PersonAvatar name={row.name} avatarUrl={row.avatarUrl} size="title" /> : null}
      onClose={onClose}
    >
      <Stack spacing={2.5}>
        {row?.kind === 'member' ? <MemberDetails row={row} member={row.member} onAsk={onAsk} /> : null}
        {row?.kind === 'invitation' ? (
          <InvitationDetails row={row} invitation={row.invitation} onAsk={onAsk} onResend={onResend} />
        ) : null}
        {row?.kind === 'request' ? <RequestDetails row={row} request={row.request} onAsk={onAsk} /> : null}
      </Stack>
    </SidePanel>
  )
}

function MemberDetails({ row, member, onAsk }: { row: Person; member: Member; onAsk: (ask: Ask) => void }) {
  return (
    <>
      <RoleChoice
        label="Role"
        value={member.role}
        onChange={(role) => role !== member.role && onAsk({ kind: 'role', rows: [row], role })}
        readOnlyBecause={member.may_change_role ? null : member.reason}
      />
      <Facts>
        {member.email ? (
          <Fact label="E-mail">
            <Address email={member.email} />
          </Fact>
        ) : null}
        <Fact label="Last seen">
          <RelativeTime at={member.last_seen_at} />
        </Fact>
        <Fact label="Joined">
          <RelativeTime at={member.created_at} />
        </Fact>
      </Facts>
      <AccessExplanation userId={member.user_id} />
      {member.may_remove ? (
        <Actions>
          <Button color="error" variant="outlined" onClick={() => onAsk({ kind: 'remove', rows: [row] })}>
            Delete Member
          </Button>
        </Actions>
      ) : null}
    </>
  )
}

interface InvitationProps extends Omit<Props, 'row' | 'onClose'> {
  row: Extract<Person, { kind: 'invitation' }>
  invitation: Invitation
}

function InvitationDetails({ row, invitation, onAsk, onResend }: InvitationProps) {
  const { can } = usePermissions()
  const inviter = inviterName(invitation)
  return (
    <>
      <Facts>
        <Fact label="State">
          <Chip size="small" label={isExpired(invitation) ? 'Expired' : workspaceRoleLabel('pending')} />
        </Fact>
        <Fact label="E-mail">
          <Address email={invitation.email} />
        </Fact>
        <Fact label="Invited as">{workspaceRoleLabel(invitation.role)}</Fact>
        {inviter ? <Fact label="Invited by">{inviter}</Fact> : null}
        <Fact label="Sent">
          <RelativeTime at={invitation.last_sent_at} />
        </Fact>
        <Fact label={isExpired(invitation) ? 'Expired' : 'Expires'}>
          {new Date(invitation.expires_at).toLocaleDateString('en', { dateStyle: 'long' })}
        </Fact>
      </Facts>
      <Actions>
        {can('WorkspaceMembersInvite') ? (
          <Button variant="outlined" onClick={() => onResend(row)}>
            Resend Invitation
          </Button>
        ) : null}
        {row.mayRevoke ? (
          <Button color="error" variant="outlined" onClick={() => onAsk({ kind: 'remove', rows: [row] })}>
            Delete Invitation
          </Button>
        ) : null}
      </Actions>
    </>
  )
}

interface RequestProps {
  row: Person
  request: JoinRequest
  onAsk: (ask: Ask) => void
}

function RequestDetails({ row, request, onAsk }: RequestProps) {
  const { can } = usePermissions()
  return (
    <>
      <Facts>
        <Fact label="State">
          <Chip size="small" label={request.is_denied ? 'Denied' : workspaceRoleLabel('pending')} />
        </Fact>
        <Fact label="Username">{request.username}</Fact>
        {request.emails.map(({ email, primary }) => (
          <Fact key={email} label={primary ? 'E-mail' : 'Further e-mail'}>
            <Address email={email} />
          </Fact>
        ))}
        <Fact label="Asked">
          <RelativeTime at={request.created_at} />
        </Fact>
      </Facts>
      {can('WorkspaceMembersApprove') && !request.is_denied ? (
        <Actions>
          <Button variant="contained" onClick={() => onAsk({ kind: 'approve', rows: [row] })}>
            Approve
          </Button>
          <Button color="error" variant="outlined" onClick={() => onAsk({ kind: 'deny', rows: [row] })}>
            Deny
          </Button>
        </Actions>
      ) : null}
      {can('WorkspaceMembersInvite') && request.is_denied && row.email ? (
        <Actions>
          <Button
            variant="outlined"
            onClick={() => onAsk({ kind: 'invite', emails: row.email ? [row.email] : [] })}
          >
            Invite Instead
          </Button>
        </Actions>
      ) : null}
    </>
  )
}

function Address({ email }: { email: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{email}</Box>
      <CopyButton text={email} label="Copy address" />
    </Box>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 1,
      }}
    >
      {children}
    </Box>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>
}
