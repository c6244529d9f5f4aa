// What is generated from the database is what is committed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GENERATED, generate } from '../../stack/codegen/generate.ts'
import { connect } from '../../stack/postgres/connect.ts'
import { testDatabase } from '../support/database.ts'

const committed = (name: keyof typeof GENERATED) =>
  readFileSync(join(import.meta.dirname, '../..', GENERATED[name]), 'utf8')

describe('the generated files', () => {
  test('are current', async () => {
    const { urls } = await testDatabase()
    const texts = await generate(urls.admin)
    const stale = (['types', 'graphql'] as const).filter((name) => texts[name] !== committed(name))
    expect(stale, 'run "npm run gen:types" and commit what it writes').toEqual([])
  })

  test('change with the database', async () => {
    const { urls } = await testDatabase()
    const db = await connect(urls.postgres)
    await db.query(
      `alter table public.groups add column planted text; grant select (planted) on public.groups to authenticated`,
    )
    await db.end()
    const texts = await generate(urls.admin)
    for (const name of ['types', 'graphql'] as const) {
      expect(texts[name]).toContain('planted')
      expect(texts[name]).not.toBe(committed(name))
    }
  })

  test('say what functions answer by composite types, those within each other included', async () => {
    const { urls } = await testDatabase()
    const db = await connect(urls.postgres)
    await db.query(`
      create type public.planted_item as (id bigint, role public.workspace_role, names text[], more jsonb);
      create type public.planted_page as (items public.planted_item[], total bigint);
      create function public.planted_pages() returns public.planted_page language sql begin atomic select null::public.planted_page; end;
      create function public.planted_items() returns setof public.planted_item language sql begin atomic select null::public.planted_item; end;
      create function public.planted_array() returns public.planted_item[] language sql begin atomic select null::public.planted_item[]; end;
    `)
    await db.end()
    const { types } = await generate(urls.admin)
    const item = "Database['public']['CompositeTypes']['planted_item']"
    const declared = (name: string) =>
      new RegExp(`^ +${name}: \\{([^}]*)\\}`, 'm').exec(types)?.[1]?.trim().split(/\n +/)
    expect(declared('planted_item')).toEqual([
      'id: number | null',
      'more: Json | null',
      'names: string[] | null',
      "role: Database['public']['Enums']['workspace_role'] | null",
    ])
    expect(declared('planted_page')).toEqual([`items: ${item}[] | null`, 'total: number | null'])
    expect(declared('planted_pages')).toContain(
      "Returns: Database['public']['CompositeTypes']['planted_page']",
    )
    expect(declared('planted_items')).toContain(`Returns: ${item}[]`)
    expect(declared('planted_array')).toContain(`Returns: ${item}[]`)
  })
})
