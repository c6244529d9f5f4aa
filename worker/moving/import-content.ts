// The files of branches: kept by content as imports keep theirs, and then analysed as a push is.
import { createHash } from 'node:crypto'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { type ImportedFile, keepFiles } from '../analyze/files.ts'
import type { Row } from './format.ts'
import type { Importing } from './import-steps.ts'
import { ArchiveError } from './read-archive.ts'

/** Brings the files of every branch and queues their analyses; a branch that has a task already is through. */
export async function bringContent(importing: Importing): Promise<void> {
  for await (const files of branchesIn(importing.archive.rows('files'))) await bringBranch(importing, files)
}

async function* branchesIn(rows: AsyncGenerator<Row<'files'>>): AsyncGenerator<Row<'files'>[]> {
  let branch: Row<'files'>[] = []
  for await (const row of rows) {
    const [first] = branch
    if (first && (first.project !== row.project || first.branch !== row.branch)) {
      yield branch
      branch = []
    }
    branch.push(row)
    if (branch.length > 20_000)
      throw new ArchiveError(`The branch ${row.branch} of ${row.project} has too many files.`)
  }
  if (branch.length > 0) yield branch
}

async function bringBranch(
  { db, storage, archive, workspaceId }: Importing,
  files: Row<'files'>[],
): Promise<void> {
  const [first] = files
  if (!first) return
  const { rows } = await db.query<{ id: string; project_id: string; name: string; is_through: boolean }>(
    `select b.id, b.project_id, b.name, exists (select 1 from public.task_logs t where t.branch_id = b.id) as is_through
     from public.projects p join public.branches b on b.project_id = p.id
     where p.workspace_id = $1 and p.slug = $2 and b.slug = $3`,
    [workspaceId, first.project, first.branch],
  )
  const branch = rows[0]
  if (!branch)
    throw new ArchiveError(
      `files.json names a branch that there is not: ${first.branch} of ${first.project}.`,
    )
  if (branch.is_through) return
  await keepFiles(db, storage, { workspaceId }, await contentOf(archive, files))
  await db.query('begin')
  try {
    const { rows: tasks } = await db.query<{ job_id: string }>(
      `insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event)
       values ('analyze', $1, $2, $3, 'refs/heads/' || $4::text, 'push') returning job_id`,
      [workspaceId, branch.project_id, branch.id, branch.name],
    )
    await db.query(
      `insert into private.task_files (job_id, path, workspace_id, hash)
       select $1, f ->> 'path', $2, decode(f ->> 'sha256', 'hex') from jsonb_array_elements($3) f`,
      [tasks[0]?.job_id, workspaceId, JSON.stringify(files)],
    )
    await db.query('select private.start_analysis_job($1, $2, $3)', [
      tasks[0]?.job_id,
      workspaceId,
      `branch:${branch.id}`,
    ])
    await db.query('commit')
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

async function contentOf(archive: Importing['archive'], files: Row<'files'>[]): Promise<ImportedFile[]> {
  let left = maxImportBytes
  const read: ImportedFile[] = []
  for (const { path, entry, sha256 } of files) {
    const bytes = await archive.bytes(entry)
    left -= bytes.length
    if (left < 0) throw new ArchiveError(`The files of a branch are too large together: ${entry}.`)
    const hash = createHash('sha256').update(bytes).digest()
    if (hash.toString('hex') !== sha256)
      throw new ArchiveError(`${entry} is not the file that files.json says.`)
    read.push({ path, bytes, hash })
  }
  return read
}
