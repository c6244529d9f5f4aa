// The service account of a Git project, as the API shows it: everything but its token.
import { z } from '@hono/zod-openapi'
import { asCaller, rowsOf } from '../../_shared/db/rest.ts'
import type { Database } from '../../_shared/domain/database.gen.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { type Box, seal } from '../../_shared/secrets/box.ts'

export type ServiceAccountRow = Omit<
  Database['public']['Tables']['project_service_accounts']['Row'],
  'created_by'
>

export const serviceAccountColumns =
  'id, project_id, name, kind, credentials_type, username, created_at, updated_at'

const credentialsType = z.literal('personal_access_token')

/** The credentials as requests bring them. */
export const credentialsSchema = z.object({
  type: credentialsType.default('personal_access_token'),
  username: z.string().trim().min(1, 'Required').max(255).meta({ example: 'docs-reader' }),
  token: z.string().min(1, 'Required').max(4000).meta({ description: 'Written only.' }),
})

export const serviceAccountSchema = z
  .object({
    id: idSchema('prjsa'),
    project_id: idSchema('prj'),
    name: z.string().meta({ example: 'Documentation' }),
    kind: z.string().meta({ example: 'gitlab' }),
    credentials: z.object({ type: z.string(), username: z.string() }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ServiceAccount' })

/** A row as the API shows it. */
export function serviceAccountView(row: ServiceAccountRow): z.infer<typeof serviceAccountSchema> {
  return {
    id: encodeId('prjsa', row.id),
    project_id: encodeId('prj', row.project_id),
    name: row.name,
    kind: row.kind,
    credentials: { type: row.credentials_type, username: row.username },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Seals the token of a project's service account. */
export function sealServiceToken(projectId: number, token: string): Promise<Box> {
  return seal(token, `project:${projectId}:token`)
}

/** A service account of a project; 404 for who may not change the project, as for one that is not there. */
export async function readServiceAccount(
  c: AppContext,
  projectId: number,
  id: number,
): Promise<ServiceAccountRow> {
  const answer = await asCaller(c)
    .from('project_service_accounts')
    .select(serviceAccountColumns)
    .eq('project_id', projectId)
    .eq('id', id)
    .maybeSingle()
  const row = rowsOf(answer)
  if (!row) throw refusalFor('service_account_not_found')
  return row
}
