import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { rulesetAddress } from '../../model/ruleset.ts'

const tokenSchema = z
  .object({
    spectral_access_token: z.string().meta({ description: 'Shown this once.', example: 'wmsp_8F3bq1m0Yk…' }),
    ruleset_url: z.string().meta({
      description: 'What `spectral lint --ruleset` takes.',
      example: 'https://acme.example/api/v1/projects/cHJqOjc/spectral.json?token=wmsp_8F3bq1m0Yk…',
    }),
  })
  .meta({ id: 'SpectralToken' })

const route = createRoute({
  method: 'put',
  path: '/projects/{id}/spectral-access-token',
  tags: ['Projects'],
  summary: 'Make a Spectral token',
  description:
    'Gives the project a token with which a linter outside reads its ruleset, and nothing else. The one before it, if ' +
    'there was one, ends at once.',
  operationId: 'updateSpectralToken',
  security: bearer,
  request: { params: idParam('prj') },
  responses: { 200: jsonAnswer('The new token.', tokenSchema), ...problems(400, 401, 403, 404, 429) },
})

/** PUT /projects/{id}/spectral-access-token */
export function updateSpectralToken(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    await allowChange(c)
    const token = await rpc(c, 'make_spectral_token', { p_project_id: projectId })
    c.header('Cache-Control', 'no-store')
    return c.json({ spectral_access_token: token, ruleset_url: rulesetAddress(projectId, token) }, 200)
  })
}
