import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { readTeam, type Team, type TeamValues, teamResources, updateTeam } from '../queries.ts'
import { DeleteTeamDialog } from './DeleteTeamDialog.tsx'
import { TeamFields } from './TeamFields.tsx'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.teamResolver))

const labels = { name: 'Name', description: 'Description', icon: 'Icon', color: 'Icon colour' }

const valuesOf = ({ name, description, icon, icon_color }: Team): TeamValues => ({
  name,
  description,
  icon,
  color: icon_color,
})

/** Changes a team, and deletes it. */
export function SettingsTab({ team, onDeleted }: { team: Team; onDeleted: () => void }) {
  const may = (permission: Team['my_permissions'][number]) => team.my_permissions.includes(permission)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      {may('team_settings_update') ? <TeamForm team={team} /> : null}
      {may('team_delete') ? <DangerZone team={team} onDeleted={onDeleted} /> : null}
    </Box>
  )
}

function TeamForm({ team }: { team: Team }) {
  const { form, sendOver } = useEditForm<TeamValues>({
    saved: valuesOf(team),
    read: async () => valuesOf(await readTeam(team.id)),
    resolver,
    labels,
  })
  const { isDirty, isSubmitting, errors } = form.formState
  // Read on every render: react-hook-form keeps only what is read, and a first change must find it kept.
  const isSendable = canSubmit(form.formState)
  const save = useSubmit(form, {
    run: (values) => sendOver(values, (changes, seen) => updateTeam(team.id, changes, seen)),
    changes: teamResources,
    success: 'Save Successful',
    onDone: (saved) => form.reset(valuesOf(saved)),
    fields: ['name', 'description'],
    fallback: 'Issue saving the form, please try again.',
  })
  return (
    <FormStack onSubmit={save} label="Team settings">
      <TeamFields control={form.control} />
      <FormError>{errors.root?.message}</FormError>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <SubmitButton size="medium" loading={isSubmitting} disabled={!isDirty || !isSendable}>
          Save
        </SubmitButton>
        {isDirty ? (
          <Button color="inherit" disabled={isSubmitting} onClick={() => form.reset(valuesOf(team))}>
            Cancel
          </Button>
        ) : null}
      </Box>
    </FormStack>
  )
}

function DangerZone({ team, onDeleted }: { team: Team; onDeleted: () => void }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <Box
      sx={{ display: 'grid', gap: 1, justifyItems: 'start', borderTop: 1, borderColor: 'divider', pt: 2.5 }}
    >
      <Typography variant="h3">Delete Team</Typography>
      <Typography variant="body2" color="textSecondary">
        Its members lose every project that they were given through it.
      </Typography>
      <Button color="error" variant="outlined" onClick={() => setDeleting(true)}>
        Delete Team
      </Button>
      {isDeleting ? (
        <DeleteTeamDialog team={team} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      ) : null}
    </Box>
  )
}
