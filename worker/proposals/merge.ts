// The merge of a proposal: its files are put together, what neither side has is uploaded, and an analysis of them is queued.
// Nothing is changed before that analysis swaps them in; killed at any point, the next attempt does the same again.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ProcessAccess } from '../analyze/protocol.ts'
import { serveParent } from '../analyze/serve-parent.ts'
import { openDatabase } from '../process-database.ts'
import { createStorage } from '../storage.ts'
import { isBeingAnalysed } from './busy.ts'
import { bothSides, bringTogether, type Choice, type Files, Reader, threeStates } from './files.ts'

export interface MergeWork {
  proposalId: string
  workspaceId: string
  projectId: string
  branchId: string
  content: string
  baselineId: string
  baselineContent: string
  choices: Record<string, Choice[]>
}

export type MergeOutcome =
  | { kind: 'queued' }
  /** One of the two has other content by now, or the merge was taken back. */
  | { kind: 'moved' }
  /** The baseline is being analysed: what comes of that is waited for. */
  | { kind: 'busy' }
  | { kind: 'empty' }
  | { kind: 'too large' }

serveParent(perform)

async function perform(request: MergeWork & ProcessAccess): Promise<MergeOutcome> {
  const db = await openDatabase(request.dbUrl, 'waymark-merge')
  try {
    const storage = createStorage(request)
    const states = await threeStates(db, request)
    const reader = new Reader(db, storage, request.workspaceId)
    const merged = await bringTogether(states, async (path) =>
      (await bothSides(states, path, reader)).decide(request.choices[path] ?? []),
    )
    if (merged.kept.size + merged.written.size === 0) return { kind: 'empty' }
    const folder = `${request.workspaceId}/merge-${request.proposalId}/`
    const uploads: { path: string; object: string }[] = []
    for (const [path, bytes] of merged.written) {
      // Named by what is in it: done again it is the same object.
      const object = `${folder}${createHash('sha256').update(path).update('\0').update(bytes).digest('hex')}`
      await storage.upload('uploads', object, Buffer.from(bytes))
      uploads.push({ path, object })
    }
    return await queue(db, request, { kept: merged.kept, proposed: states.theirs, uploads, folder })
  } finally {
    await db.end()
  }
}

interface Found {
  kept: Files
  /** Of the branch that is proposed, as it is merged. */
  proposed: Files
  uploads: { path: string; object: string }[]
  folder: string
}

async function queue(db: pg.Client, work: MergeWork, found: Found): Promise<MergeOutcome> {
  await db.query('begin')
  try {
    const outcome = await queueLocked(db, work, found)
    await db.query(outcome.kind === 'queued' ? 'commit' : 'rollback')
    return outcome
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

async function queueLocked(
  db: pg.Client,
  { proposalId, workspaceId, projectId, branchId, content, baselineId, baselineContent }: MergeWork,
  { kept, proposed, uploads, folder }: Found,
): Promise<MergeOutcome> {
  // In the order in which an analysis takes them, so that neither waits for the other for ever.
  const { rows } = await db.query<{ name: string }>(
    `select d.name from public.branches d
     where d.id = $1 and d.content_hash = $2 and exists (select from public.branches b where b.id = $3 and b.content_hash = $4)
     for no key update of d`,
    [baselineId, baselineContent, branchId, content],
  )
  const { rowCount: isMerging } = await db.query(
    `select from public.proposals o join private.proposal_merges m on m.proposal_id = o.id
     where o.id = $1 and o.status = 'merging' and m.job_id is null for no key update of o`,
    [proposalId],
  )
  if (!rows[0] || !isMerging) return { kind: 'moved' }
  if (await isBeingAnalysed(db, baselineId)) return { kind: 'busy' }
  const { rows: tasks } = await db.query<{ id: string }>(
    `insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
     select 'analyze', $1, $2, $3, 'refs/heads/' || $4, 'manual', m.user_id from private.proposal_merges m where m.proposal_id = $5
     returning job_id as id`,
    [workspaceId, projectId, baselineId, rows[0].name, proposalId],
  )
  const job = tasks[0]?.id
  await db.query(
    `insert into private.task_files (job_id, path, workspace_id, hash)
     select $1, f.path, $2, decode(f.hash, 'hex') from unnest($3::text[], $4::text[]) as f (path, hash)`,
    [job, workspaceId, [...kept.keys()], [...kept.values()]],
  )
  await db.query('select private.add_uploads($1, $2, $3)', [job, JSON.stringify(uploads), folder])
  await db.query('delete from private.proposal_merge_files where proposal_id = $1', [proposalId])
  await db.query(
    `insert into private.proposal_merge_files (proposal_id, path, workspace_id, hash)
     select $1, f.path, $2, decode(f.hash, 'hex') from unnest($3::text[], $4::text[]) as f (path, hash)`,
    [proposalId, workspaceId, [...proposed.keys()], [...proposed.values()]],
  )
  await db.query('update private.proposal_merges set job_id = $2 where proposal_id = $1', [proposalId, job])
  await db.query('select private.start_analysis_job($1, $2, $3)', [job, workspaceId, `branch:${baselineId}`])
  return { kind: 'queued' }
}
