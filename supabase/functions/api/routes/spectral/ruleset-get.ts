import { createRoute, z } from '@hono/zod-openapi'
import type { JsonObject } from '../../../../../analysis/types.ts'
import { spectralRuleset } from '../../../_shared/db/service-git.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { idParam, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { writeExactly } from '../../../_shared/http/exact-numbers.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { openStored } from '../../../_shared/storage/stored.ts'
import { basesOf, isTooLarge, rulesetAddress, rulesetOf } from '../../model/ruleset.ts'

// Spectral sends no header with the rulesets that it fetches: the token is in the address.
const querySchema = z.object({
  token: z.string().optional().meta({ description: 'The Spectral token of the project.' }),
  guide: idSchema('prj').optional().meta({ description: 'A style guide that the project extends.' }),
  path: z.string().min(1).max(1000).optional().meta({ description: 'A file that the ruleset extends.' }),
})

const rulesetSchema = z
  .record(z.string(), z.unknown())
  .meta({ id: 'SpectralRuleset', description: 'A ruleset as Spectral reads it.' })

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/spectral.json',
  tags: ['Projects'],
  summary: 'Get the ruleset of a project',
  description:
    'The ruleset of the project on its default branch, after those of the style guides that it extends, for linters ' +
    'outside: with its Spectral token, and with nothing else. Functions of one’s own are left out. Style guides that ' +
    'whoever made the token does not read are left out too.',
  operationId: 'getSpectralRuleset',
  security: [],
  middleware: writeExactly,
  request: { params: idParam('prj'), query: querySchema },
  responses: { 200: jsonAnswer('The ruleset.', rulesetSchema), ...problems(400, 401, 404, 413, 429) },
})

/** GET /projects/{id}/spectral.json */
export function getSpectralRuleset(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    const { token = '', guide, path } = c.req.valid('query')
    await limit(c, 'spectral-ruleset', 120, 60)
    const guideId = guide === undefined ? undefined : decodeId('prj', guide)
    const found = await spectralRuleset(projectId, token, guideId, path)
    if (!found) throw refusal('INVALID_TOKEN', 'The token is not valid.')
    const { file, guide_ids } = found
    const address = (more: Record<string, string>) => rulesetAddress(projectId, token, more)
    const extended = guide_ids.map((id) => address({ guide: encodeId('prj', id) }))
    if (!file && extended.length === 0) throw refusal('NOT_FOUND', 'This project has no ruleset.')
    const ruleset = file
      ? await readRuleset(file, (target) => address({ ...(guide ? { guide } : {}), path: target }))
      : {}
    if (extended.length > 0) ruleset.extends = [...extended, ...basesOf(ruleset.extends)]
    c.header('Cache-Control', 'private, no-store')
    c.header('Referrer-Policy', 'no-referrer')
    return c.json(ruleset, 200)
  })
}

async function readRuleset(
  file: { path: string; object: string; size: number },
  addressOf: (path: string) => string,
): Promise<JsonObject> {
  if (isTooLarge(file)) throw refusal('PAYLOAD_TOO_LARGE', 'The ruleset is too large to be read here.')
  const content = await openStored(file.object)
  if (!content) throw refusal('NOT_FOUND', 'The file is not stored any more.')
  return rulesetOf(new Uint8Array(await content.arrayBuffer()), file.path, addressOf)
}
