import Box from '@mui/material/Box'
import { type ReactNode, useState } from 'react'
import { PrivateOffer } from '../../../shared/billing/PrivateOffer.tsx'
import { usePermissions } from '../../../shared/data/me.ts'
import { blockedBecause } from '../../../shared/data/visibility.ts'
import { CreateGroup } from '../../../shared/groups/CreateGroup.tsx'
import { FormSelect } from '../../../shared/ui/forms/FormSelect.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import type { ProjectFormState } from '../use-project-form.ts'
import { visibilityChoices } from '../visibility.ts'
import { AccessLinks } from './AccessLinks.tsx'

interface Props extends Pick<ProjectFormState, 'form' | 'fields'> {
  disabled: boolean
}

const publicGroupOnly = 'A public project can only be added to a public group.'

/** Name, slug, visibility and group of the project to be. */
export function ProjectFields({ form, fields, disabled }: Props) {
  const { control } = form
  const { appearance, onName } = fields
  return (
    <FieldGrid>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5 }}>
        <ProjectIcon name={appearance.name} colour={appearance.colour} size="title" />
        <FormTextField control={control} name="name" label="Name" disabled={disabled} onValue={onName} />
      </Box>
      <FormTextField
        control={control}
        name="slug"
        label="Slug"
        disabled={disabled}
        helperText="Its address: /docs/ and this"
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
      />
      <AccessFields form={form} fields={fields} disabled={disabled} />
    </FieldGrid>
  )
}

/** Fields beside each other where there is room. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  )
}

/** Who may see it, and its group. */
export function AccessFields({ form, fields, disabled }: Props) {
  const { control } = form
  const { groups, rules, values, mayBePrivate } = fields
  const mayCreateGroup = usePermissions().can('WorkspaceGroupsCreate')
  const [isCreating, setCreating] = useState(false)
  const noGroup = { value: '', label: 'No group' }
  const choices = groups.map((group) => ({ value: String(group.id), label: group.name }))
  const isGroupAtFault = values.visibility === 'public' && rules.group?.visibility === 'internal'
  // The group's part of the rule is said at the group.
  const blocked = blockedBecause(values.visibility, { ...rules, group: undefined })
  return (
    <>
      <FormSelect
        control={control}
        name="visibility"
        label="Visibility"
        choices={visibilityChoices(rules)}
        disabled={disabled}
        problem={blocked ?? undefined}
      />
      {mayBePrivate ? <PrivateOffer /> : null}
      {groups.length > 0 || mayCreateGroup ? (
        <FormSelect
          control={control}
          name="group"
          label="Group"
          choices={[noGroup, ...choices]}
          disabled={disabled}
          problem={isGroupAtFault ? publicGroupOnly : undefined}
          action={
            mayCreateGroup ? { label: 'Create New Group', onChoose: () => setCreating(true) } : undefined
          }
        />
      ) : null}
      {isCreating ? (
        <CreateGroup
          onClose={() => setCreating(false)}
          onCreated={({ id }) => form.setValue('group', String(id), { shouldDirty: true })}
        />
      ) : null}
      <AccessLinks />
    </>
  )
}
