import { useForm } from 'react-hook-form'
import { randomAppearance } from '../../../../supabase/functions/_shared/domain/appearance.ts'
import { useChange } from '../data/change.ts'
import { usePermissions } from '../data/me.ts'
import { useFeatures } from '../data/projects.ts'
import { useWorkspace } from '../data/workspace.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { validateAsTyped } from '../ui/forms/as-typed.ts'
import { lazyResolver } from '../ui/forms/lazy-resolver.ts'
import { UpsellDialog } from '../ui/UpsellDialog.tsx'
import { createGroup, groupLists } from './changes.ts'
import type { GroupValues } from './forms.ts'
import { GroupFields, groupFields } from './GroupFields.tsx'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.groupResolver))

function untouched(): GroupValues {
  const { name, colour } = randomAppearance()
  return { name: '', description: '', visibility: 'internal', icon: name, icon_color: colour }
}

interface Props {
  onClose: () => void
  onCreated: (group: { id: number; slug: string }) => void
}

/** Makes a group, where the plan has groups; another plan is offered where it has none. */
export function CreateGroup(props: Props) {
  const { can } = usePermissions()
  const features = useFeatures()
  if (features.isPending) return null
  const groups = features.data?.find(({ name }) => name === 'groups')
  if (groups?.allowed !== false) return <CreateGroupDialog {...props} />
  return (
    <UpsellDialog
      open
      onClose={props.onClose}
      feature="groups"
      message="Groups gather projects, with admins of their own. Your current plan does not include them."
      canBill={can('WorkspaceBilling')}
    />
  )
}

/** Makes a group, whose first admin is whoever makes it. */
function CreateGroupDialog({ onClose, onCreated }: Props) {
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
      onSave={async (values) => onCreated(await create.mutateAsync(values))}
      onClose={onClose}
      saveLabel="Create Group"
    >
      <GroupFields control={form.control} autoFocus />
    </FormDialog>
  )
}
