// An import ends in one of two ways before it is through. Refused: the archive is not as it should be, or the database does not
// take what it says, and never will; what was begun of it goes again. Cut off: anything else, from a kill to a full disk; what
// is there stays, and the same command goes on.
import type { ClientBase } from 'pg'
import { messageOf } from '../log.ts'
import { inTransaction } from './import-steps.ts'
import { ArchiveError } from './read-archive.ts'

const PROJECTS_AT_ONCE = 50

// By the classes of SQLSTATE: data, constraints, limits of the program, and our own refusals; of these one passes (429).
const REFUSALS = /^(22|23|54)|^P0001$|^PT4(?!29)/

export function isRefusal(error: unknown): boolean {
  if (error instanceof ArchiveError) return true
  return error instanceof Error && 'code' in error && REFUSALS.test(String(error.code))
}

/** Says where in the archive stands what the database refuses. */
export async function refusedAt<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveError || !isRefusal(error)) throw error
    throw new ArchiveError(`${place}: the database refuses it (${messageOf(error)}).`, { cause: error })
  }
}

interface Begun {
  id: string
  slug: string
  is_used: boolean
}

/**
 * Removes what an import has made that is refused, and answers that in a sentence; an empty one where it had made nothing. Cut
 * off, it goes on when the archive is refused again.
 */
export async function takeBack(db: ClientBase, checksum: string): Promise<string> {
  const { rows } = await db.query<Begun>(BEGUN, [checksum])
  const [begun] = rows
  if (!begun) return ''
  // Half of it may have stood for weeks: what people made of it there is not the archive's.
  if (begun.is_used)
    return `The workspace ${begun.slug}, which was begun of it, stays: somebody has worked there since. It is deleted in its settings.`
  // In steps: one statement would hold its locks for as long as a large workspace takes.
  while (await inTransaction(db, () => removeProjects(db, begun.id)));
  await inTransaction(db, async () => {
    const { rows: imports } = await db.query<{ accounts: string[] }>(
      'select account_ids as accounts from private.workspace_imports where checksum = $1 for update',
      [checksum],
    )
    await db.query('delete from public.workspaces where id = $1', [begun.id])
    await db.query(FORGET_ACCOUNTS, [imports[0]?.accounts ?? []])
  })
  return `The workspace ${begun.slug}, which was begun of it, is gone again.`
}

async function removeProjects(db: ClientBase, workspaceId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from public.projects where id in (select p.id from public.projects p where p.workspace_id = $1 order by p.id limit $2)',
    [workspaceId, PROJECTS_AT_ONCE],
  )
  return rowCount !== null && rowCount > 0
}

// What comes with an archive is older than its import.
const BEGUN = `
  select w.id, w.slug, exists (
      select from public.activity_events a where a.workspace_id = w.id and a.actor_id is not null and a.created_at > i.created_at)
    or exists (select from public.comments c where c.workspace_id = w.id and c.created_at > i.created_at)
    or exists (select from public.documents d join private.document_updates u on u.document_id = d.id where d.workspace_id = w.id)
    as is_used
  from private.workspace_imports i join public.workspaces w on w.id = i.workspace_id
  where i.checksum = $1 and i.finished_at is null`

// Who has come since, or has been asked elsewhere, keeps their account.
const FORGET_ACCOUNTS = `
  select private.forget_account(u.id) from public.users u join auth.users c on c.id = u.auth_id
  where u.id = any ($1::bigint[]) and c.last_sign_in_at is null and private.has_nothing_else(u.id)`
