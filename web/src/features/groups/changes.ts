// What the projects screen changes, and what is read again after it.
import { ApiProblem, messageOf } from '../../shared/data/api.ts'
import type { BulkAnswer, RowOf } from '../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { groupArguments } from '../../shared/groups/changes.ts'
import type { GroupValues } from '../../shared/groups/forms.ts'
import type { Group } from './model.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    delete_projects: BulkAnswer
    move_project: RowOf<'project_move'>
    move_projects: BulkMoveAnswer
    update_group: RowOf<'group_change', never, { group: Group }>
  }
}

export { groupLists } from '../../shared/groups/changes.ts'

type BulkMoveAnswer = RowOf<'bulk_move_answer', never, Pick<BulkAnswer, 'results'>>

/** Moves one project; an answer that asks for confirmation has moved nothing. */
export const moveProject = (projectId: number, groupId: number | null, confirm: boolean) =>
  rpc('move_project', {
    p_project_id: projectId,
    p_group_id: groupId,
    p_confirm: confirm,
  })

/** Moves many; each succeeds or fails by itself. */
export const moveProjects = (projectIds: number[], groupId: number | null, confirm: boolean) =>
  rpc('move_projects', {
    p_project_ids: projectIds,
    p_group_id: groupId,
    p_confirm: confirm,
  })

/** Deletes a project with everything in it. */
export const deleteProject = (projectId: number) => rpc('delete_project', { p_project_id: projectId })

/** Deletes many; each succeeds or fails by itself. */
export const deleteProjects = (projectIds: number[]) => rpc('delete_projects', { p_project_ids: projectIds })

/** What can be changed of a group, as it is now. */
export const readGroup = (groupId: number) =>
  unwrap(
    supabase
      .from('groups')
      .select('name,description,visibility,icon,icon_color')
      .eq('id', groupId)
      .single()
      .overrideTypes<GroupValues, { merge: false }>(),
  )

/** Changes what is given of a group; an answer that asks for confirmation has changed nothing. */
export const updateGroup = (
  groupId: number,
  values: Partial<GroupValues>,
  seen: Partial<GroupValues>,
  confirm: boolean,
) =>
  rpc('update_group', {
    p_group_id: groupId,
    ...groupArguments(values),
    p_confirm: confirm,
    p_seen: seen,
  })

/** Deletes a group; its projects stay, in no group. */
export const deleteGroup = (group: Group) => rpc('delete_group', { p_group_id: group.id })

/** Gives up one's own administration; not for the last admin. */
export const leaveGroup = (group: Group) => rpc('leave_group', { p_group_id: group.id })

/** The same refusal, with what was tried before its sentence. */
export function saidOf(error: unknown, tried: string): ApiProblem {
  const { code, status } = error instanceof ApiProblem ? error : { code: 'UNKNOWN', status: 0 }
  return new ApiProblem({ code, status, detail: `${tried}: ${messageOf(error)}`, fields: [] })
}

/** "2 of 5 projects could not be deleted: …", with the first reason given. */
export function partialResult(done: BulkAnswer, participle: string): string {
  const reason = done.results.find(({ ok }) => !ok)?.message
  const count = `${done.failed} of ${done.results.length} projects could not be ${participle}`
  return reason ? `${count}: ${reason}` : `${count}.`
}

/** Those that a bulk change failed for. */
export function failuresOf({ results }: BulkAnswer): number[] {
  return results.filter(({ ok }) => !ok).map(({ key }) => key)
}
