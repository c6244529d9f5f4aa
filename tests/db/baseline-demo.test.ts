// The data of an installation of the very first version, demo workspace included, brought forward by every step since.
// The fixture is what `npm start` of commit 25708f5f made of an empty folder: a table a line, as JSON.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runMigrations } from 'graphile-worker'
import type { Client } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { migrate } from '../../stack/postgres/migrate.ts'
import { claimsOf } from '../support/claims.ts'
import { testDatabase } from '../support/database.ts'

const BASELINE = '20261122150000_baseline.sql'
const steps = join(import.meta.dirname, '../../supabase/migrations')
const fixture = join(import.meta.dirname, 'fixtures/baseline-demo.jsonl.gz')
const first = mkdtempSync(join(tmpdir(), 'waymark-baseline-'))
let db: Client | undefined
afterEach(async () => {
  await db?.end()
  rmSync(first, { recursive: true, force: true })
})

interface Table {
  table: string
  rows: Record<string, unknown>[]
}

/** Writes the rows as they were, without what their triggers would make of them. */
async function fill(admin: Client, tables: Table[]): Promise<void> {
  await admin.query("begin; set local session_replication_role = 'replica'")
  for (const { table, rows } of tables) {
    const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`)
    await admin.query(
      `insert into ${table} (${columns.join(', ')}) overriding system value
       select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  // Ids go on behind those that are there.
  await admin.query(`do $$
    declare c record;
    begin
      for c in
        select format('%I.%I', table_schema, table_name) as t, column_name as n
        from information_schema.columns where is_identity = 'YES' and table_schema in ('public', 'private')
      loop
        execute format('select setval(pg_get_serial_sequence(%L, %L), greatest((select max(%I) from %s), 1))', c.t, c.n, c.n, c.t);
      end loop;
    end $$`)
  await admin.query('commit')
}

it('an installation of the first version is brought forward, and what was in it is there', async () => {
  const tables = gunzipSync(readFileSync(fixture))
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as Table)
  copyFileSync(join(steps, BASELINE), join(first, BASELINE))
  const { urls } = await testDatabase('base')
  db = await connect(urls.postgres)
  await migrate(db, first)
  // The queue is the worker's, which ran there.
  await runMigrations({ connectionString: urls.postgres })
  const admin = await connect(urls.admin)
  await fill(admin, tables).finally(() => admin.end())
  await migrate(db, steps)

  const rowsOf = (name: string) => tables.find(({ table }) => table === name)?.rows ?? []
  for (const name of [
    'projects',
    'branches',
    'workspace_members',
    'project_members',
    'branch_nodes',
    'files',
  ]) {
    const { rows } = await db.query(`select count(*)::integer as n from public.${name}`)
    expect([name, rows[0]?.n]).toEqual([name, rowsOf(`public.${name}`).length])
  }
  // The owner finds what they had, by the calls and policies of now.
  const owner = rowsOf('public.workspace_members').find(({ role }) => role === 'owner')
  await db.query('begin')
  const claims = await claimsOf(db, { authId: String(owner?.auth_id) })
  await db.query('set local role authenticated')
  await db.query("select set_config('request.jwt.claims', $1, true)", [claims])
  const seen = await db.query<{ slug: string }>('select slug from public.projects order by slug')
  expect(seen.rows.map(({ slug }) => slug)).toEqual(
    rowsOf('public.projects')
      .map(({ slug }) => String(slug))
      .sort(),
  )
  const made = await db.query<{ id: number }>('select (p.project).id from public.create_project($1, $2) p', [
    owner?.workspace_id,
    'Made after the upgrade',
  ])
  expect(Number(made.rows[0]?.id)).toBeGreaterThan(
    Math.max(...rowsOf('public.projects').map(({ id }) => Number(id))),
  )
  await db.query('rollback')
})
