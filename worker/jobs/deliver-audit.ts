// Job `deliver_audit`: what is new in the trail of a workspace goes to its SIEM, batch after batch, in order. A batch counts
// as taken once the receiver says so and that is kept: a worker killed between the two sends it again under the same id, with
// the same events.
import type { Task } from 'graphile-worker'
import type { ActivityEventRow } from '../../supabase/functions/_shared/domain/activity-event.ts'
import { auditBatchBody, auditSecretContext } from '../../supabase/functions/_shared/domain/audit-webhook.ts'
import { sendSigned } from '../../supabase/functions/_shared/net/signed-webhook.ts'
import { type Box, open, SealError } from '../../supabase/functions/_shared/secrets/box.ts'
import type { Context } from '../context.ts'

interface Batch {
  version: number
  url: string
  secret: Box
  after: number
  until: number
  events: ActivityEventRow[]
}

const EVENTS_AT_ONCE = 200
// A receiver that takes its time holds a place of these jobs; what is left comes a minute later.
const TURN_MS = 20_000
// Who takes longer than this goes on among those that do, for whom there are other places.
const SLOW_MS = 2_000

/**
 * The graphile-worker task, for those that answer at once and for those that do not; payload `{workspace_id}`. When it is
 * tried again is for the database to say.
 */
export function deliverAudit({ db, log, stopping }: Context): Task {
  return async (payload, { job }) => {
    const { workspace_id: workspaceId } = payload as { workspace_id: number }
    const end = Date.now() + TURN_MS
    while (Date.now() < end && !stopping.aborted) {
      const { rows } = await db.query<{ batch: Batch | null }>(
        'select private.audit_batch($1, $2) as batch',
        [workspaceId, EVENTS_AT_ONCE],
      )
      const batch = rows[0]?.batch
      if (!batch) return
      const begun = performance.now()
      const problem = batch.events.length > 0 ? await send(workspaceId, batch) : null
      const isSlow = performance.now() - begun > SLOW_MS
      const kept = await db.query<{ outcome: string }>(
        'select private.keep_audit_delivery($1, $2, $3, $4, $5, $6) as outcome',
        [workspaceId, batch.version, batch.until, batch.events.length, problem, isSlow],
      )
      if (problem !== null)
        log('warn', 'an audit webhook did not take a batch', {
          workspace: workspaceId,
          outcome: kept.rows[0]?.outcome,
        })
      if (kept.rows[0]?.outcome !== 'taken') return
      if (isSlow && job.task_identifier === 'deliver_audit') return
    }
  }
}

async function send(
  workspaceId: number,
  { url, secret, after, until, events }: Batch,
): Promise<string | null> {
  try {
    return await sendSigned({
      url,
      secret: await open(secret, auditSecretContext(workspaceId)),
      id: `audit_${workspaceId}_${after}_${until}`,
      body: auditBatchBody(workspaceId, events),
    })
  } catch (error) {
    if (error instanceof SealError) return 'The secret cannot be read any more. Make a new one.'
    throw error
  }
}
