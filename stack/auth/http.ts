import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { AuthError } from './errors.ts'

const MAX_BODY = 1024 * 1024

/** Answers with JSON; sessions and users are never cached, what a route marks otherwise may be. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': String(res.getHeader('cache-control') ?? 'no-store'),
    'x-content-type-options': 'nosniff',
  })
  res.end(text)
}

/** Reads a JSON body of at most 1 MB against its schema; an empty body counts as `{}`. */
export async function readBody<T extends z.ZodType>(req: IncomingMessage, schema: T): Promise<z.infer<T>> {
  const result = schema.safeParse(parse(await readText(req)))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw badJson(issue ? `${issue.path.join('.')}: ${issue.message}` : 'unexpected type')
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    size += chunk.length
    if (size > MAX_BODY) throw new AuthError(413, 'validation_failed', 'Request body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw badJson('invalid syntax')
  }
}

function badJson(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
}
