import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { readBytes } from '../http/body.ts'
import { invalidInput, tooLarge } from './errors.ts'

const MAX_JSON = 1024 * 1024

/** Reads a JSON body of at most 1 MB against its schema; none at all counts as `{}`. */
export async function readBody<T extends z.ZodType>(req: IncomingMessage, schema: T): Promise<z.infer<T>> {
  return checked('body', schema, await readJson(req))
}

/** The value if it fits; throws InvalidRequest in the words of upstream's validator. */
export function checked<T extends z.ZodType>(
  part: 'body' | 'querystring',
  schema: T,
  value: unknown,
): z.infer<T> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalidInput(issue ? inWords(part, issue) : `${part} is invalid`)
}

function inWords(part: string, issue: z.core.$ZodIssue): string {
  const at = [part, ...issue.path].join('/')
  if (issue.input === undefined) {
    const parent = [part, ...issue.path.slice(0, -1)].join('/')
    return `${parent} must have required property '${String(issue.path.at(-1))}'`
  }
  switch (issue.code) {
    case 'invalid_type':
      return `${at} must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'array'
        ? `${at} must NOT have fewer than ${issue.minimum} items`
        : `${at} must be >= ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'array'
        ? `${at} must NOT have more than ${issue.maximum} items`
        : `${at} must be <= ${issue.maximum}`
    case 'invalid_value':
      return `${at} must be equal to one of the allowed values`
    default:
      return `${at} ${issue.message}`
  }
}

// The names of the types in JSON schemas. No number here has a fraction.
const TYPES: Partial<Record<string, string>> = { number: 'integer', int: 'integer', record: 'object' }

async function readJson(req: IncomingMessage): Promise<unknown> {
  const text = (await readBytes(req, MAX_JSON, tooLarge)).toString('utf8')
  const isJson = /^application\/json/i.test(req.headers['content-type'] ?? '')
  if (text === '' && isJson) {
    throw invalidInput("Body cannot be empty when content-type is set to 'application/json'", 'FastifyError')
  }
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput("Body is not valid JSON but content-type is set to 'application/json'", 'FastifyError')
  }
}
