// An archive of a workspace leaves nothing out that nobody thought of.
import { expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { inArchive, notInArchive } from '../support/archive-tables.ts'
import { testDatabase } from '../support/database.ts'

test('of every table it is said whether its rows are in the archive', async () => {
  const { urls } = await testDatabase()
  const db = await connect(urls.postgres)
  try {
    const { rows } = await db.query<{ name: string }>(
      `select format('%s.%s', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private')`,
    )
    const decided = [...inArchive, ...Object.values(notInArchive).flat()]
    expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  } finally {
    await db.end()
  }
})
