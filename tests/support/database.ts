// A database of its own for a test file, copied from a template of the run's throwaway cluster.
import { randomBytes } from 'node:crypto'
import { escapeLiteral } from 'pg'
import { inject } from 'vitest'
import type { TestCluster } from './cluster.setup.ts'
import { createDatabase, urlOf } from './database-urls.ts'

export interface TestDatabase {
  name: string
  /** Connection strings by role; `admin` is the superuser, which only the stack has. */
  urls: {
    admin: string
    postgres: string
    authenticator: string
    auth_admin: string
    storage_admin: string
  }
}

/** SQL that sets or resets a role's option in the database it runs in: roles belong to all files' databases at once. */
export function alterRoleHere(role: string, change: string): string {
  const statement = escapeLiteral(`alter role ${role} in database %I ${change}`)
  return `do $$ begin execute format(${statement}, current_database()); end $$`
}

/** Creates it as a migrated one, as what a Supabase project holds before (`base`), or as a worker leaves it (`queued`). */
export async function testDatabase(
  template: keyof TestCluster['templates'] = 'migrated',
): Promise<TestDatabase> {
  const { adminUrl, templates, prefix } = inject('cluster')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await createDatabase(adminUrl, name, templates[template])
  const url = (role: string) => urlOf(adminUrl, role, name)
  return {
    name,
    urls: {
      admin: url('supabase_admin'),
      postgres: url('postgres'),
      authenticator: url('authenticator'),
      auth_admin: url('supabase_auth_admin'),
      storage_admin: url('supabase_storage_admin'),
    },
  }
}
