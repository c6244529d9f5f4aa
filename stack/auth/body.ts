import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { readBytes } from '../http/body.ts'
import { AuthError } from './errors.ts'

const MAX_BODY = 64 * 1024

/** Reads a JSON body of at most 64 KiB against its schema; an empty body counts as `{}`. */
export async function readBody<T extends z.ZodType>(req: IncomingMessage, schema: T): Promise<z.infer<T>> {
  const bytes = await readBytes(req, MAX_BODY, tooLarge)
  const result = schema.safeParse(parse(bytes.toString('utf8')))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw badJson(issue ? `${issue.path.join('.')}: ${issue.message}` : 'unexpected type')
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw badJson('invalid syntax')
  }
}

const tooLarge = () => new AuthError(413, 'validation_failed', 'Request body is too large')

function badJson(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
}
