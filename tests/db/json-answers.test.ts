// What answers json is known: the type whose row it is, to which its SQL casts, or a document with a reason.
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { documents, rowsInJson } from '../../supabase/functions/_shared/domain/json-answers.ts'
import { testDatabase } from '../support/database.ts'

let db: Client
beforeAll(async () => {
  db = await connect((await testDatabase()).urls.postgres)
})
afterAll(() => db.end())

async function jsonFunctions(): Promise<Map<string, string>> {
  const { rows } = await db.query<{ name: string; body: string }>(
    `select p.proname as name, p.prosrc as body from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype in ('json'::regtype, 'jsonb'::regtype)`,
  )
  return new Map(rows.map(({ name, body }) => [name, body]))
}

const types: Map<string, string> = new Map(Object.entries(rowsInJson))

/** Whether a function casts to its type, or hands on the answer of one with the same type. */
function makes(body: string, type: string): boolean {
  const row = type.replace('[]', '')
  if (new RegExp(`::public\\.${row}\\b`).test(body)) return true
  return [...types].some(([name, other]) => other === type && body.includes(`public.${name}(`))
}

/** What the lists do not say of the functions of the database, or say wrongly. */
async function findings(): Promise<string[]> {
  const functions = await jsonFunctions()
  const listed = [...types.keys(), ...Object.keys(documents)]
  return [
    ...[...functions.keys()].filter((name) => !listed.includes(name)).map((name) => `${name} is in no list`),
    ...listed.filter((name) => !functions.has(name)).map((name) => `${name} answers no json`),
    ...[...types]
      .filter(([name, type]) => !makes(functions.get(name) ?? '', type))
      .map(([name, type]) => `${name} makes no ${type}`),
  ]
}

test('each function that answers json makes the type that is said of it, or is a document with a reason', async () => {
  expect(await findings()).toEqual([])
})

test('a function that is new is found, and one that makes something else', async () => {
  await db.query('begin')
  await db.query(`create function public.planted() returns jsonb language sql as $$ select '{}'::jsonb $$`)
  await db.query(
    `create or replace function public.mock_routes(p_branch_id bigint) returns json language sql as $$ select '[]'::json $$;
     create or replace function public.project_workspace(p_project_id bigint) returns jsonb language sql as $$ select '{}'::jsonb $$`,
  )
  const found = await findings()
  await db.query('rollback')
  expect(found).toEqual(['planted is in no list', 'project_workspace makes no project_workspace'])
})
