import { useForm } from 'react-hook-form'
import { randomAppearance } from '../../../../../supabase/functions/_shared/domain/appearance.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { createGroup, groupLists } from '../changes.ts'
import type { GroupValues } from '../forms.ts'
import { GroupFields, groupFields } from './GroupFields.tsx'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.groupResolver))

function untouched(): GroupValues {
  const { name, colour } = randomAppearance()
  return { name: '', description: '', visibility: 'internal', icon: name, icon_color: colour }
}

interface Props {
  onClose: () => void
  onCreated: (slug: string) => void
}

/** Makes a group, whose first admin is whoever makes it. */
export function CreateGroupDialog({ onClose, onCreated }: Props) {
  const workspace = useWorkspace()
  const form = useForm<GroupValues>({ resolver, ...validateAsTyped, defaultValues: untouched() })
  const create = useChange({
    run: (values: GroupValues) => createGroup(workspace.id, values),
    changes: groupLists,
    success: 'Group Created Successfully!',
  })
  return (
    <FormDialog
      open
      title="Create Group"
      form={form}
      fields={groupFields}
      onSave={async (values) => onCreated((await create.mutateAsync(values)).slug)}
      onClose={onClose}
      saveLabel="Create Group"
    >
      <GroupFields control={form.control} autoFocus />
    </FormDialog>
  )
}
