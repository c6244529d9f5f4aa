import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, pageOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearerOptional, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { linkHeader, pageQuery, rangeOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { type BranchRow, branchColumns, branchSchema, branchView } from '../../model/branch.ts'
import { readProject } from '../../model/project.ts'

const answerSchema = z.object({ items: z.array(branchSchema) }).meta({ id: 'BranchList' })

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/branches',
  tags: ['Branches'],
  summary: 'List branches',
  description: 'The branches of a project that the caller may read, the default one first.',
  operationId: 'listBranches',
  security: bearerOptional,
  request: {
    params: idParam('prj'),
    query: pageQuery.extend({ limit: pageQuery.shape.limit.unwrap().default(100) }),
  },
  responses: {
    200: { ...jsonAnswer('A page of branches.', answerSchema), headers: linkHeader },
    ...problems(400, 401, 404),
  },
})

/** GET /projects/{id}/branches */
export function listBranches(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const projectId = decodeId('prj', id)
    const page = c.req.valid('query')
    await readProject(c, projectId)
    const answer = await asCaller(c)
      .from('branches')
      .select(branchColumns, { count: 'exact' })
      .eq('project_id', projectId)
      .order('is_default', { ascending: false })
      .order('slug')
      .range(...rangeOf(page))
    const { rows, total } = pageOf<BranchRow>(answer)
    setPageHeaders(c, `/api/v1/projects/${id}/branches`, page, total)
    return c.json({ items: rows.map(branchView) }, 200)
  })
}
