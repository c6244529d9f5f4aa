// Job `remove_webhook`: a project was deleted, and its webhook goes at the Git host, too. What opens the repository was noted
// with it. Nobody waits for this: a host that is away is asked again for some hours, and one that refuses keeps its webhook.
import type { Task } from 'graphile-worker'
import { gitClient } from '../../supabase/functions/_shared/git/client.ts'
import type { Outcome } from '../../supabase/functions/_shared/git/outcome.ts'
import { webhookAddresses } from '../../supabase/functions/_shared/git/webhooks/addresses.ts'
import type { Context } from '../context.ts'
import { RemoteError } from '../git/failures.ts'
import { PASSING } from '../git/follow.ts'
import { openSource, type SourceRow } from '../git/source.ts'

interface Leftover {
  project_id: string
  source: SourceRow & { repository: { webhook_external_id: string } }
  /** Whether another project has come from the repository since. */
  is_needed: boolean
}

/** More at one address nobody made by our doing, and a slow host that lists many would keep the jobs of others waiting. */
const MOST_REMOVED = 5

/** The graphile-worker task; payload `{id}`. Done twice it finds nothing left. Rejects to be tried again where the host may answer later. */
export function removeWebhook(context: Context): Task {
  const { db, log } = context
  return async (payload, { job }) => {
    const { id } = payload as { id: number }
    const { rows } = await db.query<Leftover>(
      `select l.project_id, l.source, private.is_needed_webhook(l) as is_needed from private.webhook_leftovers l where l.id = $1`,
      [id],
    )
    const [leftover] = rows
    if (!leftover) return
    const about = { project: leftover.project_id }
    try {
      await removeAtHost(context, leftover)
      log('info', 'the webhook of a deleted project was removed', about)
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      if (error.kind === 'later' && job.attempts < job.max_attempts) throw error
      log('warn', 'the webhook of a deleted project stays at its host', { ...about, reason: error.message })
    }
    await db.query('delete from private.webhook_leftovers where id = $1', [id])
  }
}

async function removeAtHost(context: Context, leftover: Leftover): Promise<void> {
  const { settings, access, repository, integrationId } = await openSource(context, leftover.source)
  if (!access) throw new RemoteError('credentials', 'Nobody is known who may ask the host.')
  const client = gitClient(settings, access)
  const { own, shared } = webhookAddresses(
    new URL(context.config.publicUrl).origin,
    integrationId,
    Number(leftover.project_id),
  )
  const { webhook_external_id: written } = leftover.source.repository
  // Its own address leads to the deleted project alone; the others may be of who came after it.
  const ids = leftover.is_needed ? [] : [written]
  for (const url of leftover.is_needed ? [own] : [own, shared])
    ids.push(...ifThere(await client.webhooks(repository, url), []).map((hook) => hook.id))
  for (const id of [...new Set(ids)].slice(0, MOST_REMOVED))
    ifThere(await client.deleteWebhook(repository, id), undefined)
}

/** What the host answered; of a repository that is gone there is nothing to remove. */
function ifThere<T>(outcome: Outcome<T>, none: T): T {
  if (outcome.ok) return outcome.value
  const { reason, message } = outcome.failure
  if (reason === 'not_found') return none
  throw new RemoteError(PASSING.includes(reason) ? 'later' : 'refused', message)
}
