import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { useReadAgain } from '../../../shared/data/change.ts'
import { useAllGroups } from '../../../shared/data/groups.ts'
import { keyOf } from '../../../shared/data/keys.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useScope } from '../../../shared/data/workspace.tsx'
import { showProblem } from '../../../shared/ui/forms/form-problem.ts'
import type { EditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import type { Project } from '../model.ts'
import type { BasicsValues } from './forms.ts'

/** A public project would turn internal in this group. */
export interface MoveQuestion {
  groupId: number
  groupName: string
}

const fields: (keyof BasicsValues)[] = ['name', 'slug', 'description', 'icon_color']
const unexplained = 'Something went wrong, please try again'
const changed = ['settings-project', 'projects', 'project-details', 'docs-project', 'pins']

/** Saves the basics, then the group; a new slug leads to its address. */
export function useSaveBasics(project: Project, { form, changesOf, sendOver }: EditForm<BasicsValues>) {
  const navigate = useNavigate()
  const toast = useToast()
  const readAgain = useReadAgain()
  const groups = useAllGroups()
  const [question, setQuestion] = useState<MoveQuestion | null>(null)

  /** Shows the group that the project has, whichever that is by now. */
  const backToGroup = () =>
    form.setValue('group', form.formState.defaultValues?.group ?? '', { shouldDirty: true })

  /** Moves the project; false where that has to be confirmed first, or failed. */
  const move = async (groupId: number | null, isConfirmed: boolean): Promise<boolean> => {
    let isOvertaken = false
    try {
      const { confirmation_required } = await sendOver(form.getValues(), (_changes, seen) =>
        rpc('move_project', {
          p_project_id: project.id,
          p_group_id: groupId,
          p_confirm: isConfirmed,
          p_seen: seen.group === undefined ? null : { group_id: groupIn(seen.group) },
        }).catch((error: unknown) => {
          isOvertaken = error instanceof ApiProblem && error.status === 409
          throw error
        }),
      )
      if (!confirmation_required || groupId === null) return true
      const groupName = groups.data?.find(({ id }) => id === groupId)?.name ?? 'the group'
      setQuestion({ groupId, groupName })
    } catch (error) {
      // Somebody else moved it: the choice stays in the form, for who saves it again.
      if (isOvertaken && !isConfirmed) {
        showProblem(error, form.setError, fields, unexplained)
        return false
      }
      backToGroup()
      toast.error(`Error updating the project group: ${messageOf(error)}`)
    }
    return false
  }

  const submit = form.handleSubmit(async (values) => {
    const changes = await changesOf(values).catch((error: unknown) => {
      showProblem(error, form.setError, fields, unexplained)
    })
    if (!changes) return void (await readAgain(changed))
    const { group, ...basics } = changes
    try {
      if (Object.keys(basics).length > 0)
        await sendOver(values, (_changes, { group: _group, ...seen }) => update(project.id, basics, seen))
    } catch (error) {
      refuse(error)
      return
    }
    // What was saved is no change any more, whatever comes of the group.
    const before = form.formState.defaultValues?.group ?? ''
    form.reset({ ...values, group: before })
    if (group !== undefined) form.setValue('group', group, { shouldDirty: true })
    const isMoved = group === undefined || (await move(groupIn(group), false))
    if (isMoved) {
      form.reset(values)
      toast.success('Project updated')
    }
    leadTo(values)
    await readAgain(changed)
  })

  const client = useQueryClient()
  const scope = useScope()
  /** To the address of a new slug, where the same form goes on. */
  const leadTo = ({ slug, group: _group, ...basics }: BasicsValues) => {
    if (slug === project.slug) return
    client.setQueryData(keyOf(['settings-project', { slug }], scope), { ...project, ...basics, slug })
    navigate(paths.projectSettings(slug), { replace: true })
  }

  const refuse = (error: unknown) => {
    const isOfFields =
      error instanceof ApiProblem && error.fields.some(({ field }) => fields.some((name) => name === field))
    if (isOfFields) showProblem(error, form.setError, fields)
    else toast.error(messageOf(error, unexplained))
  }

  const confirmMove = async (): Promise<void> => {
    if (!question || !(await move(question.groupId, true))) return
    form.reset(form.getValues())
    toast.success('Project updated')
    await readAgain(changed)
  }
  const closeQuestion = () => {
    setQuestion(null)
    // Closed after the move, too, when nothing is to be taken back.
    if (form.getFieldState('group').isDirty) backToGroup()
  }

  return { submit, question, confirmMove, closeQuestion }
}

/** The group that a choice names; null where it names none. */
const groupIn = (choice: string): number | null => (choice === '' ? null : Number(choice))

type Basics = Partial<Omit<BasicsValues, 'group'>>

async function update(projectId: number, basics: Basics, seen: Basics): Promise<void> {
  await rpc('update_project', {
    p_project_id: projectId,
    p_name: basics.name,
    p_slug: basics.slug,
    p_description: basics.description,
    p_icon_name: basics.icon_name,
    p_icon_color: basics.icon_color,
    p_is_design_library: basics.is_design_library,
    p_use_legacy_exporter: basics.use_legacy_exporter,
    p_seen: seen,
  })
}
