import { createRoute, type z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { bodySchema, customDomainSchema } from '../../model/custom-domain.ts'

const description =
  'The domain is served once its DNS records are found; until then the claim keeps nobody else from it. Names in other scripts are written as DNS has them.'
const common = {
  path: '/workspaces/{id}/custom-domain' as const,
  tags: ['Workspaces'],
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
}
const refusals = problems(400, 401, 402, 403, 404, 409, 429)

const create = createRoute({
  ...common,
  method: 'post',
  summary: 'Claim a custom domain',
  description,
  operationId: 'createCustomDomain',
  responses: { 201: jsonAnswer('The claim, with the records to set.', customDomainSchema), ...refusals },
})

const replace = createRoute({
  ...common,
  method: 'put',
  summary: 'Claim another custom domain in place of the one before',
  description: `${description} The one before is given up at once.`,
  operationId: 'updateCustomDomain',
  responses: { 200: jsonAnswer('The claim, with the records to set.', customDomainSchema), ...refusals },
})

const claimOf = ({ domain_name, seen }: z.infer<typeof bodySchema>) => ({
  p_domain_name: domain_name,
  p_seen: seen ?? null,
})

/** POST /workspaces/{id}/custom-domain */
export function createCustomDomain(app: Router): void {
  app.openapi(create, async (c) => {
    await allowChange(c)
    return c.json(
      await rpc(c, 'set_custom_domain', {
        p_workspace_id: decodeId('wk', c.req.valid('param').id),
        ...claimOf(c.req.valid('json')),
      }),
      201,
    )
  })
}

/** PUT /workspaces/{id}/custom-domain */
export function updateCustomDomain(app: Router): void {
  app.openapi(replace, async (c) => {
    await allowChange(c)
    return c.json(
      await rpc(c, 'set_custom_domain', {
        p_workspace_id: decodeId('wk', c.req.valid('param').id),
        ...claimOf(c.req.valid('json')),
      }),
      200,
    )
  })
}
