// Applies supabase/migrations the way the Supabase CLI does, with its book-keeping, so that
// `supabase db push` and this runner can be used on the same database.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, DatabaseError } from 'pg'

interface Migration {
  version: string
  name: string
  file: string
  sql: string
}

const FILE = /^(\d+)_(.+)\.sql$/

/**
 * Applies what is pending in `dir`, each file in a transaction of its own, as the role `client` is.
 * Returns their files.
 * @throws Error naming file and line of the first statement that failed; that file leaves nothing behind
 */
export async function migrate(client: Client, dir: string): Promise<string[]> {
  await prepare(client)
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  )
  const known = new Set(rows.map(({ version }) => version))
  const pending = readMigrations(dir).filter(({ version }) => !known.has(version))
  for (const migration of pending) await apply(client, migration)
  return pending.map(({ file }) => file)
}

/**
 * The text of what was applied, by file. The Supabase CLI keeps a file's statements one by one: those files are left
 * out, as their text cannot be told any more.
 */
export async function appliedMigrations(client: Client): Promise<Map<string, string>> {
  await prepare(client)
  const { rows } = await client.query<{ version: string; name: string; sql: string }>(
    `select version, name, statements[1] as sql from supabase_migrations.schema_migrations
      where cardinality(statements) = 1`,
  )
  return new Map(rows.map(({ version, name, sql }) => [`${version}_${name}.sql`, sql]))
}

/**
 * The files of `dir` that the database has not seen; it is not changed.
 * @throws Error where they do not lead on from what it has, as the Supabase CLI does: it has others, or later ones
 */
export async function pendingMigrations(client: Client, dir: string): Promise<string[]> {
  const table = 'supabase_migrations.schema_migrations'
  const { rows: found } = await client.query<{ there: boolean }>(
    'select to_regclass($1) is not null as there',
    [table],
  )
  const { rows } = found[0]?.there
    ? await client.query<{ version: string }>(`select version from ${table}`)
    : { rows: [] }
  const known = new Set(rows.map(({ version }) => version))
  const ours = readMigrations(dir)
  const other =
    [...known].find((version) => !ours.some((migration) => migration.version === version)) ??
    ours.slice(0, known.size).find(({ version }) => !known.has(version))?.version
  if (other !== undefined) {
    throw new Error(
      `The database was made by other migrations than this code's (first: ${other}). Nothing was changed: it needs the code that made it, or a newer one.`,
    )
  }
  return ours.slice(known.size).map(({ file }) => file)
}

/** Runs `file` once as seed; a second call with the same path does nothing. Returns whether it ran. */
export async function seedOnce(client: Client, path: string, run: () => Promise<void>): Promise<boolean> {
  if (await isSeeded(client, path)) return false
  await run()
  await client.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [
    path,
    'once',
  ])
  return true
}

/** Whether a seed was run to its end. */
export async function isSeeded(client: Client, path: string): Promise<boolean> {
  const { rowCount } = await client.query('select from supabase_migrations.seed_files where path = $1', [
    path,
  ])
  return rowCount === 1
}

function readMigrations(dir: string): Migration[] {
  return readdirSync(dir)
    .sort()
    .flatMap((file) => {
      const [, version, name] = FILE.exec(file) ?? []
      return version && name ? [{ version, name, file, sql: readFileSync(join(dir, file), 'utf8') }] : []
    })
}

async function prepare(client: Client): Promise<void> {
  await client.query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text not null primary key, statements text[], name text);
    create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null);
  `)
}

async function apply(client: Client, { version, name, file, sql }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      version,
      [sql],
      name,
    ])
    await client.query('commit')
    await client.query('reset all')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw named(file, sql, error)
  }
}

/** The error of a statement in `file`, with the file and the line in front. */
export function named(file: string, sql: string, error: unknown): Error {
  const { message, position } = error as DatabaseError
  const line = position ? `:${sql.slice(0, Number(position)).split('\n').length}` : ''
  return new Error(`${file}${line}: ${message}`, { cause: error })
}
