import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { fetchOutgoing, OutgoingError } from '../../../_shared/net/outgoing.ts'
import { requireInWorkspace } from '../../model/permissions.ts'

const megabyte = 1024 * 1024
/** A function has 256 MB for all that it does at once. */
const mostMegabytes = 10

const bodySchema = z
  .object({
    url: z.string().min(1, 'Required').max(2000, 'Must be no more than 2000 characters').meta({
      example: 'https://api.example.com/openapi.yaml',
    }),
  })
  .meta({ id: 'FileFetch' })

const answerSchema = z
  .object({
    name: z.string().meta({ description: 'As the address calls it.', example: 'openapi.yaml' }),
    content: z.string(),
  })
  .meta({ id: 'FetchedFile' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/fetch-file',
  tags: ['Projects'],
  summary: 'Fetch a description',
  description:
    'Fetches a text file from a public address, to be imported. Nothing of the caller goes along, private networks are ' +
    `not reached, nor by a redirect; three of them are followed. At most ${mostMegabytes} MB.`,
  operationId: 'fetchFile',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The file.', answerSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /workspaces/{id}/fetch-file */
export function fetchFile(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    await requireInWorkspace(c, workspaceId, 'WorkspaceProjectsCreate')
    await limit(c, 'fetch-file', 30, 600)
    return c.json(await fetched(c.req.valid('json').url.trim()), 200)
  })
}

async function fetched(url: string): Promise<z.infer<typeof answerSchema>> {
  try {
    const headers = { accept: 'application/yaml, application/json, text/plain, */*' }
    const most = mostMegabytes * megabyte
    const answer = await fetchOutgoing(url, { headers, mostBytes: most, follow: 'anywhere' })
    if (answer.status !== 200) throw new OutgoingError(`${answer.url.host} answered with ${answer.status}.`)
    const name = nameOf([new URL(url), answer.url], answer.headers.get('content-type') ?? '')
    return { name, content: answer.text }
  } catch (error) {
    if (error instanceof OutgoingError) throw fieldRefusal('url', error.message)
    throw error
  }
}

/**
 * The last part of the path: of what was asked for, or of where it led, whichever names a kind of file. Many servers name
 * none there, but say it beside the content.
 */
function nameOf(urls: [asked: URL, answered: URL], type: string): string {
  const names = urls.map(lastPart)
  const name = names.find((last) => /\.(json|ya?ml)$/i.test(last))
  return name ?? `${names[0] || 'openapi'}.${/json/i.test(type) ? 'json' : 'yaml'}`
}

function lastPart({ pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  return decoded(last)
    .replace(/[^\w.-]+/g, '-')
    .slice(-100)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
