// The schema's rules, one query a file; each must find nothing.
import { readdirSync, readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { testDatabase } from '../support/database.ts'

const folder = new URL('./lint/', import.meta.url)
const rules = readdirSync(folder).filter((file) => file.endsWith('.sql'))

describe('the schema', () => {
  let db: Client

  beforeAll(async () => {
    db = await connect((await testDatabase()).urls.postgres)
  })
  afterAll(() => db.end())

  test.each(rules)('has nothing to show for %s', async (file) => {
    const { rows } = await db.query<{ finding: string }>(readFileSync(new URL(file, folder), 'utf8'))
    expect(rows.map((row) => row.finding)).toEqual([])
  })

  const violations: [string, string][] = [
    ['01-row-level-security-off.sql', 'create table public.planted (id bigint)'],
    [
      '02-auth-function-per-row.sql',
      'create policy planted on public.project_pins for insert to authenticated with check (user_id::text = auth.uid()::text)',
    ],
    [
      '03-function-per-row.sql',
      'create policy planted on public.groups for insert to authenticated with check ((select private.can_in_workspace(workspace_id, $$x$$)))',
    ],
    [
      '04-several-permissive-policies.sql',
      'create policy planted on public.groups for select to authenticated using (name = $$x$$)',
    ],
    [
      '05-always-true-policies.sql',
      'create policy planted on public.groups for insert to authenticated with check (true)',
    ],
    [
      '06-security-definer-without-search-path.sql',
      'create function public.planted() returns int language sql security definer as $$select 1$$',
    ],
    [
      '07-security-definer-callable.sql',
      'create function public.planted() returns int language sql security definer as $$select 1$$; grant execute on function public.planted to anon',
    ],
    [
      '08-foreign-key-without-index.sql',
      'create table public.planted (user_id bigint references public.users)',
    ],
    ['09-exposed-secrets.sql', 'grant select (token_hash) on public.machine_principals to authenticated'],
    ['10-exposed-auth.sql', 'create view public.planted as select id from auth.users'],
    ['11-duplicate-index.sql', 'create index on public.projects (workspace_id, name, id)'],
    [
      '12-policy-for-everybody.sql',
      'create policy planted on public.groups for insert with check (name = $$x$$)',
    ],
    ['13-grant-without-policy.sql', 'grant insert on public.groups to authenticated'],
    ['14-undescribed.sql', 'create table public.planted (id bigint)'],
    [
      '15-project-reach-whole.sql',
      "create policy planted on public.project_pins for insert to authenticated with check (project_id = any (array(select private.project_ids_given('project_read'))))",
    ],
    [
      '16-guess-undone.sql',
      "create type public.planted as (outcome text); create function public.plants() returns public.planted language plpgsql as $$ begin perform private.own_guess_wait(1, 'plants'); end $$",
    ],
  ]

  test.each(violations)('%s finds a planted violation', async (file, violation) => {
    await db.query('begin')
    await db.query(violation)
    const { rowCount } = await db.query(readFileSync(new URL(file, folder), 'utf8'))
    await db.query('rollback')
    expect(rowCount).toBeGreaterThan(0)
  })

  test('every rule has a planted violation', () => {
    expect(violations.map(([file]) => file)).toEqual(rules)
  })
})
