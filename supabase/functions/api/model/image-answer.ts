// An image on its way out: its bytes, or JSON with them in Base64 for clients that ask so.
import { z } from '@hono/zod-openapi'
import { storedFiles } from '../../_shared/db/service-git.ts'
import { toBase64 } from '../../_shared/http/base64.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { jsonAnswer } from '../../_shared/http/describe.ts'
import { limit } from '../../_shared/http/limit.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { openStored, streamOf } from '../../_shared/storage/stored.ts'
import { imageType } from './image.ts'

/** What is put into JSON is held in memory, once as bytes and once as text. */
const mostAsJson = 5 * 1024 * 1024

const imageSchema = z
  .object({
    filepath: z.string().meta({ example: 'assets/images/logo.png' }),
    file: z.string().meta({ description: 'The image in Base64.' }),
  })
  .meta({ id: 'Image' })

export const imageResponses = {
  200: {
    description: 'The image: its bytes, or with `Accept: application/json` its name and its bytes in Base64.',
    content: {
      'image/*': { schema: z.string().meta({ format: 'binary' }) },
      ...jsonAnswer('', imageSchema).content,
    },
  },
  304: { description: 'It is the one that `If-None-Match` names.' },
}

/** Counts a request for an image: a page of documentation may show very many. */
export function countImage(c: AppContext): Promise<void> {
  return limit(c, 'image', 1200, 60)
}

/** Sends a file that the caller may read, under the type that its name says. Nothing in it runs: it comes sandboxed. */
export async function sendImage(
  c: AppContext,
  path: string,
  { workspace_id, hash }: { workspace_id: number; hash: string },
): Promise<Response> {
  const asJson = /^application\/json\b/.test(c.req.header('accept') ?? '')
  const tag = asJson ? `"${hash}-json"` : `"${hash}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  c.header('Vary', 'Accept', { append: true })
  if (c.req.header('if-none-match') === tag) return c.body(null, 304)
  const [stored] = await storedFiles(workspace_id, [hash])
  if (asJson && stored && stored.size > mostAsJson)
    throw refusal('PAYLOAD_TOO_LARGE', 'The image is too large for JSON. Ask for its bytes.')
  const content = stored && (await openStored(stored.object))
  if (!content) throw imageNotFound()
  if (asJson) return c.json({ filepath: path, file: toBase64(new Uint8Array(await content.arrayBuffer())) })
  c.header('Content-Type', imageType(path) ?? 'application/octet-stream')
  c.header('Content-Length', String(stored.size))
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  return c.newResponse(streamOf(content), 200)
}

/** What is answered where there is none, or none that the caller may see. */
export function imageNotFound() {
  return refusal('NOT_FOUND', 'Image not found.')
}
