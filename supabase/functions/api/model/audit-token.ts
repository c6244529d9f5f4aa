// An audit token as the API shows it.
import { z } from '@hono/zod-openapi'
import { encodeId } from '../../_shared/domain/ids.ts'
import { idSchema } from '../../_shared/http/describe.ts'
import { withUserId } from './person.ts'
import { newWorkspaceTokenSchema, workspaceTokenSchema } from './workspace-token.ts'

const id = idSchema('wkaud')
const prefix = z.string().meta({ description: 'How the token begins.', example: 'wmaudit_k3Vq' })

export const auditTokenSchema = workspaceTokenSchema
  .extend({ id, access_token_prefix: prefix })
  .meta({ id: 'AuditToken' })

export const newAuditTokenSchema = newWorkspaceTokenSchema
  .extend({ id, access_token_prefix: prefix })
  .meta({ id: 'AuditTokenCreated' })

interface AuditTokenRow {
  id: number
  name: string
  access_token_prefix: string
  creator: { user_id: number; display_name: string } | null
  last_used: string | null
  created_at: string
}

declare module '../../_shared/db/rest.ts' {
  interface Results {
    list_audit_tokens: AuditTokenRow[]
    create_audit_token: AuditTokenRow & { access_token: string }
  }
}

/** The row as the API answers it. */
export function auditTokenView(row: AuditTokenRow): z.infer<typeof auditTokenSchema> {
  return { ...row, id: encodeId('wkaud', row.id), creator: row.creator && withUserId(row.creator) }
}
