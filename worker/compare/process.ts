// The process of one comparison: the files of two branches in from Storage, what differs out into the database.
import type pg from 'pg'
import { type Comparison, compareStored } from '../analyze/compare.ts'
import { serveParent } from '../analyze/serve-parent.ts'
import { writeDefaultChanges } from '../analyze/write-changes.ts'
import { openDatabase } from '../process-database.ts'
import { createStorage } from '../storage.ts'
import type { ComparisonOutcome, ComparisonRequest, ComparisonWork } from './protocol.ts'

serveParent(perform)

async function perform(request: ComparisonRequest): Promise<ComparisonOutcome> {
  const db = await openDatabase(request.dbUrl, 'waymark-comparison')
  try {
    const { branchId, defaultBranchId: id, defaultContent: content } = request
    const comparison = await compareStored(db, createStorage(request), branchId, { id, content })
    return comparison ? await write(db, request, comparison) : { kind: 'unknown' }
  } finally {
    await db.end()
  }
}

/** Writes the changes down, unless one of the two has other content by now. */
async function write(
  db: pg.Client,
  { branchId, content, defaultBranchId, defaultContent }: ComparisonWork,
  comparison: Comparison,
): Promise<ComparisonOutcome> {
  await db.query('begin')
  try {
    // The project is the lock: which of its branches is the default one stays as it is meanwhile.
    await db.query(
      'select from public.projects p join public.branches b on b.project_id = p.id where b.id = $1 for share of p',
      [branchId],
    )
    const { rows } = await db.query<{ commit: string | null; workspaceId: string }>(
      `select b.commit_hash as commit, p.workspace_id as "workspaceId"
       from public.branches b join public.branches d on d.project_id = b.project_id join public.projects p on p.id = b.project_id
       where b.id = $1 and b.content_hash = $2 and not b.is_default and d.id = $3 and d.content_hash = $4 and d.is_default
       for share of b, d`,
      [branchId, content, defaultBranchId, defaultContent],
    )
    const [branch] = rows
    if (branch) await writeDefaultChanges(db, { ...branch, branchId, content, jobId: null }, comparison)
    await db.query('commit')
    return { kind: branch ? 'done' : 'moved' }
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}
