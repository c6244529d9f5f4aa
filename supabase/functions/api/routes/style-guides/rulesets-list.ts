import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { requireInProject } from '../../model/permissions.ts'
import { rulesetParts } from '../../model/ruleset-parts.ts'

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    style_guides_left_out: number | null
  }
}

const guideSchema = z
  .object({
    ssg_id: idSchema('prj'),
    name: z.string(),
    version: z
      .string()
      .nullable()
      .meta({ description: 'The release that holds; null for one as it stands.' }),
    path: z.string().meta({ description: 'Which of the files its ruleset is.', example: '.spectral.yaml' }),
    files: z
      .record(z.string(), z.string())
      .meta({ description: 'The ruleset, and the files that it extends.' }),
  })
  .meta({ id: 'StyleGuideRuleset' })

const answerSchema = z
  .object({
    guides: z
      .array(guideSchema)
      .meta({ description: 'In their order: of two rules with one name the later holds.' }),
    left_out: z.int().meta({ description: 'How many more hold that the caller does not read.' }),
  })
  .meta({ id: 'StyleGuideRulesets' })

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/extended-ssgs/rulesets',
  tags: ['Style guides'],
  summary: 'Read the rulesets of the style guides of a project',
  description:
    'The rulesets of the style guides that hold for the project, as texts: what an editor lints by while it is typed. The ' +
    'ruleset of the project itself is one of its files. For editors.',
  operationId: 'listStyleGuideRulesets',
  security: bearer,
  request: { params: idParam('prj') },
  responses: { 200: jsonAnswer('The rulesets.', answerSchema), ...problems(400, 401, 403, 404, 413, 429) },
})

/** GET /projects/{id}/extended-ssgs/rulesets */
export function listStyleGuideRulesets(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    await requireInProject(c, projectId, 'project_contents_update')
    await limit(c, 'style-guide-rulesets', 60, 60)
    const [parts, leftOut] = await Promise.all([
      rulesetParts(c, projectId),
      rpc(c, 'style_guides_left_out', { p_project_id: projectId }),
    ])
    const guides = parts.flatMap(({ guideId, root, ...guide }) =>
      guideId === null ? [] : [{ ssg_id: encodeId('prj', guideId), ...guide, path: root }],
    )
    return c.json({ guides, left_out: leftOut ?? 0 }, 200)
  })
}
