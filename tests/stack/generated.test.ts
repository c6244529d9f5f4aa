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
})
