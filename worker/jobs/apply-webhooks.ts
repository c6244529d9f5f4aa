// Job `apply_webhooks`: what Git hosts reported to an integration, and the functions only took, becomes tasks.
import type { Task } from 'graphile-worker'
import type { Context } from '../context.ts'

interface Applied {
  last_id: string | null
  applied: number
  failure: string | null
}

/** The graphile-worker task; payload `{integration_id}`. Rejects when something failed, which then is tried again. */
export function applyWebhooks({ db, log, stopping }: Context): Task {
  return async (payload) => {
    const { integration_id: integration } = payload as { integration_id: number }
    const failures: string[] = []
    let after = '0'
    for (;;) {
      const { rows } = await db.query<Applied>('select * from private.apply_waiting_webhooks($1, $2)', [
        integration,
        after,
      ])
      const [step] = rows
      if (!step || step.last_id === null) break
      log('info', 'webhooks applied', { integration, applied: step.applied })
      if (step.failure !== null) failures.push(step.failure)
      after = step.last_id
      stopping.throwIfAborted()
    }
    if (failures.length > 0) throw new Error(`Webhooks could not be applied: ${failures.join('; ')}`)
  }
}
