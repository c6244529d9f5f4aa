import { asCaller, rowsOf } from '../../_shared/db/rest.ts'
import type { WorkspaceSite } from '../../_shared/domain/rows.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { refusal } from '../../_shared/http/problem.ts'

/** Of every tool: it changes nothing and stays in the workspace. */
export const readOnly = { readOnlyHint: true, openWorldHint: false } as const

/** The project of a slug that the caller reads. Throws NOT_FOUND. */
export async function projectIdOf(c: AppContext, site: WorkspaceSite, slug: string): Promise<number> {
  const [project] = rowsOf<{ id: number }[]>(
    await asCaller(c).from('projects').select('id').eq('workspace_id', site.id).eq('slug', slug),
  )
  if (!project) throw refusal('NOT_FOUND', 'There is no such project.')
  return project.id
}

/** A branch of it that the caller reads, the default one where none is named. Throws BRANCH_NOT_FOUND. */
export async function branchOf(
  c: AppContext,
  projectId: number,
  slug: string | undefined,
): Promise<{ id: number; slug: string }> {
  const branches = asCaller(c).from('branches').select('id, slug').eq('project_id', projectId)
  const [branch] = rowsOf<{ id: number; slug: string }[]>(
    await (slug === undefined ? branches.eq('is_default', true) : branches.eq('slug', slug)),
  )
  if (!branch) throw refusal('BRANCH_NOT_FOUND', 'There is no such branch.')
  return branch
}
