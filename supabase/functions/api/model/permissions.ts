// Asked before a large body is read, so that nobody uploads a large file for a refusal. The database asks again.
import { rpc } from '../../_shared/db/rest.ts'
import type { ProjectPermission, WorkspacePermission } from '../../_shared/domain/roles.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { readProject } from './project.ts'

/** Refuses unless the caller has the permission: 404 for who is not in the workspace. */
export async function requireInWorkspace(
  c: AppContext,
  id: number,
  permission: WorkspacePermission,
): Promise<void> {
  const rows = await rpc(c, 'my_permissions', { p_workspace_id: id })
  if (rows.some((row) => row.permission === permission)) return
  if (rows.length === 0) throw refusalFor('workspace_not_found')
  throw refusalFor('not_allowed_in_workspace')
}

/** Refuses with 404 who is not in the workspace, for lists that show each member what they may see. */
export async function requireMember(c: AppContext, id: number): Promise<void> {
  const rows = await rpc(c, 'my_permissions', { p_workspace_id: id })
  if (rows.length === 0) throw refusalFor('workspace_not_found')
}

/** Refuses unless the caller has the permission: 404 for who does not see the project. */
export async function requireInProject(
  c: AppContext,
  id: number,
  permission: ProjectPermission,
): Promise<void> {
  const rows = await rpc(c, 'my_project_permissions', { p_project_id: id })
  if (rows.some((row) => row.permission === permission)) return
  await readProject(c, id)
  throw refusalFor('not_allowed_in_project')
}
