import { createRoute, z } from '@hono/zod-openapi'
import { pushingTo } from '../../../_shared/auth/caller.ts'
import { branchToPush } from '../../../_shared/db/service-git.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchParam } from '../../model/branch.ts'

const bodySchema = z
  .object({
    ancestry: z
      .array(z.string().max(64))
      .max(1000)
      .default([])
      .meta({ description: 'The newest commits of the branch, the newest first.' }),
    baseline_branch: z.string().max(255).nullish(),
  })
  .meta({ id: 'BranchToPush' })

const route = createRoute({
  method: 'put',
  path: '/projects/{id}/branches/{slug}',
  tags: ['Pushing'],
  summary: 'Make sure of a branch',
  description:
    'For scripts, with the CI token of the project as Bearer: the branch of this name, made where there is none. A push ' +
    'does the same by itself.',
  operationId: 'putBranch',
  security: bearer,
  request: { params: branchParam, body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer(
      'The branch.',
      z
        .object({
          id: idSchema('br'),
          name: z.string(),
          slug: z.string(),
          is_default: z.boolean(),
          commit_hash: z.string().nullable(),
          has_commit_data: z
            .literal(false)
            .meta({ description: 'Nobody need send what a commit consists of.' }),
          start_commit_sha: z.null(),
          baseline_branch: z.null(),
        })
        .meta({ id: 'PushedBranch' }),
    ),
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

/** PUT /projects/{id}/branches/{slug} */
export function putBranch(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    const { project_id } = pushingTo(c)
    if (decodeId('prj', id) !== project_id) throw refusalFor('project_not_found')
    await limit(c, 'push-branch', 60, 600)
    const branch = await branchToPush(project_id, slug)
    const answer = { has_commit_data: false, start_commit_sha: null, baseline_branch: null } as const
    return c.json({ ...branch, id: encodeId('br', branch.id), ...answer }, 200)
  })
}
