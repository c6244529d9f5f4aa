import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { readProject } from '../../model/project.ts'

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    project_style_guide_versions: RowOf<'style_guide_version'>[]
  }
}

const versionSchema = z
  .object({
    ssg_id: idSchema('prj'),
    version: z.string().meta({ example: '1.2.0' }),
    notes: z.string(),
    released_at: timestamp,
    is_prerelease: z.boolean(),
    is_pinned: z.boolean().meta({ description: 'Whether the project stays at it.' }),
    is_applied: z.boolean().meta({ description: 'Whether it is what holds for the project now.' }),
  })
  .meta({ id: 'StyleGuideVersion' })

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/extended-ssgs/versions',
  tags: ['Style guides'],
  summary: 'List versions of the style guides of a project',
  description:
    'The releases of the style guides that the project extends and the caller reads, each with the ruleset that it had: ' +
    'the newest version of each first. A guide without any holds as it stands.',
  operationId: 'listStyleGuideVersions',
  security: bearer,
  request: { params: idParam('prj') },
  responses: { 200: jsonAnswer('The versions.', z.array(versionSchema)), ...problems(400, 401, 404) },
})

/** GET /projects/{id}/extended-ssgs/versions */
export function listStyleGuideVersions(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    await readProject(c, projectId)
    const rows = await rpc(c, 'project_style_guide_versions', { p_project_id: projectId })
    return c.json(
      rows.map(({ style_guide_id, ...row }) => ({ ssg_id: encodeId('prj', style_guide_id), ...row })),
      200,
    )
  })
}
