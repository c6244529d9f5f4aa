// Building blocks of the OpenAPI description: problems, identifiers, paging.
import { z } from '@hono/zod-openapi'
import { encodeId, type IdPrefix, idPrefixes } from '../domain/ids.ts'

export const problemSchema = z
  .object({
    type: z.string().meta({ description: 'Named code of the error.', example: 'NOT_FOUND' }),
    title: z.string().meta({ description: 'What kind of error it is.', example: 'Not found.' }),
    status: z.int().meta({ description: 'The HTTP status.', example: 404 }),
    detail: z
      .string()
      .meta({ description: 'What went wrong here, fit to show to people.', example: 'Project not found' }),
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

const meanings = {
  400: 'The request is not valid: `VALIDATION_ERROR` with the fields, or `INVALID_ID`.',
  401: 'Sign-in is required, or the token is not valid or has expired.',
  402: 'The plan of the workspace does not include this.',
  403: 'The caller may not do this.',
  404: 'It does not exist, or the caller may not know that it does.',
  409: 'It conflicts with what is there, or the `Idempotency-Key` is in use.',
  413: 'The request body is larger than allowed.',
  422: 'The e-mail address is not one.',
  429: 'Too many requests; try again after `Retry-After` seconds.',
  500: 'Something failed on our side; `trace_id` helps us find it.',
} as const

type ProblemStatus = keyof typeof meanings
type ProblemResponse = {
  description: string
  content: { 'application/problem+json': { schema: typeof problemSchema } }
}

/** The error responses of a route; 500 goes without saying. */
export function problems(...statuses: ProblemStatus[]): Record<ProblemStatus, ProblemResponse> {
  const entries = [...statuses, 500 as const].map((status) => [
    status,
    { description: meanings[status], content: { 'application/problem+json': { schema: problemSchema } } },
  ])
  return Object.fromEntries(entries)
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

/** Path parameters with the identifier `id`. */
export function idParam(prefix: IdPrefix) {
  return z.object({ id: idSchema(prefix) })
}

export const timestamp = z.string().meta({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' })

export const bearer = [{ bearer: [] }]
/** Public content needs no token; with one the caller sees what they may. */
export const bearerOptional = [{ bearer: [] }, {}]
