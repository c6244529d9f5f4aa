import { useForm } from 'react-hook-form'
import { randomAppearance } from '../../../../../supabase/functions/_shared/domain/appearance.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { createGroup, useReadAgain } from '../changes.ts'
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
  const toast = useToast()
  const readAgain = useReadAgain()
  const form = useForm<GroupValues>({ resolver, ...validateAsTyped, defaultValues: untouched() })
  const save = async (values: GroupValues) => {
    const { slug } = await createGroup(workspace.id, values)
    toast.success('Group Created Successfully!')
    await readAgain()
    onCreated(slug)
  }
  return (
    <FormDialog
      open
      title="Create Group"
      form={form}
      fields={groupFields}
      onSave={save}
      onClose={onClose}
      saveLabel="Create Group"
    >
      <GroupFields control={form.control} autoFocus />
    </FormDialog>
  )
}
