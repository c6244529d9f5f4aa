import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { type InvitedAdmin, useInvitedAdmins, useRemoveInvited } from '../admins.ts'
import { canInGroup, type Group } from '../model.ts'
import { PersonLine } from './PersonLine.tsx'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Addresses that become admins of the group once they accept their invitation. */
export function InvitedAdmins({ group }: { group: Group }) {
  const [removing, setRemoving] = useState<InvitedAdmin | null>(null)
  const invited = useInvitedAdmins(group.id)
  const remove = useRemoveInvited(group)
  if (invited.error) return <Callout severity="error">{messageOf(invited.error)}</Callout>
  if (!invited.data?.length) return null
  return (
    <Section title="Invited">
      <Box component="ul" aria-label="Invited" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {invited.data.map((one) => (
          <PersonLine
            key={one.invitation_id}
            name={one.email}
            note={`Invited until ${day.format(new Date(one.expires_at))}`}
            mark={<Chip size="small" label="Pending" />}
            removeLabel={`Remove ${one.email}`}
            onRemove={canInGroup(group, 'group_member_delete') ? () => setRemoving(one) : undefined}
          />
        ))}
      </Box>
      {removing ? (
        <ConfirmDialog
          open
          title="Remove Invitation?"
          destructive
          confirmLabel="Remove"
          // What goes wrong is shown at the edge of the screen.
          onConfirm={async () => void (await remove.mutateAsync(removing).catch(() => undefined))}
          onClose={() => setRemoving(null)}
        >
          {removing.email} stays invited to the workspace, without this group.
        </ConfirmDialog>
      ) : null}
    </Section>
  )
}
