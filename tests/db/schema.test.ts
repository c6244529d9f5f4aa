// The chapters of supabase/schemas say what there is, the steps of supabase/migrations lead there.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { migrate, pendingMigrations } from '../../stack/postgres/migrate.ts'
import { catalogueOf, differences } from '../../stack/schema/catalogue.ts'
import { chapterFiles, loadChapters } from '../../stack/schema/chapters.ts'
import { mustName, writeEmpty, writeStep } from '../../stack/schema/migration.ts'
import { type FoundStep, findStep, stepBetween } from '../../stack/schema/step.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

const ROOT = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'waymark-schema-'))
afterAll(() => rmSync(scratch, { recursive: true }))

async function on<T>(address: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(address)
  return run(client).finally(() => client.end())
}

async function declared(root = ROOT): Promise<TestDatabase> {
  const database = await testDatabase('base')
  await on(database.urls.postgres, (owner) => loadChapters(owner, root))
  return database
}

// Not a copy of the template: settings of roles in a database are not copied with it.
async function migrated(): Promise<TestDatabase> {
  const database = await testDatabase('base')
  await on(database.urls.postgres, (owner) => migrate(owner, join(ROOT, 'supabase/migrations')))
  return database
}

const readRepository = (path: string) => readFileSync(join(ROOT, 'supabase', path), 'utf8')
const read = (address: string) => on(address, (client) => catalogueOf(client))

