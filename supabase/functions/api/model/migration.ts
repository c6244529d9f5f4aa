// Projects of other platforms as the API shows them, and what their refusals become.
import { z } from '@hono/zod-openapi'
import { encodeId } from '../../_shared/domain/ids.ts'
import type * as rows from '../../_shared/domain/rows.ts'
import { projectVisibility } from '../../_shared/domain/validation.ts'
import { idSchema } from '../../_shared/http/describe.ts'
import { fieldRefusal, refusal, refusalFor } from '../../_shared/http/problem.ts'
import {
  type ListedProject,
  MigrationError,
  type MigrationSource,
  migrationSources,
} from '../../_shared/migration/index.ts'
import { failureSchema, failureView } from './bulk.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    queue_migrations: QueuedMigrations
  }
}

type QueuedMigrations = rows.BulkAnswer<string, { job_id: string; project_id: number }>

/** A project of NEXT, as its own list has it. */
export const legacyProjectSchema = z
  .object({
    project_id: z.string(),
    project_name: z.string(),
    namespace_id: z.string(),
    namespace_name: z.string(),
    project_last_activity: z.string().nullable(),
  })
  .meta({ id: 'LegacyProject' })

export const externalProjectSchema = z
  .object({
    id: z.string().meta({ example: 'apis/todo' }),
    name: z.string().meta({ example: 'Todo' }),
    group_id: z.string(),
    group_name: z.string().meta({ description: 'Whose it is there.', example: 'acme' }),
    last_activity: z.string().nullable(),
  })
  .meta({ id: 'ExternalProject' })

const key = z.string().trim().min(1, 'Required').max(8000, 'Must be no more than 8000 characters')
const account = z.string().trim().max(200, 'Must be no more than 200 characters').default('')

export const externalAccountSchema = z
  .object({
    source: z.enum(migrationSources).exclude(['next']),
    account: account.meta({
      description: 'An owner at SwaggerHub, a workspace at Stoplight; none at Postman.',
    }),
    api_key: key.meta({ description: 'Is used for this call and not kept.' }),
  })
  .meta({ id: 'ExternalAccount' })

export const newMigrationsSchema = z
  .object({
    source: z.enum(migrationSources),
    account,
    api_key: key.meta({ description: 'Is kept, sealed, until the migrations have ended.' }),
    project_ids: z.array(z.string().min(1).max(300)).min(1, 'Required').max(500, 'Must be no more than 500'),
    visibility: projectVisibility.default('internal'),
  })
  .meta({ id: 'NewMigrations' })

export const queuedMigrationsSchema = z
  .object({
    results: z
      .array(
        z.object({
          external_id: z.string(),
          ok: z.boolean(),
          job_id: z.string().nullable().meta({ description: 'The task whose log is the report.' }),
          project_id: idSchema('prj').nullable(),
          error: failureSchema.nullable(),
        }),
      )
      .meta({ description: 'One for each project, in the same order.' }),
    succeeded: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'QueuedMigrations' })

/** A project of a list. */
export function externalProjectView(project: ListedProject): z.infer<typeof externalProjectSchema> {
  const { id, name, groupId, groupName, lastActivity } = project
  return { id, name, group_id: groupId, group_name: groupName, last_activity: lastActivity }
}

/** What was queued. */
export function queuedMigrationsView({ results }: QueuedMigrations): z.infer<typeof queuedMigrationsSchema> {
  const views = results.map((one) => ({
    external_id: one.key,
    ok: one.ok,
    job_id: one.value?.job_id ?? null,
    project_id: one.value ? encodeId('prj', one.value.project_id) : null,
    error: failureView(one),
  }))
  const succeeded = views.filter(({ ok }) => ok).length
  return { results: views, succeeded, failed: views.length - succeeded }
}

/** Refuses a call for the projects of nobody, where the key does not say whose. */
export function requireAccount(source: MigrationSource, account: string): void {
  if ((source === 'swaggerhub' || source === 'stoplight') && account === '')
    throw fieldRefusal('account', 'Required')
}

/** Asks a platform; what it refuses becomes a problem, of the key where the key is wrong. */
export async function askPlatform<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    if (error.kind === 'key') throw fieldRefusal('api_key', error.message)
    if (error.kind === 'not_found') throw refusal('NOT_FOUND', error.message)
    throw refusal('VCS_PROVIDER_ERROR', error.message, { status: 502 })
  }
}

/** What is queued of what a platform lists: nothing that is not there. */
export function chosenOf(listed: ListedProject[], ids: string[]): ListedProject[] {
  const known = new Map(listed.map((project) => [project.id, project]))
  return [...new Set(ids)].map((id) => {
    const project = known.get(id)
    if (!project) throw refusalFor('project_not_found')
    return project
  })
}
