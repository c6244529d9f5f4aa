import { asCaller, rowsOf } from '../../_shared/db/rest.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { refusal } from '../../_shared/http/problem.ts'

/** Of every tool: it changes nothing and stays in the workspace. */
export const readOnly = { readOnlyHint: true, openWorldHint: false } as const

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
