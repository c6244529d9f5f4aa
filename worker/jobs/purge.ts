// Job `purge`: removes what nobody needs any more. Every step stands alone and is safe to be cut off and repeated.
import { makeWorkerUtils, type Task } from 'graphile-worker'
import type { Context } from '../context.ts'
import { graphileLogger, messageOf } from '../log.ts'
import { beginRemoval, IN_USE } from '../moving/files-in-use.ts'
import { purgeWorkspaceExports } from './export-workspace.ts'
import { purgeLeftovers } from './remove-leftovers.ts'

const BATCH = 1_000
/** So many names are looked at in an hour: a million in two days. */
const BATCHES_OF_STRAYS = 20

/** The graphile-worker task, run by cron every hour. Rejects after the last step when one of them failed. */
export function purge(context: Context): Task {
  return async () => {
    const failures: string[] = []
    for (const [name, step] of Object.entries(steps)) {
      if (context.stopping.aborted) return
      try {
        const removed = await step(context)
        if (removed > 0) context.log('info', 'purged', { what: name, removed })
      } catch (error) {
        failures.push(`${name}: ${messageOf(error)}`)
      }
    }
    if (failures.length > 0) throw new Error(`Clean-up failed for ${failures.join('; ')}`)
  }
}

const steps: Record<string, (context: Context) => Promise<number>> = {
  snapshots: (context) => untilDone(() => purgeSnapshots(context)),
  exports: (context) => remove(context, `private.exports where created_at < now() - interval '1 day'`),
  files: (context) => untilDone(() => purgeFiles(context)),
  stray_files: purgeStrayFiles,
  uploads: (context) => untilDone(() => purgeUploads(context)),
  codes: (context) => remove(context, `private.codes where expires_at < now() - interval '1 hour'`),
  activity: async ({ db }) => {
    const { rows } = await db.query<{ removed: number }>('select private.purge_activity() as removed')
    return rows[0]?.removed ?? 0
  },
  throttle: (context) => remove(context, `private.throttle where window_start < now() - interval '1 day'`),
  idempotency_keys: (context) =>
    remove(context, `private.idempotency_keys where created_at < now() - interval '1 day'`),
  // An unsent mail of a week ago helps nobody, and its data may hold a code.
  mails: (context) =>
    remove(
      context,
      `private.outbox_mails where sent_at < now() - interval '30 days' or created_at < now() - interval '7 days' and sent_at is null`,
    ),
  host_repositories: (context) =>
    remove(context, `private.host_repositories where seen_at < now() - interval '1 day'`),
  // What fails for a week will not succeed.
  waiting_webhooks: (context) =>
    remove(context, `private.waiting_webhooks where received_at < now() - interval '7 days'`),
  // What opens their repositories is kept no longer than it may be of use.
  webhook_leftovers: (context) =>
    remove(context, `private.webhook_leftovers where created_at < now() - interval '2 days'`),
  webhook_deliveries: (context) =>
    remove(context, `public.webhook_deliveries where received_at < now() - interval '30 days'`),
  // Those of thirty days can still be sent, or replayed by an operator: none of them is applied twice.
  stripe_events: (context) =>
    remove(context, `private.stripe_events where received_at < now() - interval '60 days'`),
  sign_in: async ({ db }) => {
    const { rows } = await db.query<{ removed: number }>('select private.purge_sign_in() as removed')
    return rows[0]?.removed ?? 0
  },
  documents: (context) => untilDone(() => purgeDocuments(context)),
  updates: (context) => untilDone(() => purgeUpdates(context)),
  task_logs: purgeTaskLogs,
  leftovers: purgeLeftovers,
  workspace_exports: purgeWorkspaceExports,
  queue: purgeQueue,
}

async function remove({ db }: Context, what: string): Promise<number> {
  return (await db.query(`delete from ${what}`)).rowCount ?? 0
}

async function untilDone(step: () => Promise<number>): Promise<number> {
  let removed = 0
  for (;;) {
    const count = await step()
    removed += count
    if (count < BATCH) return removed
  }
}

