// What a worker does before its first job: its own tables, the installation's row, the partitions.
import { runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { insideHosts } from '../supabase/functions/_shared/net/outgoing.ts'
import type { Config } from './config.ts'
import { graphileLogger } from './log.ts'

/** Prepares the database; throws one sentence when Waymark's own migrations are missing. */
export async function prepareDatabase(db: Pool, config: Config): Promise<void> {
  const { rows } = await db.query<{ there: boolean }>(
    `select to_regclass('private.deployment') is not null as there`,
  )
  if (!rows[0]?.there)
    throw new Error('The database has no Waymark tables yet: apply supabase/migrations first.')
  await runMigrations({ pgPool: db, logger: graphileLogger })
  await db.query(
    `update private.deployment set mode = $1, base_url = $2, activity_days = $3, inside_hosts = $4::text[], updated_at = now()
     where (mode, base_url, activity_days, inside_hosts) is distinct from ($1, $2, $3, $4::text[])`,
    [config.mode, config.publicUrl, config.activityDays, insideHosts()],
  )
  await db.query('select private.set_trusted_providers($1)', [JSON.stringify(config.trustedProviders)])
  await db.query('select private.ensure_activity_partitions()')
}
