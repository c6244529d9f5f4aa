// Job `apply_webhooks`: what Git hosts reported to an integration, and the functions only took, becomes tasks.
import type { Task } from 'graphile-worker'
import type { Context } from '../context.ts'

interface Applied {
  applied: number
  failure: string | null
}

/** The graphile-worker task; payload `{integration_id}`. One step: what is left has a job of its own. Rejects, to be tried again, when nothing could be applied. */
export function applyWebhooks({ db, log }: Context): Task {
  return async (payload) => {
    const { integration_id: integration } = payload as { integration_id: number }
    const { rows } = await db.query<Applied>('select * from private.apply_waiting_webhooks($1)', [
      integration,
    ])
    const { applied = 0, failure = null } = rows[0] ?? {}
    if (applied > 0) log('info', 'webhooks applied', { integration, applied })
    if (failure === null) return
    if (applied === 0) throw new Error(`Webhooks could not be applied: ${failure}`)
    log('warn', 'a webhook could not be applied yet', { integration, reason: failure })
  }
}
