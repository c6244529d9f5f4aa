import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { clientKey, limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { tried } from '../../linting/linter.ts'
import { mostFindings } from '../../linting/types.ts'
import { readBranch } from '../../model/branch.ts'
import { faultSchema, requireRuleset, rulesetFilesSchema } from '../../model/ruleset-files.ts'
import { triedText } from '../../model/tried-text.ts'

const bodySchema = rulesetFilesSchema
  .extend({
    branch: z.string().max(200).optional().meta({ description: 'Its slug; without it the default one.' }),
    node_uri: z.string().min(2).max(2000).optional().meta({
      description: 'A node of the branch, or one of its files; without it only the examples are tried.',
      example: '/reference/todos.yaml/paths/~1todos/get',
    }),
  })
  .meta({ id: 'RulesetTrial' })

const findingSchema = z
  .object({
    code: z.string().meta({ description: 'The rule.', example: 'must-have-contact' }),
    severity: z.enum(['error', 'warn', 'info', 'hint']),
    message: z.string(),
    path: z.array(z.string()).meta({ description: 'From the root of the file.' }),
    file: z.string(),
    line: z.int().meta({ description: 'From 1 on.' }),
    column: z.int(),
  })
  .meta({ id: 'TrialFinding' })

const answerSchema = z
  .object({
    faults: z
      .array(faultSchema)
      .meta({ description: 'What is wrong with the ruleset; then nothing was tried.' }),
    findings: z.array(findingSchema),
    total: z.int().meta({ description: `How many there are; at most ${mostFindings} are told.` }),
    examples: z
      .object({
        tried: z.int(),
        failed: z.array(faultSchema).meta({ description: 'Those that do not hold.' }),
      })
      .meta({ description: 'What became of the examples that rules bring along (`extensions.examples`).' }),
  })
  .meta({ id: 'RulesetTrialResult' })

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/rulesets/try',
  tags: ['Style guides'],
  summary: 'Try rules on a node',
  description:
    'What a ruleset that is sent along finds at a node of the project, before it is switched on anywhere: what stands at ' +
    'or below the node in its file. Its rules are tried on the examples that they bring along, too. Nothing is kept. For who may list the files of the branch.',
  operationId: 'tryRuleset',
  security: bearer,
  request: { params: idParam('prj'), body: jsonBody(bodySchema) },
  responses: { 200: jsonAnswer('What it finds.', answerSchema), ...problems(400, 401, 404, 413, 429) },
})

/** POST /projects/{id}/rulesets/try */
export function tryRuleset(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const { branch: slug, node_uri, ...given } = c.req.valid('json')
    signedIn(c)
    await limit(c, 'ruleset-try', 30, 60)
    requireRuleset(given)
    const branch = await readBranch(c, decodeId('prj', id), slug)
    const text = node_uri === undefined ? {} : { text: await triedText(c, branch.id, node_uri) }
    const asker = { owner: id, client: clientKey(c) }
    const answer = await tried(asker, { ...given, ...text, examples: true })
    if (answer.kind === 'failed') throw refusal('VALIDATION_ERROR', answer.reason)
    if (answer.kind === 'faults')
      return c.json(
        { faults: answer.faults, findings: [], total: 0, examples: { tried: 0, failed: [] } },
        200,
      )
    const { findings, total, examples } = answer
    return c.json({ faults: [], findings, total, examples }, 200)
  })
}
