// One transaction in which a branch passes from its old content to the new: readers see one or the other.
import type { ClientBase } from 'pg'
import type { Diagnostic, NodeCounts } from '../../analysis/index.ts'
import type { CommitDetails } from '../git/commit-details.ts'
import { addLine, addLines, type Line } from '../jobs/analyze-log.ts'
import { writeBranchNodes } from './branch-nodes.ts'
import type { Comparison } from './compare.ts'
import type { Content } from './describe.ts'
import { writeEdges } from './edges.ts'
import { contentHash, type ImportedFile } from './files.ts'
import { type LockedBranch, lockBranch } from './lock-branch.ts'
import { writeOutsideReferences } from './outside-references.ts'
import type { Order } from './protocol.ts'
import { queueReport } from './queue-report.ts'
import { writeMissingSnapshots } from './snapshots.ts'
import type { ReadDocument } from './working-copy.ts'
import { publishedCommit, settleWorkingCopy } from './working-copy-commit.ts'
import { writeChanges } from './write-changes.ts'

export interface NewContent {
  files: ImportedFile[]
  /** What was read of the documents that they are of; null for files that came from elsewhere. */
  documents: ReadDocument[] | null
  /** Of the branch at its Git host. */
  commit: string | null
  details: CommitDetails | null
  content: Content
  comparisons: Comparison[]
  snapshotsWritten: number
}

const MOST_LINES = 200
// Lines of the log that tell of references which lead nowhere.
const BROKEN = ['unresolved-ref', 'circular-ref', 'outside-ref', 'broken-link', 'broken-image']

/**
 * Swaps the content in and marks the task as done, both or neither. Throws when this worker no longer holds the job,
 * and DescriptionError when a newer import of the branch was faster.
 */
export async function swapIn(db: ClientBase, order: Order, next: NewContent): Promise<void> {
  await db.query('begin')
  try {
    const branch = await lockBranch(db, order, next.commit)
    const { nodes, edges } = next.content
    const late = await writeMissingSnapshots(db, order.workspaceId, nodes)
    const turned = await writeBranchNodes(db, branch, nodes)
    await writeEdges(db, branch.branchId, edges)
    await writeOutsideReferences(db, branch, next.content.branch, nodes)
    await writeTocs(db, branch.branchId, next.content)
    await writeFiles(db, branch, next.files)
    const content = contentHash(next.files)
    const published = next.documents && (await publishedCommit(db, order, branch.branchId, content))
    const commitHash = published?.sha ?? branch.commit ?? content
    await writeBranch(db, branch.branchId, { commitHash, content })
    if (published?.isNew !== false)
      await writeCommit(db, order, branch, commitHash, published?.details ?? next.details)
    await settleWorkingCopy(db, branch.branchId, commitHash, next.documents)
    await writeChanges(db, { ...branch, jobId: order.jobId, content }, next.comparisons, turned)
    // What editors say of nodes outlives what their source says; then what readers see is counted.
    await db.query('select private.lay_overrides($1)', [branch.branchId])
    await finishTask(db, order, branch, { ...next, snapshotsWritten: next.snapshotsWritten + late })
    await queueReport(db, order, next.comparisons)
    await db.query('commit')
  } catch (error) {
    await db.query('rollback')
    throw error
  }
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
  { branchId, workspaceId }: LockedBranch,
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
  { commitHash, content }: { commitHash: string; content: string },
): Promise<void> {
  await db.query(
    `update public.branches
     set commit_hash = $2, last_analyzed_at = now(), content_hash = $3
     where id = $1`,
    [branchId, commitHash, content],
  )
}

// What Git says replaces what a script has announced; files without a commit say nothing of their own.
async function writeCommit(
  db: ClientBase,
  { jobId }: Order,
  { branchId, projectId, workspaceId }: LockedBranch,
  commitHash: string,
  details: CommitDetails | null,
): Promise<void> {
  await db.query(
    `insert into public.commits as c (branch_id, sha, project_id, workspace_id, parent_sha, message, author_name, author_email,
       committed_at, author_id, analyzed_at)
     select $1, $2, $3, $4, $5, coalesce($6, ''), $7, $8, $9, t.created_by, now() from public.task_logs t where t.job_id = $10
     on conflict (branch_id, sha) do update
       set parent_sha = coalesce(excluded.parent_sha, c.parent_sha), message = coalesce($6, c.message),
         author_name = coalesce(excluded.author_name, c.author_name), author_email = coalesce(excluded.author_email, c.author_email),
         committed_at = coalesce(excluded.committed_at, c.committed_at), author_id = coalesce(excluded.author_id, c.author_id),
         analyzed_at = now()`,
    [
      branchId,
      commitHash,
      projectId,
      workspaceId,
      details?.parent ?? null,
      details?.message ?? null,
      details?.authorName ?? null,
      details?.authorEmail ?? null,
      details?.committedAt ?? null,
      jobId,
    ],
  )
}

async function finishTask(
  db: ClientBase,
  { jobId }: Order,
  { branchId, commit }: LockedBranch,
  { content, comparisons, snapshotsWritten }: NewContent,
): Promise<void> {
  // What is missing first: of many warnings the last are left out.
  const found = content.diagnostics.toSorted(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
  )
  await addLines(db, jobId, found.slice(0, MOST_LINES).map(lineOf))
  const more = found.length - MOST_LINES
  if (more > 0) await addLine(db, jobId, 'warn', `… and ${more} more.`)
  const { counts, diagnostics } = content
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const broken = diagnostics.filter(({ code }) => BROKEN.includes(code)).length
  const changes = Object.fromEntries(comparisons.map((comparison) => [comparison.with, comparison.counts]))
  await addLine(db, jobId, 'info', summary(counts, snapshotsWritten))
  await db.query(
    `update public.task_logs
     set status = 'success', branch_id = $5, commit_hash = coalesce($6, commit_hash),
         duration_ms = extract(epoch from clock_timestamp() - started_at) * 1000,
         payload = jsonb_build_object('counts', $2::jsonb, 'snapshots_written', $3::integer, 'warnings', $4::integer,
           'broken_references', $7::integer, 'changes', $8::jsonb, 'errors', $9::integer)
     where job_id = $1`,
    [
      jobId,
      JSON.stringify(counts),
      snapshotsWritten,
      diagnostics.length - errors,
      branchId,
      commit,
      broken,
      JSON.stringify(changes),
      errors,
    ],
  )
}

function lineOf({ severity, code, message, file, line, column, pointer }: Diagnostic): Line {
  return {
    level: severity === 'error' ? 'error' : 'warn',
    rule: code,
    message: pointer && line === undefined ? `${pointer}: ${message}` : message,
    path: file === '' ? null : file,
    line,
    column,
  }
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
