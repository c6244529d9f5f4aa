import { createRoute, z } from '@hono/zod-openapi'
import { downloadZip } from 'client-zip'
import { DescriptionError } from '../../../../../analysis/errors.ts'
import { type ExportedPart, exportedRuleset } from '../../../../../lint/ruleset/export.ts'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { streamOf } from '../../../_shared/storage/stored.ts'
import { readProject } from '../../model/project.ts'
import { rulesetParts } from '../../model/ruleset-parts.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/ruleset',
  tags: ['Style guides'],
  summary: 'Export the ruleset of a project',
  description:
    'All rules that hold for the project on its default branch, as a zip archive that Spectral reads without this ' +
    'server: unpack it where you lint, and `spectral lint` takes its `.spectral.json`. Style guides that the caller does ' +
    'not read are left out, and so are functions of one’s own. For full members.',
  operationId: 'exportRuleset',
  security: bearer,
  request: { params: idParam('prj') },
  responses: {
    200: {
      description: 'The archive.',
      content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...problems(400, 401, 404, 413, 429),
  },
})

/** GET /projects/{id}/ruleset */
export function exportRuleset(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    await limit(c, 'ruleset-export', 60, 600)
    const { slug } = await readProject(c, projectId)
    const parts = await rulesetParts(c, projectId)
    if (parts.length === 0) throw refusal('NOT_FOUND', 'This project has no ruleset.')
    const files = together(parts.map(({ guideId, ...part }) => ({ ...part, isOwn: guideId === null })))
    c.header('Content-Disposition', `attachment; filename="${slug}-spectral.zip"`)
    c.header('Content-Type', 'application/zip')
    const zip = downloadZip(Object.entries(files).map(([name, input]) => ({ name, input })))
    return c.newResponse(streamOf(zip), 200)
  })
}

function together(parts: ExportedPart[]): Record<string, string> {
  try {
    return exportedRuleset(parts)
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error
    throw refusal('VALIDATION_ERROR', `A ruleset cannot be read: ${error.message}`)
  }
}
