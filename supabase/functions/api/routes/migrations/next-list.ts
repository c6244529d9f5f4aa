import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal, refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { addressOf, platformOf } from '../../../_shared/migration/index.ts'
import { askPlatform, legacyProjectSchema } from '../../model/migration.ts'

const route = createRoute({
  method: 'get',
  path: '/legacy-migration/next',
  tags: ['Projects'],
  summary: 'List projects of NEXT',
  description:
    'The projects that a token of NEXT sees there. The token is the `Authorization` header, as it is; the session of the ' +
    'caller, who needs the permission of billing in a workspace that came from NEXT, is `X-Waymark-Authorization`. 404 on ' +
    'installations without a server of NEXT.',
  operationId: 'listLegacyProjects',
  security: bearer,
  responses: {
    200: jsonAnswer('The projects.', z.array(legacyProjectSchema)),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** GET /legacy-migration/next */
export function listLegacyProjects(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    if (addressOf('next') === undefined) throw refusalFor('legacy_server_missing')
    if (!(await rpc(c, 'may_migrate_from_next', {}))) throw refusalFor('not_migrated_from_next')
    // The screen asks every five seconds.
    await limit(c, 'legacy-migration', 400, 600)
    const token = c.req.header('authorization')?.trim()
    if (!token) throw fieldRefusal('api_key', 'Enter your NEXT access token first...')
    const projects = await askPlatform(async () => platformOf('next', '', token).list())
    return c.json(
      projects.map((one) => ({
        project_id: one.id,
        project_name: one.name,
        namespace_id: one.groupId,
        namespace_name: one.groupName,
        project_last_activity: one.lastActivity,
      })),
      200,
    )
  })
}
