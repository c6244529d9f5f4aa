// The service role's call about the audit webhook of a workspace. Continues service.ts, the one module of the service role.
import type { RowOf } from '../domain/contract.ts'
import type { Box } from '../secrets/box.ts'
import { serviceCall as call } from './service.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_audit_webhook: RowOf<'opened_audit_webhook', never, { secret: Box }> | null
  }
}

/** Address and sealed secret of the audit webhook of a workspace; null without one. Who asks has been checked. */
export function auditWebhookWithSecret(workspaceId: number) {
  return call('svc_audit_webhook', { p_workspace_id: workspaceId })
}
