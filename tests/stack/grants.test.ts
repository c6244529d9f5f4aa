// New grants never appear by themselves: what anon and authenticated may touch is what the migrations say,
// after the boot of an instance and after it has been used.
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { testDatabase } from '../support/database.ts'
import { fetchHost, sharedStack } from '../support/stack.ts'

const stack = sharedStack()
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'extensions', 'supabase_migrations']

/** Every access right of a database, one line each. */
async function rights(connectionString: string): Promise<string[]> {
  const client: pg.Client = await connect(connectionString)
  const { rows } = await client.query<{ line: string }>(
    `
    with objects (kind, name, owner, acl) as (
      select 'schema', nspname, nspowner, nspacl from pg_namespace where nspname = any ($1)
      union all
      select 'relation ' || relkind::text, oid::regclass::text, relowner, relacl
        from pg_class where relnamespace::regnamespace::text = any ($1) and relkind in ('r','v','m','p','S','f')
      union all
      select 'function', oid::regprocedure::text, proowner, proacl
        from pg_proc where pronamespace::regnamespace::text = any ($1)
      union all
      select 'column', attrelid::regclass || '.' || attname, relowner, attacl
        from pg_attribute join pg_class c on c.oid = attrelid
        where relnamespace::regnamespace::text = any ($1) and attacl is not null
      union all
      select 'default ' || defaclobjtype::text, defaclnamespace::regnamespace::text, defaclrole, defaclacl
        from pg_default_acl
    )
    select concat_ws(' | ', kind, name, owner::regrole, coalesce((
      select string_agg(item::text, ',' order by item::text) from unnest(acl) item), 'default')) as line
    from objects
    union all
    select concat_ws(' | ', 'member', member::regrole, roleid::regrole, admin_option, inherit_option, set_option)
    from pg_auth_members
    order by line`,
    [SCHEMAS],
  )
  await client.end()
  return rows.map(({ line }) => line)
}

async function use(): Promise<void> {
  const anonymous = { apikey: stack.anonKey }
  const service = { apikey: stack.serviceRoleKey }
  const body = JSON.stringify({ name: 'x' })
  const json = { 'content-type': 'application/json' }
  for (let round = 0; round < 20; round++) {
    await Promise.all([
      fetchHost(stack, '', '/rest/v1/projects?select=*', { headers: anonymous }),
      fetchHost(stack, '', '/rest/v1/workspaces?select=id', { headers: service }),
      fetchHost(stack, '', '/rest/v1/projects', { method: 'POST', headers: { ...anonymous, ...json }, body }),
      fetchHost(stack, '', '/storage/v1/bucket', { headers: { authorization: `Bearer ${stack.anonKey}` } }),
      fetchHost(stack, '', '/rest/v1/rpc/nothing', {
        method: 'POST',
        headers: { ...anonymous, ...json },
        body,
      }),
    ])
  }
}

describe('grants', () => {
  let asMigrated: string[]
  beforeAll(async () => {
    asMigrated = await rights((await testDatabase()).urls.postgres)
  })

  it('of a running instance are those of the migrations, at once and after a hundred requests', async () => {
    expect(asMigrated.length).toBeGreaterThan(100)
    expect(await rights(stack.dbUrl)).toEqual(asMigrated)
    await use()
    expect(await rights(stack.dbUrl)).toEqual(asMigrated)
  })

  it('would be seen if one appeared', async () => {
    const { urls } = await testDatabase()
    const client = await connect(urls.postgres)
    await client.query('grant delete on public.projects to anon')
    await client.end()
    expect(await rights(urls.postgres)).not.toEqual(asMigrated)
  })

  it('keep the API roles out of the schema private', async () => {
    const client = await connect(stack.dbUrl)
    const { rows } = await client.query(`
      select role, relname from unnest(array['anon', 'authenticated']) role, pg_class
      where relnamespace = 'private'::regnamespace and relkind in ('r', 'v', 'm', 'p')
        and has_table_privilege(role, pg_class.oid, 'select,insert,update,delete')`)
    expect(rows).toEqual([])
    await client.end()
    for (const key of [stack.anonKey, stack.serviceRoleKey]) {
      const headers = { apikey: key, 'accept-profile': 'private' }
      const answer = await fetchHost(stack, '', '/rest/v1/codes', { headers })
      expect(answer.status).toBe(406)
    }
  })
})