// An analysis writes snapshots some time before it points to them: young ones stay.
async function purgeSnapshots({ db }: Context): Promise<number> {
  const { rowCount } = await db.query(
    `delete from public.snapshots s
     using (
       select workspace_id, hash from public.snapshots o
       where created_at < now() - interval '1 hour'
         and not exists (
           select 1 from public.branch_nodes n where n.workspace_id = o.workspace_id and n.snapshot_hash = o.hash)
         and not exists (
           select 1 from public.branch_nodes n where n.workspace_id = o.workspace_id and n.external_snapshot_hash = o.hash)
       limit $1
       for update skip locked
     ) orphan
     where s.workspace_id = orphan.workspace_id and s.hash = orphan.hash
       and not exists (
         select 1 from public.branch_nodes n where n.workspace_id = s.workspace_id and n.snapshot_hash = s.hash)
       and not exists (
         select 1 from public.branch_nodes n where n.workspace_id = s.workspace_id and n.external_snapshot_hash = s.hash)`,
    [BATCH],
  )
  return rowCount ?? 0
}

// Row and bytes go together: the row stays locked until the bytes are gone, and an import renews its date first.
async function purgeFiles({ db, storage }: Context): Promise<number> {
  const client = await db.connect()
  try {
    await client.query('begin')
    await beginRemoval(client)
    const { rows } = await client.query<{ object: string }>(
      `delete from public.files f
       using (
         select workspace_id, hash from public.files o
         where created_at < now() - interval '1 day'
           and not exists (
             select 1 from public.branch_files b where b.workspace_id = o.workspace_id and b.hash = o.hash)
           and not exists (
             select 1 from public.documents d where d.workspace_id = o.workspace_id and (d.hash = o.hash or d.moved_hash = o.hash))
           and not exists (
             select 1 from private.document_sources s where s.workspace_id = o.workspace_id and s.hash = o.hash)
           and not exists (
             select 1 from private.commit_files c where c.workspace_id = o.workspace_id and c.hash = o.hash)
           and not exists (
             select 1 from private.branch_origin_files k where k.workspace_id = o.workspace_id and k.hash = o.hash)
           and not exists (
             select 1 from private.proposal_merge_files p where p.workspace_id = o.workspace_id and p.hash = o.hash)
           and not exists (
             select 1 from private.release_rulesets r where r.workspace_id = o.workspace_id and r.hash = o.hash)
           and not exists (
             select 1 from private.exports e where e.workspace_id = o.workspace_id and e.hash = o.hash)
           and not exists (
             select 1 from private.task_files h
             join public.task_logs t on t.job_id = h.job_id and t.status in ('queued', 'running')
             where h.workspace_id = o.workspace_id and h.hash = o.hash)
           and not ${IN_USE}
         limit $1
         for update skip locked
       ) orphan
       where f.workspace_id = orphan.workspace_id and f.hash = orphan.hash
       returning f.workspace_id || '/' || f.object_id as object`,
      [BATCH],
    )
    await storage.remove(
      'files',
      rows.map(({ object }) => object),
    )
    await client.query('commit')
    return rows.length
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

// Bytes come before the commit of their row: who was killed between the two leaves bytes that no row names, nor ever will, for
// each row makes up its own name. All names are gone through in their order, some an hour.
async function purgeStrayFiles(context: Context): Promise<number> {
  let removed = 0
  for (let batch = 0; batch < BATCHES_OF_STRAYS; batch++) {
    context.stopping.throwIfAborted()
    const { strays, isThrough } = await purgeNextStrays(context)
    removed += strays
    if (isThrough) break
  }
  return removed
}

// Rows of files are seen as they are while none is being removed; what is being kept is younger than a day.
async function purgeNextStrays({ db, storage }: Context): Promise<{ strays: number; isThrough: boolean }> {
  const client = await db.connect()
  try {
    await client.query('begin')
    await beginRemoval(client)
    const { rows } = await client.query<{ looked_at: number; last: string | null; strays: string[] }>(
      `with sought as materialized (
         select s.name, s.created_at from storage.objects s
         where s.bucket_id = 'files' and s.name collate "C" > coalesce((select d.strays_sought_to from private.deployment d), '') collate "C"
         order by s.name collate "C" limit $1
       ), named as materialized (
         select s.name, split_part(s.name, '/', 1)::bigint as workspace_id, split_part(s.name, '/', 2)::uuid as object_id
         from (
           select case when name ~ '^[0-9]{1,18}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then name end as name from sought
           where created_at < now() - interval '1 day') s
       )
       select (select count(*)::integer from sought) as looked_at, (select max(name collate "C") from sought) as last, array(
         select o.name from named o
         where o.name is not null and not exists (
             select 1 from public.files f where f.workspace_id = o.workspace_id and f.object_id = o.object_id)
           and not ${IN_USE}) as strays`,
      [BATCH],
    )
    const { looked_at: lookedAt = 0, last = null, strays = [] } = rows[0] ?? {}
    await storage.remove('files', strays)
    const isThrough = lookedAt < BATCH
    await client.query('update private.deployment set strays_sought_to = $1', [isThrough ? null : last])
    await client.query('commit')
    return { strays: strays.length, isThrough }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

// What was uploaded and never imported, or whose import is over.
async function purgeUploads({ db, storage }: Context): Promise<number> {
  const { rows } = await db.query<{ name: string }>(
    `select o.name from storage.objects o
     where o.bucket_id = 'uploads' and o.created_at < now() - interval '1 day'
       and not exists (
         select 1 from private.task_uploads u
         join public.task_logs t on t.job_id = u.job_id and t.status in ('queued', 'running')
         where u.object = o.name)
       and not exists (select 1 from private.document_sources s where s.upload = o.name)
       and not exists (
         select 1 from private.workspace_exports x
         where x.status = 'running' and x.created_at > now() - interval '1 day' and o.name like x.workspace_id || '/%')
     limit $1`,
    [BATCH],
  )
  const names = rows.map(({ name }) => name)
  await storage.remove('uploads', names)
  await db.query('delete from private.task_uploads where object = any ($1)', [names])
  return names.length
}

// Deleted ones that nobody can bring back any more; those that the branch still has are a change until it is published.
async function purgeDocuments({ db }: Context): Promise<number> {
  const { rowCount } = await db.query(
    `delete from public.documents where id in (
       select id from public.documents where deleted_at < now() - interval '7 days' and hash is null limit $1 for update skip locked)`,
    [BATCH],
  )
  return rowCount ?? 0
}

// Who was away for longer takes the snapshot, which holds them.
async function purgeUpdates({ db }: Context): Promise<number> {
  const { rowCount } = await db.query(
    `with old as (
       select u.document_id, u.seq from private.document_updates u
       join private.document_snapshots s on s.document_id = u.document_id and u.seq <= s.seq
       where u.created_at < now() - interval '7 days' limit $1
     ), gone as (
       delete from private.document_updates u using old where u.document_id = old.document_id and u.seq = old.seq
       returning u.document_id, u.seq
     ), newest as (
       update private.document_snapshots s set trimmed_seq = greatest(s.trimmed_seq, g.seq)
       from (select document_id, max(seq) as seq from gone group by document_id) g where s.document_id = g.document_id
     )
     select from gone`,
    [BATCH],
  )
  return rowCount ?? 0
}

// The last log of a branch stays: it says how the present content came about; that of a migration, which project came of it.
async function purgeTaskLogs({ db, config }: Context): Promise<number> {
  const { rowCount } = await db.query(
    `delete from public.task_logs t
     where t.status in ('success', 'failed') and t.task_id <> 'migrate' and t.created_at < now() - make_interval(days => $1)
       and exists (
         select 1 from public.task_logs newer
         where newer.branch_id is not distinct from t.branch_id and newer.created_at > t.created_at)`,
    [config.taskLogDays],
  )
  return rowCount ?? 0
}

// Every branch has a queue of its own, and jobs that failed for good stay until somebody looks: at most for now.
async function purgeQueue({ db }: Context): Promise<number> {
  const utils = await makeWorkerUtils({ pgPool: db, logger: graphileLogger })
  try {
    await utils.cleanup({ tasks: ['GC_JOB_QUEUES', 'DELETE_PERMAFAILED_JOBS'] })
  } finally {
    await utils.release()
  }
  return 0
}
