// A branch as who pushes to it sees it.
import { z } from '@hono/zod-openapi'
import { branchToPush } from '../../_shared/db/service-git.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { PushingProject } from '../../_shared/domain/pushing-project.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema } from '../../_shared/http/describe.ts'
import { limit } from '../../_shared/http/limit.ts'
import { refusalFor } from '../../_shared/http/problem.ts'

export const pushedBranchSchema = z
  .object({
    id: idSchema('br'),
    name: z.string(),
    slug: z.string(),
    is_default: z.boolean(),
    commit_hash: z.string().nullable(),
    has_commit_data: z.literal(false).meta({ description: 'Documents of commits are not kept.' }),
    start_commit_sha: z.null(),
    baseline_branch: z.null(),
  })
  .meta({ id: 'PushedBranch' })

/** The branch of this name, made where there is none, for a CI token of its project. */
export async function branchForScript(
  c: AppContext,
  project: PushingProject,
  projectId: number,
  name: string,
): Promise<z.infer<typeof pushedBranchSchema>> {
  if (projectId !== project.project_id) throw refusalFor('project_not_found')
  await limit(c, 'push-branch', 60, 600)
  const branch = await branchToPush(project, name)
  return {
    ...branch,
    id: encodeId('br', branch.id),
    has_commit_data: false,
    start_commit_sha: null,
    baseline_branch: null,
  }
}
