import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useChange } from '../../../shared/data/change.ts'
import type { GroupValues } from '../../../shared/groups/forms.ts'
import { GroupFields, groupFields } from '../../../shared/groups/GroupFields.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { showProblem } from '../../../shared/ui/forms/form-problem.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { groupLists, readGroup, updateGroup } from '../changes.ts'
import { canInGroup, counted, type Group } from '../model.ts'
import { GroupReviewers } from './GroupReviewers.tsx'

const resolver = lazyResolver(() =>
  import('../../../shared/groups/forms.ts').then((forms) => forms.groupResolver),
)

const labels = {
  name: 'Name',
  description: 'Description',
  visibility: 'Visibility',
  icon: 'Icon',
  icon_color: 'Icon colour',
}

function valuesOf({ name, description, visibility, icon, icon_color }: GroupValues): GroupValues {
  return { name, description, visibility, icon, icon_color }
}

interface Props {
  group: Group
  onDelete: (group: Group) => void
}

/** Name, description, visibility and look of a group; deleting it. */
export function GroupSettings({ group, onDelete }: Props) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SettingsForm group={group} />
      <GroupReviewers groupId={group.id} />
      {canInGroup(group, 'group_delete') ? (
        <Section title="Delete group">
          <Typography variant="body2" color="textSecondary">
            Its projects stay, without a group.
          </Typography>
          <Button
            variant="outlined"
            color="error"
            sx={{ justifySelf: 'start' }}
            onClick={() => onDelete(group)}
          >
            Delete group…
          </Button>
        </Section>
      ) : null}
    </Box>
  )
}

function SettingsForm({ group }: { group: Group }) {
  const { form, sendOver } = useEditForm<GroupValues>({
    saved: valuesOf(group),
    read: () => readGroup(group.id),
    resolver,
    labels,
  })
  const { isDirty, isSubmitting, errors } = form.formState
  const [open, setOpen] = useState<{ values: GroupValues; projects: number } | null>(null)

  const change = useChange({
    run: ({ values, isConfirmed }: { values: GroupValues; isConfirmed: boolean }) =>
      sendOver(values, (changes, seen) => updateGroup(group.id, changes, seen, isConfirmed)),
    changes: groupLists,
    success: ({ confirmation_required }) => (confirmation_required ? null : 'Save Successful'),
    onDone: ({ confirmation_required, public_projects }, { values }) =>
      confirmation_required ? setOpen({ values, projects: public_projects }) : form.reset(values),
  })
  const save = (values: GroupValues, isConfirmed: boolean) =>
    change.mutateAsync({ values, isConfirmed }).then(() => undefined, refuse)
  /** A visibility that cannot be had goes back to what it was. */
  const refuse = (error: unknown) => {
    form.resetField('visibility')
    showProblem(error, form.setError, groupFields)
  }
  const submit = form.handleSubmit((values) => save(values, false))
  return (
    <>
      <FormStack onSubmit={submit} label="Group settings">
        <GroupFields control={form.control} />
        <FormError>{errors.root?.message}</FormError>
        <SubmitButton
          size="medium"
          loading={isSubmitting}
          disabled={!canSubmit(form.formState) || !isDirty}
          sx={{ justifySelf: 'start' }}
        >
          Save
        </SubmitButton>
      </FormStack>
      {open ? (
        <ConfirmDialog
          open
          title="Make the group internal?"
          confirmLabel="Make internal"
          onConfirm={() => save(open.values, true)}
          onClose={() => {
            setOpen(null)
            if (form.formState.isDirty) form.resetField('visibility')
          }}
        >
          An internal group has no public projects:{' '}
          {open.projects === 1
            ? '1 public project becomes'
            : `${counted(open.projects, 'public project')} become`}{' '}
          internal, for members of the workspace only.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
