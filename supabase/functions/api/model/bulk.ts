// Changes of many at once: each succeeds or fails by itself, and the answer says of each how it went.
import { z } from '@hono/zod-openapi'
import type { ProblemCode } from '../../_shared/domain/errors.ts'
import { idSchema } from '../../_shared/http/describe.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { invitationId, userId } from './person.ts'

const failureSchema = z
  .object({
    type: z.string().meta({ description: 'Named code of the error.', example: 'CONFLICT' }),
    status: z.int().meta({ example: 409 }),
    detail: z.string().meta({ example: 'This e-mail has pending invitation or already a member' }),
    field: z.string().nullable().meta({ example: 'email' }),
  })
  .meta({ id: 'BulkFailure', description: 'Why one of many failed, in the words of `Problem`.' })

const resultSchema = z
  .object({
    user_id: idSchema('usr').nullable(),
    email: z.string().nullable().meta({ example: 'ada@example.com' }),
    invitation_id: idSchema('wkinv').nullable(),
    ok: z.boolean(),
    error: failureSchema.nullable(),
  })
  .meta({ id: 'BulkResult' })

export const bulkSchema = z
  .object({
    results: z.array(resultSchema).meta({ description: 'One for each that was sent, in the same order.' }),
    succeeded: z.int().meta({ example: 1 }),
    failed: z.int().meta({ example: 0 }),
  })
  .meta({ id: 'BulkResults' })

export type BulkView = z.infer<typeof bulkSchema>

interface Failure {
  code: ProblemCode
  status: number
  message: string
  field?: string | null
}

/** One result of a call that tells `{…, ok, error}` for each: invitations and join requests. */
export interface Told {
  ok: boolean
  error: Failure | null
  id?: number | null
  user_id?: number
  email?: string
}

/** One result of private.do_each: what was sent stands in user_id, a person's number or an address. */
interface Done extends Omit<Failure, 'code'> {
  ok: boolean
  code: ProblemCode
  user_id: number | string
  value: { user_id?: number | null; invitation_id?: number | null } | null
}

export interface DoneAll {
  results: Done[]
}

/** The answer for results of invitations and join requests. */
export function toldView(told: Told[]): BulkView {
  return summed(
    told.map((one) => ({
      user_id: userId(one.user_id ?? null),
      email: one.email ?? null,
      invitation_id: invitationId(one.id ?? null),
      ok: one.ok,
      error: one.error && failureView(one.error),
    })),
  )
}

/** The answer for results of private.do_each. */
export function doneView({ results }: DoneAll): BulkView {
  return summed(
    results.map((one) => ({
      user_id: userId(typeof one.user_id === 'number' ? one.user_id : (one.value?.user_id ?? null)),
      email: typeof one.user_id === 'string' ? one.user_id : null,
      invitation_id: invitationId(one.value?.invitation_id ?? null),
      ok: one.ok,
      error: one.ok ? null : failureView(one),
    })),
  )
}

/** For calls that change one thing through a call for many: its failure is the answer. */
export function requireDone([only]: Told[]): void {
  if (!only?.error) return
  const { code, status, message, field } = only.error
  throw refusal(code, message, { status, fields: field ? [{ field, message }] : [] })
}

function failureView({ code, status, message, field }: Failure) {
  return { type: code, status, detail: message, field: field ?? null }
}

function summed(results: BulkView['results']): BulkView {
  const succeeded = results.filter(({ ok }) => ok).length
  return { results, succeeded, failed: results.length - succeeded }
}
