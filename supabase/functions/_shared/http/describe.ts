// Building blocks of the OpenAPI description: problems, identifiers, paging.
import { z } from '@hono/zod-openapi'
import { internalErrorDetail, type ProblemCode, unavailableDetail } from '../domain/errors.ts'
import { encodeId, type IdPrefix, idPrefixes } from '../domain/ids.ts'
import { importTooLarge } from '../domain/imports.ts'
import { sentenceOf } from '../domain/reasons.ts'
import { problemBody, refusal } from './problem.ts'

export const problemSchema = z
  .object({
    type: z.string().meta({ description: 'Named code of the error.', example: 'NOT_FOUND' }),
    title: z.string().meta({ description: 'What kind of error it is.', example: 'Not found.' }),
    status: z.int().meta({ description: 'The HTTP status.', example: 404 }),
    detail: z.string().meta({
      description: 'What went wrong here, fit to show to people.',
      example: sentenceOf('project_not_found'),
    }),
    instance: z.string().meta({ description: 'Path of the request.', example: '/api/v1/projects/cHJqOjc' }),
    trace_id: z.string().meta({
      description: 'Finds the request in the log.',
      example: '1c2f7a0e-6f0e-4c6b-9d62-0f5f3f8f1f11',
    }),
    errors: z
      .array(
        z.object({
          field: z.string().meta({ example: 'slug' }),
          message: z.string(),
          line: z.int().optional().meta({ description: 'Line in an uploaded file, from 1.' }),
          column: z.int().optional().meta({ description: 'Column in that line, from 1.' }),
        }),
      )
      .optional()
      .meta({ description: 'The fields that are wrong.' }),
  })
  .meta({ id: 'Problem', description: 'An error, as RFC 9457 describes it.' })

interface Meaning {
  code: ProblemCode
  description: string
  detail: string
}

const meanings = {
  400: {
    code: 'VALIDATION_ERROR',
    description: 'The request is not valid: `VALIDATION_ERROR` with the fields, or `INVALID_ID`.',
    detail: 'Must be no more than 75 characters',
  },
  401: {
    code: 'TOKEN_EXPIRED',
    description: 'Sign-in is required, or the token is not valid or has expired.',
    detail: 'The token has expired.',
  },
  402: {
    code: 'PAYMENT_REQUIRED',
    description: 'The plan of the workspace does not include this.',
    detail: sentenceOf('upgrade_required'),
  },
  403: {
    code: 'INSUFFICIENT_PERMISSIONS',
    description: 'The caller may not do this.',
    detail: sentenceOf('not_allowed_in_workspace'),
  },
  404: {
    code: 'NOT_FOUND',
    description: 'It does not exist, or the caller may not know that it does.',
    detail: sentenceOf('project_not_found'),
  },
  409: {
    code: 'CONFLICT',
    description: 'It conflicts with what is there, or the `Idempotency-Key` is in use.',
    detail: 'A project with this slug already exists in this workspace. Please choose a different value.',
  },
  413: {
    code: 'PAYLOAD_TOO_LARGE',
    description: 'The request body is larger than allowed.',
    detail: importTooLarge,
  },
  422: {
    code: 'VALIDATION_ERROR',
    description: 'The e-mail address is not one.',
    detail: 'Please enter a valid email address.',
  },
  429: {
    code: 'TOO_MANY_REQUESTS',
    description: 'Too many requests; try again after `Retry-After` seconds.',
    detail: 'Too many attempts. Please try again in 2 minutes.',
  },
  500: {
    code: 'INTERNAL_SERVER_ERROR',
    description: 'Something failed on our side; `trace_id` helps us find it.',
    detail: internalErrorDetail,
  },
  503: {
    code: 'SERVICE_UNAVAILABLE',
    description: 'Not possible right now; try again after `Retry-After` seconds.',
    detail: unavailableDetail,
  },
} as const satisfies Record<number, Meaning>

type ProblemStatus = keyof typeof meanings

interface ProblemResponse {
  description: string
  headers?: z.ZodObject
  content: { 'application/problem+json': { schema: typeof problemSchema; example: unknown } }
}

const retryAfter = z.object({
  'Retry-After': z.string().meta({ description: 'Seconds to wait.', example: '2' }),
})

/** The error responses of a route; 500 and 503 go without saying. */
export function problems(...statuses: ProblemStatus[]): Record<ProblemStatus, ProblemResponse> {
  return Object.fromEntries(
    [...statuses, 500 as const, 503 as const].map((status) => [status, problemResponse(status)]),
  ) as Record<ProblemStatus, ProblemResponse>
}

function problemResponse(status: ProblemStatus): ProblemResponse {
  const { code, description, detail } = meanings[status]
  const example = problemBody(
    refusal(code, detail, { status }),
    '/api/v1/…',
    '1c2f7a0e6f0e4c6b9d620f5f3f8f1f11',
  )
  return {
    description,
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    content: { 'application/problem+json': { schema: problemSchema, example } },
  }
}

/** A successful answer with a JSON body. */
export function jsonAnswer<S extends z.ZodType>(description: string, schema: S) {
  return { description, content: { 'application/json': { schema } } }
}

/** A JSON request body that has to be there. */
export function jsonBody<S extends z.ZodType>(schema: S) {
  return { required: true, content: { 'application/json': { schema } } }
}

/** A public identifier of a kind, e.g. `cHJqOjc` for project 7. */
export function idSchema(prefix: IdPrefix) {
  return z
    .string()
    .meta({ description: `Identifier of the ${idPrefixes[prefix]}.`, example: encodeId(prefix, 7) })
}

/** Several values in one query parameter, with commas between them. */
export function listParam<S extends z.ZodType>(entry: S, description: string, example: string[]) {
  const split = (value: unknown) => (typeof value === 'string' ? value.split(',') : value)
  return z
    .preprocess(split, z.array(entry).min(1).max(100))
    .optional()
    .openapi({ param: { style: 'form', explode: false }, description, example })
}

/** Identifiers of a kind in a body, for a change of many at once. */
export function idList(prefix: IdPrefix) {
  return z.array(idSchema(prefix)).min(1, 'Required').max(500, sentenceOf('too_many_changes_at_once'))
}

/** Path parameters with the identifier `id`. */
export function idParam(prefix: IdPrefix) {
  return z.object({ id: idSchema(prefix) })
}

export const timestamp = z.string().meta({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' })

export const bearer = [{ bearer: [] }]
/** Public content needs no token; with one the caller sees what they may. */
export const bearerOptional = [{ bearer: [] }, {}]
