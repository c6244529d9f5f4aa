// One throwaway Postgres for a whole vitest run, however many projects ask for it; or a database that somebody else
// has made what a Supabase project's is, which every test then gets a copy of.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import type { TestProject } from 'vitest/node'
import { connect } from '../../stack/postgres/connect.ts'
import { migrate } from '../../stack/postgres/migrate.ts'
import { BASE, MIGRATED, scratchUrl, startScratch } from '../../stack/postgres/scratch.ts'
import { createDatabase, urlOf } from './database-urls.ts'

export interface TestCluster {
  /** Any database in it, as supabase_admin; the other logins have the same password. */
  adminUrl: string
  /** What a Supabase project holds before the first migration, after the last, and once a worker made its tables. */
  templates: { base: string; migrated: string; queued: string }
  /** What the names of the run's databases begin with. */
  prefix: string
}

interface Running extends TestCluster {
  stop(): Promise<void>
}

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster
  }
}

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations')
const shared = globalThis as { waymarkCluster?: { running: Promise<Running>; users: number } }

export default async function setup(project: TestProject) {
  const given = process.env.WAYMARK_TEST_DB_URL
  shared.waymarkCluster ??= { running: given ? copyOf(given) : scratch(), users: 0 }
  const cluster = shared.waymarkCluster
  cluster.users++
  const { stop: _stop, ...info } = await cluster.running
  project.provide('cluster', info)
  return async () => {
    if (--cluster.users > 0) return
    delete shared.waymarkCluster
    await (await cluster.running).stop()
  }
}

async function scratch(): Promise<Running> {
  const { port, stop } = await startScratch(MIGRATIONS)
  const adminUrl = scratchUrl(port, 'supabase_admin', 'template1')
  const queued = await withQueue(adminUrl, 'template_queued', MIGRATED)
  return { adminUrl, templates: { base: BASE, migrated: MIGRATED, queued }, prefix: 't', stop }
}

async function withQueue(adminUrl: string, name: string, migrated: string): Promise<string> {
  await createDatabase(adminUrl, name, migrated)
  await runMigrations({ connectionString: urlOf(adminUrl, 'postgres', name) })
  return name
}

/** The database of the address stays as it is: the migrations go into a copy. */
async function copyOf(address: string): Promise<Running> {
  const base = decodeURIComponent(new URL(address).pathname.slice(1))
  const prefix = `t_${randomBytes(4).toString('hex')}`
  const migrated = `${prefix}_migrated`
  const adminUrl = urlOf(address, 'supabase_admin', 'template1')
  await createDatabase(adminUrl, migrated, base)
  const owner = await connect(urlOf(adminUrl, 'postgres', migrated))
  await migrate(owner, MIGRATIONS).finally(() => owner.end())
  const queued = await withQueue(adminUrl, `${prefix}_queued`, migrated)
  const stop = async () => {
    const admin = await connect(adminUrl)
    const made = 'select datname as name from pg_database where starts_with(datname, $1)'
    const { rows } = await admin.query<{ name: string }>(made, [prefix])
    for (const { name } of rows) await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return { adminUrl, templates: { base, migrated, queued }, prefix, stop }
}
