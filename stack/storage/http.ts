import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { invalidRequest, tooLarge } from './errors.ts'

const MAX_JSON = 1024 * 1024

/** Answers with JSON that nobody keeps. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  res.end(res.req.method === 'HEAD' ? undefined : text)
}

/** Reads a JSON body of at most 1 MB against its schema; an empty body counts as `{}`. */
export async function readBody<T extends z.ZodType>(req: IncomingMessage, schema: T): Promise<z.infer<T>> {
  const result = schema.safeParse(await readJson(req))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw invalidRequest(`body/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is invalid'}`)
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > MAX_JSON) throw tooLarge()
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('Body is not valid JSON')
  }
}
