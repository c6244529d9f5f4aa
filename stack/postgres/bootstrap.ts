// What a Supabase database holds before the first migration: roles, extensions, auth, storage, realtime.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'

// In the order they build on each other; one topic a file. The probe tells whether a database has it already:
// a data folder may be older than a chapter.
const CHAPTERS: [chapter: string, probe: string][] = [
  ['roles', `to_regrole('anon')`],
  ['extensions', `to_regnamespace('extensions')`],
  ['owner-options', `(select 1 from pg_parameter_acl where parname = 'pgrst.db_pre_request')`],
  ['database', `to_regrole('anon')`],
  ['auth', `to_regclass('auth.users')`],
  ['storage', `to_regclass('storage.objects')`],
  ['realtime', `to_regclass('realtime.messages')`],
  ['realtime-server', `to_regproc('realtime.replay')`],
  ['api-reload', `to_regproc('extensions.pgrst_ddl_watch')`],
]
const LOGINS = ['postgres', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin'] as const

export type Login = (typeof LOGINS)[number]

/** Runs the chapters the connected database lacks (as supabase_admin) and sets the logins' passwords. */
export async function bootstrap(client: Client, password: string): Promise<void> {
  await client.query('begin')
  for (const chapter of await missingChapters(client)) {
    const file = join(import.meta.dirname, 'bootstrap', `${chapter}.sql`)
    await client.query(readFileSync(file, 'utf8'))
  }
  for (const login of LOGINS) {
    await client.query(`alter role ${login} password ${client.escapeLiteral(password)}`)
  }
  await client.query('commit')
}

/** Whether the connected database went through `bootstrap` to its end. */
export async function isBootstrapped(client: Client): Promise<boolean> {
  return (await missingChapters(client)).length === 0
}

async function missingChapters(client: Client): Promise<string[]> {
  const probes = CHAPTERS.map(([, probe]) => `${probe} is null`).join(', ')
  const { rows } = await client.query<boolean[]>({ text: `select ${probes}`, rowMode: 'array' })
  return CHAPTERS.flatMap(([chapter], index) => (rows[0]?.[index] ? [chapter] : []))
}
