// What the audit webhook of a workspace sends, and what its secret is sealed for.
import { type ActivityEventRow, activityEventView } from './activity-event.ts'
import { encodeId } from './ids.ts'

/** The place that the secret of a workspace's audit webhook is sealed for. */
export function auditSecretContext(workspaceId: number | string): string {
  return `workspace:${workspaceId}:auditWebhook`
}

/** The body of a batch, oldest first: each event as the API has it, known by its `id`. */
export function auditBatchBody(workspaceId: number, events: ActivityEventRow[]): string {
  return JSON.stringify({
    type: 'audit.events',
    workspace_id: encodeId('wk', workspaceId),
    events: events.map(activityEventView),
  })
}

/** The body of a trial: without events. */
export function auditTrialBody(workspaceId: number): string {
  return JSON.stringify({ type: 'audit.test', workspace_id: encodeId('wk', workspaceId), events: [] })
}
