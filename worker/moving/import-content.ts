// The files of branches: kept by content as imports keep theirs, and then analysed as a push is.
import { createHash } from 'node:crypto'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { type ImportedFile, keepFiles } from '../analyze/files.ts'
import type { Row } from './format.ts'
import type { Importing } from './import-steps.ts'
import { ArchiveError } from './read-archive.ts'

const FILES_AT_ONCE = 64

interface BranchHere {
  id: string
  is_through: boolean
}

interface Brought {
  branch: BranchHere
  files: Row<'files'>[]
  content: ImportedFile[]
  broughtBy: string | null
}

/**
 * Brings the files of every branch, and then has them analysed: meanwhile analyses would take the machine from it. A branch
 * that has a task already is through.
 */
export async function bringContent(importing: Importing): Promise<void> {
  const { archive } = importing
  const bringers = new Map<string, string>()
  for await (const { slug, branches } of archive.rows('projects'))
    for (const { slug: branch, brought_by: email } of branches)
      if (email) bringers.set(`${slug} ${branch}`, email)
  let waiting: Brought[] = []
  for await (const files of branchesIn(archive.rows('files'))) {
    const [first] = files
    const branch = first && (await branchOf(importing, first))
    if (!branch || branch.is_through) continue
    const content = await contentOf(archive, files)
    if (!fitTogether([...waiting, { content }])) {
      await bringBranches(importing, waiting)
      waiting = []
    }
    const broughtBy = bringers.get(`${first.project} ${first.branch}`) ?? null
    waiting.push({ branch, files, content, broughtBy })
  }
  await bringBranches(importing, waiting)
  await startAnalyses(importing)
}

/** Most branches have a few files: those of some are kept together, and no more are held than one branch may have. */
function fitTogether(branches: Pick<Brought, 'content'>[]): boolean {
  const files = branches.flatMap(({ content }) => content)
  return (
    files.length <= FILES_AT_ONCE && files.reduce((sum, { bytes }) => sum + bytes.length, 0) <= maxImportBytes
  )
}

async function bringBranches(importing: Importing, branches: Brought[]): Promise<void> {
  const { db, storage } = importing
  await keepFiles(
    db,
    storage,
    importing,
    branches.flatMap(({ content }) => content),
  )
  await queueAnalyses(importing, branches)
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

async function branchOf(
  { db, workspaceId }: Importing,
  { project, branch: slug }: Row<'files'>,
): Promise<BranchHere> {
  const { rows } = await db.query<BranchHere>(
    `select b.id, exists (select 1 from public.task_logs t where t.branch_id = b.id) as is_through
     from public.projects p join public.branches b on b.project_id = p.id
     where p.workspace_id = $1 and p.slug = $2 and b.slug = $3`,
    [workspaceId, project, slug],
  )
  const [branch] = rows
  if (!branch) throw new ArchiveError(`files.json names a branch that there is not: ${slug} of ${project}.`)
  return branch
}

/** They begin by themselves, should nobody go on with an import that was cut off. */
async function queueAnalyses({ db, workspaceId }: Importing, branches: Brought[]): Promise<void> {
  await db.query('begin')
  try {
    const { rows: tasks } = await db.query<{ job_id: string; branch_id: string }>(
      `insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
       select 'analyze', $1, b.project_id, b.id, 'refs/heads/' || b.name, 'push', who.user_id
       from unnest($2::bigint[], $3::text[]) given (branch_id, email)
       join public.branches b on b.id = given.branch_id left join import_people who on who.email = given.email
       returning job_id, branch_id`,
      [workspaceId, branches.map(({ branch }) => branch.id), branches.map(({ broughtBy }) => broughtBy)],
    )
    const jobs = new Map(tasks.map(({ job_id: job, branch_id: branch }) => [branch, job]))
    const files = branches.flatMap(({ branch, files }) =>
      files.map(({ path, sha256 }) => ({ job: jobs.get(branch.id), path, sha256 })),
    )
    await db.query(
      `insert into private.task_files (job_id, path, workspace_id, hash)
       select (f ->> 'job')::uuid, f ->> 'path', $1, decode(f ->> 'sha256', 'hex') from jsonb_array_elements($2) f`,
      [workspaceId, JSON.stringify(files)],
    )
    await db.query(
      `select private.start_analysis_job(t.job_id, t.workspace_id, 'branch:' || t.branch_id, now() + interval '1 hour')
       from public.task_logs t where t.job_id = any ($1)`,
      [[...jobs.values()]],
    )
    await db.query('commit')
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

async function startAnalyses({ db, workspaceId }: Importing): Promise<void> {
  await db.query(
    `select private.start_analysis_job(t.job_id, t.workspace_id, 'branch:' || t.branch_id)
     from public.task_logs t where t.workspace_id = $1 and t.task_id = 'analyze' and t.status = 'queued'`,
    [workspaceId],
  )
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
