// Job `forward_analytics`: that something happened is told to the operator's collector of analytics, batch after batch. Nobody
// waits for it: what the collector does not take within a day is left out.
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../log.ts'

interface Batch {
  after: number
  until: number
  events: Record<string, string>[]
}

type Needed = Pick<Context, 'db' | 'log' | 'stopping'> & { config: Pick<Config, 'analytics'> }

const EVENTS_AT_ONCE = 500
const BATCHES_A_TURN = 10
const TIMEOUT_MS = 5_000

/** The graphile-worker task. Without a collector it forgets how far it had come, so that a later one is told what is new then. */
export function forwardAnalytics({ config: { analytics }, db, log, stopping }: Needed): () => Promise<void> {
  return async () => {
    if (!analytics) {
      await db.query('delete from private.analytics_position')
      return
    }
    for (let turn = 0; turn < BATCHES_A_TURN && !stopping.aborted; turn++) {
      const { rows } = await db.query<{ batch: Batch | null }>(
        'select private.analytics_batch($1) as batch',
        [EVENTS_AT_ONCE],
      )
      const batch = rows[0]?.batch
      if (!batch) return
      try {
        if (batch.events.length > 0) await send(analytics, batch)
      } catch (error) {
        log('warn', 'analytics were not taken', { problem: messageOf(error) })
        return
      }
      await db.query('select private.keep_analytics($1)', [batch.until])
    }
  }
}

async function send({ url, token }: { url: string; token: string }, { after, until, events }: Batch) {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ source: 'waymark', batch: `${after}-${until}`, events }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The collector answered ${answer.status}.`)
}