describe('the chapters', () => {
  let chapters: TestDatabase
  beforeAll(async () => {
    chapters = await declared()
  })

  it('are all in the list that says in which order they are read', () => {
    const files = readdirSync(join(ROOT, 'supabase/schemas'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.sql'))
      .map((file) => `schemas/${file}`)
    expect(chapterFiles(ROOT).sort()).toEqual(files.sort())
  })

  it('declare exactly what all steps together make', async () => {
    const { urls } = await migrated()
    expect(differences(await read(urls.admin), await read(chapters.urls.admin))).toEqual([])
    expect((await stepBetween(urls.admin, chapters.urls.admin)).texts).toEqual([])
  })

  it.each([
    ['foundation/roles.sql', 'permissions.json'],
    ['plans/plans.sql', 'plans.json'],
    ['foundation/reasons.sql', 'reasons.json'],
  ])('bring along in %s what %s says', (chapter, file) => {
    const [, , text] =
      /\$(matrix|plans|reasons)\$(.*?)\$\1\$/s.exec(readRepository(`schemas/${chapter}`)) ?? []
    expect(JSON.parse(text ?? '')).toEqual(JSON.parse(readRepository(`functions/_shared/domain/${file}`)))
  })

  it('hold no function in SQL that Postgres would refuse if it looked into it', async () => {
    const refused = await on(chapters.urls.postgres, async (owner) => {
      const { rows } = await owner.query<{ name: string; text: string }>(
        `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text
         from pg_proc p join pg_language l on l.oid = p.prolang
         where l.lanname = 'sql' and p.prokind = 'f' and p.proowner = 'postgres'::regrole`,
      )
      expect(rows.length).toBeGreaterThan(50)
      const found: string[] = []
      for (const { name, text } of rows)
        await owner.query(text).catch((error: Error) => found.push(`${name}: ${error.message}`))
      return found
    })
    expect(refused).toEqual([])
  })
})

describe('a step to changed chapters', () => {
  const migrations = join(scratch, 'migrations')
  const now = new Date('2030-01-02T03:04:05Z')
  let found: FoundStep

  // Two transactions: a value of an enum can be used when it is committed.
  const CHANGED = `
    alter table public.workspaces drop column migrated_from_next;
    create type public.level as enum ('low', 'high');
    create function public.planted() returns text language sql as $$ select 'costs $1' $$;
    alter table public.groups add column level public.level not null default 'low';
    create policy "Planted" on storage.objects for update to authenticated using (bucket_id = 'planted');
    insert into private.reserved_slugs (slug) values ('planted');`

  beforeAll(async () => {
    mkdirSync(migrations)
    cpSync(join(ROOT, 'supabase/schemas'), join(scratch, 'supabase/schemas'), { recursive: true })
    writeFileSync(join(scratch, 'supabase/schemas/planted.sql'), CHANGED)
    const config = readFileSync(join(ROOT, 'supabase/config.toml'), 'utf8')
    const list = config.replace(/^(schema_paths = \[[^\]]*)\]/m, '$1  "./schemas/planted.sql",\n]')
    writeFileSync(join(scratch, 'supabase/config.toml'), list)
    const [{ urls }, wanted] = [await migrated(), await declared(scratch)]
    found = await findStep(urls.admin, urls.postgres, wanted.urls.admin)
  })

  it('leads there, and what it cannot see is named', () => {
    expect(found.unseen).toEqual(['policy Planted on storage.objects', 'rows of private.reserved_slugs'])
    expect(found.step.texts.join()).toContain('ADD COLUMN "level"')
  })

  it('marks in the file, and says, which statement loses data', () => {
    const lines = writeStep(migrations, 'plant_a_level', now, found)
    const [file = ''] = readdirSync(migrations)
    expect(file).toBe('20300102030405_plant_a_level.sql')
    const text = readFileSync(join(migrations, file), 'utf8')
    expect(text).toMatch(
      /-- LOSES DATA.*\nALTER TABLE "public"."workspaces" DROP COLUMN "migrated_from_next";/,
    )
    expect(text.match(/LOSES DATA/g)).toHaveLength(1)
    expect(text).toContain("select 'costs $1'")
    expect(lines.join('\n')).toContain('Loses data, marked in the file: ALTER TABLE "public"."workspaces"')
    expect(lines.join('\n')).toContain('policy Planted on storage.objects')
  })

  it('comes after every step that is there, in one file a transaction', () => {
    const step = { texts: ['select 1', 'select 2'], losses: [] }
    writeStep(migrations, 'two_parts', new Date('2020-01-01'), { step, unseen: [] })
    writeEmpty(migrations, 'by_hand', new Date('2020-01-01'))
    expect(readdirSync(migrations).sort().slice(1)).toEqual([
      '20300102030406_two_parts.sql',
      '20300102030407_two_parts_2.sql',
      '20300102030408_by_hand.sql',
    ])
  })

  it('is not written where nothing changed, or only what must be written by hand', () => {
    const step = { texts: [], losses: [] }
    const write = (unseen: string[]) => () => writeStep(migrations, 'nothing', now, { step, unseen })
    expect(write([])).toThrow('there is no step to write')
    expect(write(['rows of private.reserved_slugs'])).toThrow(
      /--empty\):\n {2}rows of private.reserved_slugs$/,
    )
  })

  it.each([undefined, '', 'Stars', 'add-stars', '../x', '1_x', 'add__stars', 'x.sql'])(
    'has a name that files can have, not %s',
    (name) => {
      expect(() => mustName(name)).toThrow('lower-case words')
    },
  )
})

describe('a database', () => {
  const dir = join(scratch, 'history')
  const write = (file: string) => writeFileSync(join(dir, file), 'select 1')
  let database: TestDatabase
  const pending = () => on(database.urls.postgres, (owner) => pendingMigrations(owner, dir))

  beforeAll(async () => {
    mkdirSync(dir)
    write('10_baseline.sql')
    write('30_step.sql')
    database = await testDatabase('base')
    await on(database.urls.postgres, (owner) => migrate(owner, dir))
  })

  it('has steps before it that come after its last', async () => {
    write('40_later.sql')
    expect(await pending()).toEqual(['40_later.sql'])
  })

  it('takes none that belongs before its last', async () => {
    write('20_between.sql')
    await expect(pending()).rejects.toThrow('(first: 20)')
    rmSync(join(dir, '20_between.sql'))
  })

  it('takes none where it has one that the code does not have', async () => {
    rmSync(join(dir, '30_step.sql'))
    await expect(pending()).rejects.toThrow('(first: 30)')
  })
})
