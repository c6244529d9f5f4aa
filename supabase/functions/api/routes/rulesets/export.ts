import { createRoute, z } from '@hono/zod-openapi'
import { downloadZip } from 'client-zip'
import { DescriptionError } from '../../../../../analysis/errors.ts'
import { decodeText } from '../../../../../analysis/parse/decode.ts'
import { type ExportedPart, exportedRuleset } from '../../../../../lint/ruleset/export.ts'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { openStored, streamOf } from '../../../_shared/storage/stored.ts'
import { readProject } from '../../model/project.ts'
import { isTooLarge } from '../../model/ruleset.ts'

type RulesetFile = RowOf<'ruleset_file', 'style_guide_id' | 'version'>

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    project_ruleset: RulesetFile[]
  }
}

const mostBytes = 2_000_000

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
    const rows = await rpc(c, 'project_ruleset', { p_project_id: projectId })
    if (rows.length === 0) throw refusal('NOT_FOUND', 'This project has no ruleset.')
    if (rows.some(isTooLarge) || rows.reduce((sum, { size }) => sum + size, 0) > mostBytes)
      throw refusal('PAYLOAD_TOO_LARGE', 'The ruleset is too large to be read here.')
    const files = together(await partsOf(rows))
    c.header('Content-Disposition', `attachment; filename="${slug}-spectral.zip"`)
    c.header('Content-Type', 'application/zip')
    const zip = downloadZip(Object.entries(files).map(([name, input]) => ({ name, input })))
    return c.newResponse(streamOf(zip), 200)
  })
}

async function partsOf(rows: RulesetFile[]): Promise<ExportedPart[]> {
  const parts = new Map<number | null, ExportedPart>()
  for (const row of rows) {
    const key = row.style_guide_id
    const part = parts.get(key) ?? { name: row.name, root: row.path, isOwn: key === null, files: {} }
    parts.set(key, part)
    part.files[row.path] = await textOf(row)
  }
  return [...parts.values()]
}

async function textOf({ object, path }: RulesetFile): Promise<string> {
  const content = await openStored(object)
  if (!content) throw refusal('NOT_FOUND', 'The file is not stored any more.')
  return decodeText(new Uint8Array(await content.arrayBuffer()), path).text
}

function together(parts: ExportedPart[]): Record<string, string> {
  try {
    return exportedRuleset(parts)
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error
    throw refusal('VALIDATION_ERROR', `A ruleset cannot be read: ${error.message}`)
  }
}
