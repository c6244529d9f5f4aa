// Changes of many at once: each succeeds or fails by itself, and the answer says of each how it went.
import { z } from '@hono/zod-openapi'
import { encodeId } from '../../_shared/domain/ids.ts'
import { sentenceOf } from '../../_shared/domain/reasons.ts'
import type * as rows from '../../_shared/domain/rows.ts'
import { idSchema } from '../../_shared/http/describe.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { invitationId, userId } from './person.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    add_project_members: PeopleAnswer
    change_member_roles: PeopleAnswer
    decide_join_requests: PeopleAnswer
    invite_members: PeopleAnswer
    remove_members: PeopleAnswer
    resend_invitations: PeopleAnswer
    revoke_invitations: PeopleAnswer
  }
}

export const failureSchema = z
  .object({
    type: z.string().meta({ description: 'Named code of the error.', example: 'CONFLICT' }),
    status: z.int().meta({ example: 409 }),
    detail: z.string().meta({ example: sentenceOf('already_invited_or_member') }),
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

/** What a call for many answers: the key of each is a number, of whom or what it is about, or an address. */
type PeopleAnswer = rows.BulkAnswer<
  number | string,
  { user_id?: number | null; invitation_id?: number | null }
>

/** The answer for a call for many people. */
export function bulkView({ results, succeeded, failed }: PeopleAnswer): BulkView {
  const views = results.map((one) => ({
    user_id: userId(typeof one.key === 'number' ? one.key : (one.value?.user_id ?? null)),
    email: typeof one.key === 'string' ? one.key : null,
    invitation_id: invitationId(one.value?.invitation_id ?? null),
    ok: one.ok,
    error: failureView(one),
  }))
  return { results: views, succeeded, failed }
}

const projectResultsSchema = z.object({
  project_id: idSchema('prj'),
  ok: z.boolean(),
  error: failureSchema.nullable(),
})

export const projectBulkSchema = bulkSchema
  .extend({
    results: z.array(projectResultsSchema).meta({ description: 'One a project, in the same order.' }),
  })
  .meta({ id: 'ProjectBulkResults' })

/** The answer for a call for many projects. */
export function projectBulkView({ results, succeeded, failed }: rows.BulkAnswer<number, unknown>) {
  const views = results.map((one) => ({
    project_id: encodeId('prj', one.key),
    ok: one.ok,
    error: failureView(one),
  }))
  return { results: views, succeeded, failed }
}

/** For calls that change one thing through a call for many: its failure is the answer. */
export function requireDone({ results: [only] }: PeopleAnswer): void {
  const failure = only && failureView(only)
  if (!failure) return
  const { type, status, detail, field } = failure
  throw refusal(type, detail, { status, fields: field ? [{ field, message: detail }] : [] })
}

/** Why an item of many did not go through; null where it did. */
export function failureView({
  code,
  status,
  message,
  field,
}: Pick<PeopleAnswer['results'][number], 'code' | 'status' | 'message' | 'field'>) {
  return code === null ? null : { type: code, status: status ?? 400, detail: message ?? '', field }
}
