// Nothing is forgotten: whatever a caller could reach has to be declared, or this says what is not.

import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import matrix from '../../supabase/functions/_shared/domain/permissions.json' with { type: 'json' }
import { call } from '../functions/support/call.ts'
import { sharedStack } from '../support/stack.ts'
import { paths, topics } from './expectations/channels.ts'
import { functions } from './expectations/functions.ts'
import { routes } from './expectations/routes.ts'
import { tables } from './expectations/tables.ts'
import { callers, permissionsTried, places, projectRole } from './support/callers.ts'
import { sharedWorld } from './support/door.ts'

const world = sharedWorld()
let db: Client

beforeAll(async () => {
  db = await connect(sharedStack().dbUrl)
})
afterAll(() => db.end())

const set = (names: string[]) => [...new Set(names)].sort()
const namesOf = async (sql: string) =>
  set((await db.query<{ name: string }>(sql)).rows.map(({ name }) => name))

describe('declared is', () => {
  test('every table of the schema that clients see', async () => {
    const present = await namesOf(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    )
    expect(set(tables.map(({ table }) => table))).toEqual(present)
  })

  test('every function that clients may call, and for visitors exactly those that visitors may', async () => {
    const callable = (role: string) =>
      namesOf(`select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
        and prorettype <> 'trigger'::regtype and has_function_privilege('${role}', p.oid, 'execute')`)
    expect(set(functions.map(({ name }) => name))).toEqual(await callable('authenticated'))
    expect(set(functions.filter(({ anon }) => anon).map(({ name }) => name))).toEqual(await callable('anon'))
  })

  test('every route that the API describes', async () => {
    const description = (await call(sharedStack(), '/openapi.json')).json<{ paths: Record<string, object> }>()
    const present = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(set(routes.map(({ route }) => route))).toEqual(set(present))
  })

  test('every kind of topic', async () => {
    const [kinds] = await namesOf(
      `select substring(prosrc from '\\^\\(([a-z|]+)\\):') as name from pg_proc where proname = 'hears_topic'`,
    )
    expect(set(topics.map(({ kind }) => kind))).toEqual(set((kinds ?? '').split('|')))
  })

  test('every bucket', async () => {
    expect(set(paths.map(({ bucket }) => bucket))).toEqual(
      await namesOf('select id as name from storage.buckets'),
    )
  })
})

// Screens and calls of later chapters; move_project proves what groups take and give, tests/db their permissions by name.
const withoutDoor = [
  'WorkspaceExplorerView',
  'group_projects_add',
  'group_settings_view',
  'group_projects_remove',
]

test('every other permission of the matrix is asked for at some door', () => {
  const all = [
    matrix.workspace_permissions,
    matrix.project_permissions,
    matrix.group_permissions,
    matrix.team_permissions,
  ]
  const names = all.flatMap((permissions) => Object.keys(permissions))
  expect(names.filter((name) => !permissionsTried.has(name))).toEqual(withoutDoor)
})

test.each(places.project)('the world is as the matrix reads it: the project that is %s', async (at) => {
  for (const who of callers) {
    if (who === 'anon' || who === 'token') continue
    const { rows } = await db.query('select private.effective_project_role($1, $2) as role', [
      world.people[who].id,
      world.projects[at]?.id,
    ])
    expect([who, rows[0].role]).toEqual([who, projectRole(who, at) ?? null])
  }
})
