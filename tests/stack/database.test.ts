import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBootstrapped } from '../../stack/postgres/bootstrap.ts'
import { connect } from '../../stack/postgres/connect.ts'
import { testDatabase } from '../support/database.ts'

describe('a database before its first migration', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let postgres: pg.Client
  beforeAll(async () => {
    database = await testDatabase('base')
    postgres = await connect(database.urls.postgres)
  })
  afterAll(() => postgres.end())

  it('is owned by postgres, who is no superuser', async () => {
    const { rows } = await postgres.query(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, datdba::regrole::text as owner
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`)
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: true, rolcreaterole: true, rolcreatedb: true, owner: 'postgres' },
    ])
  })

  it('grants nothing on a new table to the API roles', async () => {
    await postgres.query('create table public.fresh (id int)')
    const { rows } = await postgres.query(`
      select role from unnest(array['anon', 'authenticated', 'service_role']) role
      where has_table_privilege(role, 'public.fresh', 'select,insert,update,delete')`)
    expect(rows).toEqual([])
  })

  it("lets its owner set REST's options and create the extensions that projects begin with", async () => {
    // For all databases, so never committed: other files' would read it.
    await postgres.query(`begin; alter role authenticator set pgrst.db_max_rows = '500'; rollback`)
    for (const name of ['pgcrypto', 'uuid-ossp', 'citext', 'hstore', 'ltree', 'pg_trgm', 'moddatetime']) {
      await postgres.query(`create extension if not exists "${name}" schema extensions`)
    }
    const { rows } = await postgres.query(`
      select count(*)::int as placed from pg_extension
      where extname in ('pgcrypto', 'uuid-ossp', 'citext', 'hstore', 'ltree', 'pg_trgm', 'moddatetime')
        and extnamespace = 'extensions'::regnamespace`)
    expect(rows).toEqual([{ placed: 7 }])
  })

  it('of a data folder from before lets its owner do what later ones may', async () => {
    const chapter = new URL('../../stack/postgres/bootstrap/owner-options.sql', import.meta.url)
    const admin = await connect(database.urls.admin)
    const mayGrant = () =>
      admin.query<{ may: boolean }>(
        `select pg_has_role('postgres', 'authenticator', 'member with admin option') as may`,
      )
    await admin.query('begin')
    await admin.query(`
      drop extension moddatetime;
      revoke admin option for authenticator from postgres;
      revoke set on parameter pgrst.db_aggregates_enabled, pgrst.db_max_rows, pgrst.db_pre_request from postgres`)
    expect((await mayGrant()).rows).toEqual([{ may: false }])
    expect(await isBootstrapped(admin)).toBe(false)
    await admin.query(readFileSync(chapter, 'utf8'))
    expect((await mayGrant()).rows).toEqual([{ may: true }])
    expect(await isBootstrapped(admin)).toBe(true)
    await admin.query('rollback')
    await admin.end()
  })

  it('lets a visitor of the API neither create objects nor log in', async () => {
    await postgres.query('set role anon')
    await expect(postgres.query('create table public.mine (id int)')).rejects.toMatchObject({ code: '42501' })
    await postgres.query('reset role')
    const { rows } = await postgres.query(
      `select rolname from pg_roles where rolname in ('anon','authenticated','service_role') and rolcanlogin`,
    )
    expect(rows).toEqual([])
  })
})
