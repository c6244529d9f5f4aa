// What a Supabase database holds before the first migration: roles, extensions, auth, storage.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'

// In the order they build on each other; one topic a file.
const CHAPTERS = ['roles', 'extensions', 'database', 'auth', 'storage', 'api-reload']
const LOGINS = ['postgres', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin'] as const

export type Login = (typeof LOGINS)[number]

/** Runs the bootstrap chapters in the connected database (as supabase_admin) and sets the logins' passwords. */
export async function bootstrap(client: Client, password: string): Promise<void> {
  await client.query('begin')
  for (const chapter of CHAPTERS) {
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
  const { rows } = await client.query(`select to_regclass('storage.objects') is not null as done`)
  return rows[0].done
}
