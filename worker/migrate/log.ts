// The migration of a project as the database knows it, and what its task says.
import type { Pool, PoolClient } from 'pg'
import type { MigrationSource } from '../../supabase/functions/_shared/migration/index.ts'
import type { Box } from '../../supabase/functions/_shared/secrets/box.ts'
import { addLines, type Line } from '../jobs/analyze-log.ts'

export interface Migration {
  jobId: string
  workspaceId: string
  source: MigrationSource
  account: string
  externalId: string
  key: Box
  /** Versions that are done with. */
  done: string[]
}

/** The migration, while it is still to be done. */
export async function openMigration(db: Pool, jobId: string): Promise<Migration | undefined> {
  const { rows } = await db.query<Migration>(
    `select m.job_id as "jobId", m.workspace_id as "workspaceId", m.source, m.account, m.external_id as "externalId",
       m.sealed_key as key,
       array(select v.version from private.migrated_versions v where v.job_id = m.job_id) as done
     from private.project_migrations m join public.task_logs t on t.job_id = m.job_id
     where m.job_id = $1 and t.status in ('queued', 'running') and m.sealed_key is not null`,
    [jobId],
  )
  return rows[0]
}

/** Whether who queued it may still change the project: asked before each version, for one may take long. */
export async function isAllowed(db: Pool, jobId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_allowed: boolean }>(
    'select private.may_bring_over($1) as is_allowed',
    [jobId],
  )
  return rows[0]?.is_allowed ?? false
}

/** Whether more of what they bring over may wait to be imported. */
export async function hasRoom(db: Pool, jobId: string): Promise<boolean> {
  const { rows } = await db.query<{ has_room: boolean }>(
    'select private.has_room_for_migration($1) as has_room',
    [jobId],
  )
  return rows[0]?.has_room ?? false
}

const line = (level: Line['level'], message: string, rule: string): Line => ({
  level,
  message: message.slice(0, 2000),
  rule,
  path: null,
  line: undefined,
  column: undefined,
})

/** What could not be taken along: one line each, which the report is. */
export const leftOutRule = 'left-out'
export const leftOutLines = (messages: string[]): Line[] =>
  messages.map((message) => line('warn', message, leftOutRule))

export interface HandedVersion {
  id: string
  branch: string
  uploads: { path: string; object: string }[]
  leftOut: string[]
}

/** Hands a version to its analysis and says so: both, or neither. Rejects with the database's refusal. */
export async function handOver(db: Pool, jobId: string, version: HandedVersion): Promise<void> {
  const { id, branch, uploads, leftOut } = version
  await together(db, async (client) => {
    const { rows } = await client.query<{ analysis: string | null }>(
      'select private.queue_migrated_version($1, $2, $3, $4) as analysis',
      [jobId, versionKey(id), branch, JSON.stringify(uploads)],
    )
    if (!rows[0]?.analysis) return
    const files = uploads.length === 1 ? '1 file is' : `${uploads.length} files are`
    const said = line('info', `"${branch}": ${files} imported by an analysis of their own.`, 'version')
    await addLines(client, jobId, [said, ...leftOutLines(leftOut)])
  })
}

/** Is done with a version that cannot come, and says why. */
export async function leaveOut(db: Pool, jobId: string, id: string, messages: string[]): Promise<void> {
  await together(db, async (client) => {
    const { rowCount } = await client.query(
      `insert into private.migrated_versions (job_id, version)
       select $1, $2 where exists (select 1 from private.project_migrations where job_id = $1) on conflict do nothing`,
      [jobId, versionKey(id)],
    )
    if (rowCount === 1) await addLines(client, jobId, leftOutLines(messages))
  })
}

/** Whether anything came over. */
export async function hasVersions(db: Pool, jobId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from private.migrated_versions where job_id = $1 and analysis is not null limit 1',
    [jobId],
  )
  return rowCount === 1
}

/** → success, with the report. */
export async function finishMigration(db: Pool, jobId: string, leftOut: string[]): Promise<void> {
  await together(db, async (client) => {
    const { rowCount } = await client.query(
      `update public.task_logs set status = 'success', payload = '{}',
         duration_ms = extract(epoch from now() - coalesce(started_at, created_at)) * 1000
       where job_id = $1 and status = 'running'`,
      [jobId],
    )
    if (rowCount !== 1) return
    await addLines(client, jobId, [
      ...leftOutLines(leftOut),
      line('info', 'The migration is done. What could not be taken along is said above.', 'end'),
    ])
    await client.query(
      `update public.task_logs t set payload = jsonb_build_object('warnings', (
         select count(*) from public.task_log_lines l where l.job_id = t.job_id and l.rule = $2))
       where t.job_id = $1`,
      [jobId, leftOutRule],
    )
  })
}

/** The one version of a project without versions has no id. */
export function versionKey(id: string): string {
  return id || 'current'
}

async function together(db: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await db.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
