// An archive of a workspace leaves nothing out that nobody thought of.
import { expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { settingColumns } from '../../worker/moving/format.ts'
import { inArchive, notInArchive } from '../support/archive-tables.ts'
import { testDatabase } from '../support/database.ts'

async function names(sql: string): Promise<string[]> {
  const { urls } = await testDatabase()
  const db = await connect(urls.postgres)
  try {
    const { rows } = await db.query<{ name: string }>(sql)
    return rows.map(({ name }) => name).toSorted()
  } finally {
    await db.end()
  }
}

test('of every table it is said whether its rows are in the archive', async () => {
  const tables = await names(
    `select format('%s.%s', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private')`,
  )
  const decided = [...inArchive, ...Object.values(notInArchive).flat()]
  expect(decided.toSorted()).toEqual(tables)
})

test('every setting is in the archive: the name as that of the workspace, all others as settings', async () => {
  const settings = await names(
    `select attname as name from pg_attribute
     where attrelid = 'public.workspace_settings'::regclass and attnum > 0 and not attisdropped`,
  )
  expect(['name', ...settingColumns].toSorted()).toEqual(settings)
})
