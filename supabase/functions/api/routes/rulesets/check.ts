import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { clientKey, limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { tried } from '../../linting/linter.ts'
import { requireInWorkspace } from '../../model/permissions.ts'
import { faultSchema, requireRuleset, rulesetFilesSchema } from '../../model/ruleset-files.ts'

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/rulesets/check',
  tags: ['Style guides'],
  summary: 'Check a Spectral ruleset',
  description:
    'Reads a Spectral ruleset as linting does, and says all that is wrong with it, up to a hundred places: file, line, ' +
    'rule. Nothing is kept, nothing fetched, and no program in it is run. At most 30 files of a million characters together.',
  operationId: 'checkRuleset',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(rulesetFilesSchema.meta({ id: 'RulesetCheck' })) },
  responses: {
    200: jsonAnswer(
      'What is wrong; an empty list for a ruleset that can be used.',
      z.object({ faults: z.array(faultSchema) }),
    ),
    ...problems(400, 401, 403, 404, 413, 429),
  },
})

/** POST /workspaces/{id}/rulesets/check */
export function checkRuleset(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const given = c.req.valid('json')
    signedIn(c)
    await requireInWorkspace(c, decodeId('wk', id), 'WorkspaceStyleGuideProjectsCreate')
    await limit(c, 'ruleset-check', 60, 60)
    requireRuleset(given)
    const answer = await tried({ owner: id, client: clientKey(c) }, given)
    return c.json({ faults: answer.kind === 'faults' ? answer.faults : [] }, 200)
  })
}
