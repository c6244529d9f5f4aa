// One transaction in which a branch passes from its old content to the new: readers see one or the other.
import type { ClientBase } from 'pg'
import { DescriptionError, type Diagnostic, type NodeCounts } from '../../analysis/index.ts'
import { addLine, placed } from '../jobs/analyze-log.ts'
import { writeBranchNodes } from './branch-nodes.ts'
import type { Content } from './describe.ts'
import { writeEdges } from './edges.ts'
import { contentHash, type ImportedFile } from './files.ts'
import type { Order } from './protocol.ts'
import { writeMissingSnapshots } from './snapshots.ts'

export interface NewContent {
  files: ImportedFile[]
  content: Content
  snapshotsWritten: number
}

const MOST_WARNINGS = 100

/**
 * Swaps the content in and marks the task as done, both or neither. Throws when this worker no longer holds the job,
 * and DescriptionError when a newer import of the branch was faster.
 */
export async function swapIn(db: ClientBase, order: Order, next: NewContent): Promise<void> {
  await db.query('begin')
  try {
    await lockBranch(db, order)
    const { nodes, edges } = next.content
    const late = await writeMissingSnapshots(db, order.workspaceId, nodes)
    await writeBranchNodes(db, order, nodes)
    await writeEdges(db, order.branchId, edges)
    await writeTocs(db, order.branchId, next.content)
    await writeFiles(db, order, next.files)
    await writeBranch(db, order.branchId, contentHash(next.files), next.content.counts)
    await finishTask(db, order, { ...next, snapshotsWritten: next.snapshotsWritten + late })
    await db.query('commit')
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

async function lockBranch(db: ClientBase, { branchId, queueJobId, poolId, jobId }: Order): Promise<void> {
  const branch = await db.query('select 1 from public.branches where id = $1 for no key update', [branchId])
  if (branch.rowCount === 0) throw new Error('The branch was deleted meanwhile.')
  const claim = await db.query('select 1 from graphile_worker.jobs where id = $1 and locked_by = $2', [
    queueJobId,
    poolId,
  ])
  if (claim.rowCount === 0) throw new Error('Another worker has taken this job over.')
  const newer = await db.query(
    `select 1 from public.task_logs mine
     join public.task_logs other on other.branch_id = mine.branch_id and other.created_at > mine.created_at
     where mine.job_id = $1 and other.task_id = 'analyze' and other.status = 'success'
     limit 1`,
    [jobId],
  )
  if (newer.rowCount)
    throw new DescriptionError('A newer import of this branch was finished first; this one was left out.', '')
}

async function writeTocs(db: ClientBase, branchId: string, { toc, externalToc }: Content): Promise<void> {
  await db.query(
    `insert into public.branch_tocs as t (branch_id, audience, toc)
     values ($1, 'members', $2::jsonb), ($1, 'everyone', $3::jsonb)
     on conflict (branch_id, audience) do update set toc = excluded.toc where t.toc <> excluded.toc`,
    [branchId, JSON.stringify(toc), JSON.stringify(externalToc)],
  )
}

async function writeFiles(
  db: ClientBase,
  { branchId, workspaceId }: Order,
  files: ImportedFile[],
): Promise<void> {
  const paths = files.map(({ path }) => path)
  await db.query('delete from public.branch_files where branch_id = $1 and path <> all ($2)', [
    branchId,
    paths,
  ])
  await db.query(
    `insert into public.branch_files as f (branch_id, path, workspace_id, hash)
     select $1, path, $2, hash from unnest($3::text[], $4::bytea[]) as new (path, hash)
     on conflict (branch_id, path) do update set hash = excluded.hash where f.hash <> excluded.hash`,
    [branchId, workspaceId, paths, files.map(({ hash }) => hash)],
  )
}

async function writeBranch(
  db: ClientBase,
  branchId: string,
  commitHash: string,
  counts: NodeCounts,
): Promise<void> {
  await db.query(
    `update public.branches
     set commit_hash = $2, last_analyzed_at = now(),
         article_count = $3, schema_count = $4, api_count = $5, operation_count = $6
     where id = $1`,
    [branchId, commitHash, counts.article, counts.schema, counts.api, counts.operation],
  )
}

async function finishTask(
  db: ClientBase,
  { jobId }: Order,
  { content, snapshotsWritten }: NewContent,
): Promise<void> {
  for (const warning of content.diagnostics.slice(0, MOST_WARNINGS))
    await addLine(db, jobId, 'warn', warningText(warning))
  const more = content.diagnostics.length - MOST_WARNINGS
  if (more > 0) await addLine(db, jobId, 'warn', `… and ${more} more warnings.`)
  const { counts } = content
  await addLine(db, jobId, 'info', summary(counts, snapshotsWritten))
  await db.query(
    `update public.task_logs
     set status = 'success', duration_ms = extract(epoch from clock_timestamp() - started_at) * 1000,
         payload = jsonb_build_object('counts', $2::jsonb, 'snapshots_written', $3::integer, 'warnings', $4::integer)
     where job_id = $1`,
    [jobId, JSON.stringify(counts), snapshotsWritten, content.diagnostics.length],
  )
}

function warningText({ message, file, line, column, pointer }: Diagnostic): string {
  const place = { file, ...(line === undefined ? {} : { line, column: column ?? 1 }) }
  return placed({ ...place, message: pointer && line === undefined ? `${pointer}: ${message}` : message })
}

function summary({ operation, schema, article, api }: NodeCounts, written: number): string {
  const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
  const parts = [
    count(api, 'API', 'APIs'),
    count(operation, 'operation', 'operations'),
    count(schema, 'schema', 'schemas'),
    count(article, 'article', 'articles'),
  ]
  return `Imported ${parts.join(', ')}; ${written === 0 ? 'nothing had changed' : `${written} of them new or changed`}.`
}
