// The schema as it is declared: the chapters of supabase/schemas, read in the order of config.toml.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { named } from '../postgres/migrate.ts'

/** The chapters' files below supabase/, in the order in which they are read: `schema_paths` of [db.migrations]. */
export function chapterFiles(root: string): string[] {
  const config = readFileSync(join(root, 'supabase/config.toml'), 'utf8')
  const [, list = ''] = /^schema_paths = \[([^\]]*)\]/m.exec(config) ?? []
  return [...list.matchAll(/"(?:\.\/)?([^"]+)"/g)].flatMap(([, file]) => file ?? [])
}

/**
 * Makes in a database without migrations what the chapters declare, all or nothing, as the role `client` is.
 * @throws Error naming file and line of the first statement that failed
 */
export async function loadChapters(client: Client, root: string): Promise<void> {
  // A function may call what a later chapter declares.
  await client.query('begin; set local check_function_bodies = off')
  try {
    for (const file of chapterFiles(root)) {
      const sql = readFileSync(join(root, 'supabase', file), 'utf8')
      await client.query(sql).catch((error) => {
        throw named(file, sql, error)
      })
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
