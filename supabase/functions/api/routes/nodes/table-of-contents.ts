import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearerOptional, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchQuery, openBranch } from '../../model/branch.ts'

const itemSchema = z
  .looseObject({
    title: z.string().meta({ example: 'List to-dos' }),
    id: z.string().optional().meta({ description: 'Stable identifier of the node.' }),
    slug: z
      .string()
      .optional()
      .meta({ description: 'For `GET /projects/{id}/nodes/{slug}`.', example: 'a1b2c3-list-to-dos' }),
    type: z.string().optional().meta({ example: 'http_operation' }),
    meta: z.string().optional().meta({ description: 'HTTP method of an operation.', example: 'get' }),
    version: z.string().optional(),
    deprecated: z.boolean().optional(),
    internal: z.boolean().optional(),
    url: z.string().optional().meta({ description: 'Address of a link.' }),
    itemsType: z
      .string()
      .optional()
      .meta({ description: 'What a group holds, when all of it is of one type.' }),
    items: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .meta({ description: 'Entries of a group, of the same shape.' }),
  })
  .meta({
    id: 'TableOfContentsItem',
    description:
      'A divider (title only), a group (with `items`), a node (with `slug`) or a link (with `url`).',
  })

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    branch_toc: z.infer<typeof itemSchema>[] | null
  }
}

const answerSchema = z
  .object({
    items: z.array(itemSchema),
    hide_powered_by: z.boolean(),
    collapseTableOfContents: z.boolean().meta({ description: 'Whether groups start closed.' }),
  })
  .meta({ id: 'TableOfContents' })

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/table-of-contents',
  tags: ['Documentation'],
  summary: 'Get the table of contents',
  description:
    'What a branch documents, in reading order. Internal entries are left out for guests and the public. ' +
    'The link of the branch opens it too, in the header `X-Waymark-Share`.',
  operationId: 'getTableOfContents',
  security: bearerOptional,
  request: { params: idParam('prj'), query: branchQuery },
  responses: { 200: jsonAnswer('The table of contents.', answerSchema), ...problems(400, 401, 404) },
})

/** GET /projects/{id}/table-of-contents */
export function getTableOfContents(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    const { id, link } = await openBranch(c, projectId, c.req.valid('query').branch)
    const [items, workspace] = await Promise.all([
      rpc(c, 'branch_toc', { p_branch_id: id }),
      // Who reads by a link does not read the project, and asks its workspace what that shows to anybody.
      link
        ? rpc(c, 'workspace_by_slug', { p_slug: link.workspace_slug })
        : rpc(c, 'project_workspace', { p_project_id: projectId }),
    ])
    return c.json(
      {
        items: items ?? [],
        hide_powered_by: workspace?.hide_powered_by ?? false,
        collapseTableOfContents: false,
      },
      200,
    )
  })
}
