import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, rowsOf, rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchColumns, branchParam, branchSchema, branchView, readBranch } from '../../model/branch.ts'

const bodySchema = z
  .object({
    name: z.string().trim().min(1, 'Required').max(100, 'Must be no more than 100 characters').meta({
      description: 'What people read; addresses keep the slug.',
      example: 'Version 2',
    }),
    is_published: z.boolean().meta({ description: 'Whether it is listed. The default branch always is.' }),
    is_default: z.literal(true).meta({ description: 'Makes it the default branch.' }),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'Nothing to change was sent.')
  .meta({ id: 'BranchUpdate', description: 'What to change; what is absent stays.' })

const route = createRoute({
  method: 'patch',
  path: '/projects/{id}/branches/{slug}',
  tags: ['Branches'],
  summary: 'Change a branch',
  description: 'Renames a branch, lists or unlists it, or makes it the default one.',
  operationId: 'updateBranch',
  security: bearer,
  request: { params: branchParam, body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The branch as it is now.', branchSchema),
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

/** PATCH /projects/{id}/branches/{slug} */
export function updateBranch(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    await allowChange(c)
    const { is_default, ...columns } = c.req.valid('json')
    const projectId = decodeId('prj', id)
    const { id: branchId } = await readBranch(c, projectId, slug)
    if (is_default) await rpc(c, 'set_default_branch', { p_branch_id: branchId })
    if (Object.keys(columns).length > 0) await change(c, branchId, columns)
    return c.json(branchView(await readBranch(c, projectId, slug)), 200)
  })
}

async function change(
  c: AppContext,
  branchId: number,
  { name, is_published }: Omit<z.infer<typeof bodySchema>, 'is_default'>,
): Promise<void> {
  // What is undefined is not in the JSON that the database gets.
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(is_published === undefined ? {} : { is_published }),
  }
  const answer = await asCaller(c)
    .from('branches')
    .update(columns)
    .eq('id', branchId)
    .select(branchColumns)
    .maybeSingle()
  const row = rowsOf(answer)
  if (!row) throw refusalFor('not_allowed_in_project')
}
