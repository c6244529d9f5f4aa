// What an import has done so far, noted in the transaction that did it.
import type { ClientBase } from 'pg'
import type { Storage } from '../storage.ts'
import type { Archive } from './read-archive.ts'

export interface ImportOptions {
  /** The connection of an operator, for this alone. */
  db: ClientBase
  storage: Storage
  /** The address of the workspace here, where it is to be another one. */
  slug?: string
  /** Makes a credential for an address that has none, and answers its id. Nobody knows a password for it. */
  createCredential(email: string): Promise<string>
}

export interface Importing extends ImportOptions {
  archive: Archive
  workspaceId: string
}

const ROWS_AT_ONCE = 200

export interface StepNotes {
  /** Does it, unless it was done before. */
  once(step: string, work: () => Promise<void>): Promise<void>
}

/** The notes of the import of an archive. */
export function inSteps(db: ClientBase, checksum: string, workspaceId: string): StepNotes {
  return {
    async once(step, work) {
      await inTransaction(db, async () => {
        const { rowCount } = await db.query(
          `update private.workspace_imports set steps = steps || $3::text
           where checksum = $1 and workspace_id = $2 and not $3 = any (steps)`,
          [checksum, workspaceId, step],
        )
        if (rowCount === 1) await work()
      })
    },
  }
}

/** Its own trail comes with the archive, and none is written of what an import does. */
export async function inTransaction<T>(db: ClientBase, work: () => Promise<T>): Promise<T> {
  await db.query('begin')
  try {
    await db.query(`select set_config('waymark.importing', 'on', true)`)
    const result = await work()
    await db.query('commit')
    return result
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

export async function* batches<T>(rows: AsyncGenerator<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
