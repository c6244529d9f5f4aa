import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ProjectPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx'
import { PersonAvatar } from '../../shared/ui/PersonAvatar.tsx'
import { RoleSelect } from '../../shared/ui/RoleSelect.tsx'
import { projectRoleLabel } from '../../shared/ui/roles.ts'
import { useChangeRole, useRemoveMember, useTransferOwnership } from './changes.ts'
import type { PersonWithAccess } from './queries.ts'
import { RowEnd } from './RowEnd.tsx'
import { memberOptions, noChangeAboveYou } from './roles.ts'
import { WhyAccess } from './WhyAccess.tsx'

interface Props {
  projectId: number
  projectName: string
  person: PersonWithAccess
  can: (permission: ProjectPermission) => boolean
}

type Question = 'owner' | 'remove' | null

/** Somebody with access: why, at which role, and taking it back. */
export function MemberRow({ projectId, projectName, person, can }: Props) {
  const [question, setQuestion] = useState<Question>(null)
  const transfer = useTransferOwnership(projectId)
  const remove = useRemoveMember(projectId)
  const name = person.display_name
  const ask = async (done: Promise<unknown>) => {
    // What failed is told by a notice, which stays when this is gone.
    await done.catch(() => undefined)
  }
  return (
    <Box
      component="li"
      aria-label={name}
      sx={{ py: 1, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, rowGap: 1 }}>
        <PersonAvatar name={name} avatarUrl={person.avatar_url} />
        <Box sx={{ flex: ({ spacing }) => `1 1 ${spacing(21)}`, minWidth: 0 }}>
          <Typography variant="subtitle2" component="p" noWrap title={name}>
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap title={person.email ?? person.username}>
            {person.email ?? person.username}
          </Typography>
        </Box>
        <RowEnd name={name} onRemove={person.may_remove ? () => setQuestion('remove') : null}>
          <GivenRole
            projectId={projectId}
            person={person}
            can={can}
            onTransfer={() => setQuestion('owner')}
          />
        </RowEnd>
      </Box>
      <Box sx={{ pl: 5.5, pt: 0.25 }}>
        <WhyAccess projectId={projectId} userId={person.user_id} name={name} summary={person.explanation} />
      </Box>
      <ConfirmDialog
        open={question === 'owner'}
        title="Transfer Ownership?"
        confirmLabel="Transfer"
        onConfirm={() => ask(transfer.mutateAsync(person.user_id))}
        onClose={() => setQuestion(null)}
      >
        {name} becomes the owner of {projectName}. The previous owner becomes an admin.
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'remove'}
        title="Remove Member?"
        confirmLabel="Remove"
        destructive
        onConfirm={() => ask(remove.mutateAsync(person.user_id))}
        onClose={() => setQuestion(null)}
      >
        {name} loses what they were given in {projectName} by name.
        {person.sources.length > 1 ? ' Other reasons for their access stay.' : ''}
      </ConfirmDialog>
    </Box>
  )
}

interface GivenProps {
  projectId: number
  person: PersonWithAccess
  can: Props['can']
  onTransfer: () => void
}

/** The role that somebody was given by name, or what else they have. */
function GivenRole({ projectId, person, can, onTransfer }: GivenProps) {
  const change = useChangeRole(projectId)
  if (person.role === null) {
    return (
      <Typography variant="body2" color="textSecondary">
        {person.effective_role ? projectRoleLabel(person.effective_role) : 'No access'}
      </Typography>
    )
  }
  const shown = change.isPending ? change.variables.role : person.role
  const because =
    person.role === 'owner'
      ? 'The owner of a project keeps it until somebody else becomes the owner.'
      : noChangeAboveYou
  return (
    <RoleSelect
      label={`Role of ${person.display_name}`}
      hiddenLabel
      value={shown}
      options={memberOptions(can, person)}
      isReadOnly={!person.may_change || change.isPending}
      {...(person.may_change ? {} : { readOnlyBecause: because })}
      onChange={(role) => (role === 'owner' ? onTransfer() : change.mutate({ userId: person.user_id, role }))}
    />
  )
}
