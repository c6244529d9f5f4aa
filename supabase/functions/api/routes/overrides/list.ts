import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idSchema, problems } from '../../../_shared/http/describe.ts'
import {
  type Page,
  pageAnswer,
  pageQueryOf,
  pageSchema,
  setPageHeaders,
} from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchParam, readBranch } from '../../model/branch.ts'
import { listOverrides, overrideSchema, overrideView, requireEditor } from '../../model/override.ts'

const pages = pageQueryOf(100, 1000)
const answer = pageAnswer('A page of overrides.', pageSchema('OverrideList', overrideSchema))

const ofProject = createRoute({
  method: 'get',
  path: '/overrides',
  tags: ['Documentation'],
  summary: 'List the overrides of a project',
  description: 'Those in force, by node, for who may change the content of the project.',
  operationId: 'listOverrides',
  security: bearer,
  request: { query: pages.extend({ project_id: idSchema('prj') }) },
  responses: { 200: answer, ...problems(400, 401, 403, 404) },
})

const ofBranch = createRoute({
  method: 'get',
  path: '/projects/{id}/branches/{slug}/overrides',
  tags: ['Documentation'],
  summary: 'List the overrides of a branch',
  description:
    'Those in force on the branch, by node: its own, which come before those of all branches, and these. For who may ' +
    'change the content of the project.',
  operationId: 'listBranchOverrides',
  security: bearer,
  request: { params: branchParam, query: pages },
  responses: { 200: answer, ...problems(400, 401, 403, 404) },
})

/** GET /overrides */
export function listProjectOverrides(app: Router): void {
  app.openapi(ofProject, async (c) => {
    const { project_id, ...page } = c.req.valid('query')
    signedIn(c)
    return c.json(await listed(c, decodeId('prj', project_id), page, '/api/v1/overrides'), 200)
  })
}

/** GET /projects/{id}/branches/{slug}/overrides */
export function listBranchOverrides(app: Router): void {
  app.openapi(ofBranch, async (c) => {
    const { id, slug } = c.req.valid('param')
    signedIn(c)
    const branch = await readBranch(c, decodeId('prj', id), slug)
    const path = `/api/v1/projects/${id}/branches/${encodeURIComponent(slug)}/overrides`
    return c.json(await listed(c, branch.project_id, c.req.valid('query'), path, branch.id), 200)
  })
}

async function listed(c: AppContext, projectId: number, page: Page, path: string, branchId?: number) {
  await requireEditor(c, projectId)
  const { items, total } = await listOverrides(c, projectId, page, branchId)
  setPageHeaders(c, path, page, total)
  return { items: items.map(overrideView), total }
}
