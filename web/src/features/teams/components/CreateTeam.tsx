import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { randomAppearance } from '../../../../../supabase/functions/_shared/domain/appearance.ts'
import { useChange } from '../../../shared/data/change.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { createTeam, type TeamValues, teamLists } from '../queries.ts'
import { useTeamLimit } from '../use-team-limit.ts'
import { TeamFields } from './TeamFields.tsx'
import { TeamUpsell } from './TeamUpsell.tsx'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.teamResolver))

interface Props {
  onCreated: (slug: string) => void
}

/** The button that makes a team, for whoever may; past the plan's limit it leads to the plan. */
export function CreateTeam({ onCreated }: Props) {
  const { can } = usePermissions()
  const { state } = useTeamLimit()
  const [asked, setAsked] = useState(false)
  if (!can('WorkspaceTeamCreate')) return null
  const close = () => setAsked(false)
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAsked(true)}>
        Create Team
      </Button>
      <TeamUpsell open={asked && state !== 'open'} onClose={close} />
      {asked && state === 'open' ? <CreateTeamDialog onClose={close} onCreated={onCreated} /> : null}
    </>
  )
}

function CreateTeamDialog({ onClose, onCreated }: Props & { onClose: () => void }) {
  const workspace = useWorkspace()
  const [look] = useState(() => randomAppearance())
  const form = useForm<TeamValues>({
    resolver,
    ...validateAsTyped,
    defaultValues: { name: '', description: '', icon: look.name, color: look.colour },
  })
  const create = useChange({
    run: (values: TeamValues) => createTeam(workspace.id, values),
    changes: teamLists,
    success: 'Team Created Successfully!',
    onDone: ({ slug }) => onCreated(slug),
  })
  return (
    <FormDialog
      open
      title="Create Team"
      saveLabel="Create Team"
      form={form}
      fields={['name', 'description']}
      onSave={create.mutateAsync}
      onClose={onClose}
    >
      <TeamFields control={form.control} autoFocus />
    </FormDialog>
  )
}
