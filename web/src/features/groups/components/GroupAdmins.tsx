import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { useMe } from '../../../shared/data/me.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { lastAdminStays } from '../actions.tsx'
import { type GroupAdmin, useGroupAdmins, useRemoveAdmin } from '../admins.ts'
import { canInGroup, type Group } from '../model.ts'
import { AddAdmins } from './AddAdmins.tsx'
import { InvitedAdmins } from './InvitedAdmins.tsx'
import { PersonLine } from './PersonLine.tsx'

/** Who administers a group; adding and removing them. The last one stays. */
export function GroupAdmins({ group, onLeave }: { group: Group; onLeave: (group: Group) => void }) {
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {canInGroup(group, 'group_member_add') ? <AddAdmins group={group} /> : null}
      <AdminList group={group} onLeave={onLeave} />
      <InvitedAdmins group={group} />
    </Box>
  )
}

function AdminList({ group, onLeave }: { group: Group; onLeave: (group: Group) => void }) {
  const [removing, setRemoving] = useState<GroupAdmin | null>(null)
  const admins = useGroupAdmins(group.id)
  const me = useMe().data?.id
  const remove = useRemoveAdmin(group)
  const isLast = admins.data?.total === 1
  const startRemoving = (admin: GroupAdmin) => (admin.user_id === me ? onLeave(group) : setRemoving(admin))
  return (
    <Section title="Admins">
      {admins.isPending ? <Skeleton height={48} /> : null}
      {admins.error ? <Callout severity="error">{messageOf(admins.error)}</Callout> : null}
      <Box component="ul" aria-label="Admins" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {admins.data?.items.map((admin) => (
          <PersonLine
            key={admin.user_id}
            name={admin.display_name}
            isMe={admin.user_id === me}
            avatarUrl={admin.avatar_url}
            note={admin.email ?? admin.username}
            removeLabel={admin.user_id === me ? 'Leave group' : `Remove ${admin.display_name}`}
            removeBlocked={isLast ? lastAdminStays : null}
            onRemove={
              canInGroup(group, admin.user_id === me ? 'group_leave' : 'group_member_delete')
                ? () => startRemoving(admin)
                : undefined
            }
          />
        ))}
      </Box>
      {admins.hasNextPage ? (
        <Button size="small" sx={{ justifySelf: 'start' }} onClick={() => void admins.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      {removing ? (
        <ConfirmDialog
          open
          title="Remove admin"
          destructive
          confirmLabel="Remove"
          // What goes wrong is shown at the edge of the screen.
          onConfirm={async () => void (await remove.mutateAsync(removing).catch(() => undefined))}
          onClose={() => setRemoving(null)}
        >
          {removing.display_name} no longer administers {group.name} and its projects. Are you sure?
        </ConfirmDialog>
      ) : null}
    </Section>
  )
}
