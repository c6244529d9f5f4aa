// Drafts: what differs between working copies and their branches, and the files that no branch has any more.
import { createHash } from 'node:crypto'
import { decodeFile } from '../../editing/documents/text.ts'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { type ImportedFile, keepFiles } from '../analyze/files.ts'
import type { Row } from './format.ts'
import type { Importing, StepNotes } from './import-steps.ts'
import { ArchiveError } from './read-archive.ts'

const FILES_AT_ONCE = 64

type Draft = Row<'drafts'>

/** Keeps the files that releases, proposals and drafts name. */
export async function bringKept(importing: Importing): Promise<void> {
  const { db, storage, archive } = importing
  for await (const files of filesOf(archive, archive.rows('kept'))) {
    for (const { row, hash } of files)
      if (hash.toString('hex') !== row.sha256)
        throw new ArchiveError(`${row.entry} is not the file that kept.json says.`)
    await keepFiles(db, storage, importing, files)
  }
}

/** Makes the drafts of each branch, all of one together: a working copy is never half there. */
export async function bringDrafts(steps: StepNotes, importing: Importing): Promise<void> {
  for await (const drafts of branchesIn(importing.archive.rows('drafts'))) {
    const [first] = drafts
    if (!first) continue
    const given: object[] = drafts.filter(({ entry }) => !entry)
    for await (const files of filesOf(importing.archive, drafts.values())) {
      await keepFiles(importing.db, importing.storage, importing, files)
      for (const { row, bytes, hash } of files)
        given.push({
          ...row,
          hash: hash.toString('hex'),
          size: bytes.length,
          kind: decodeFile(bytes) ? 'text' : 'binary',
        })
    }
    await steps.once(`drafts ${first.project} ${first.branch}`, () => bringBranch(importing, first, given))
  }
}

async function* branchesIn(rows: AsyncGenerator<Draft>): AsyncGenerator<Draft[]> {
  let branch: Draft[] = []
  for await (const row of rows) {
    const [first] = branch
    if (first && (first.project !== row.project || first.branch !== row.branch)) {
      yield branch
      branch = []
    }
    branch.push(row)
    if (branch.length > 50_000)
      throw new ArchiveError(`The branch ${row.branch} of ${row.project} has too many drafts.`)
  }
  if (branch.length > 0) yield branch
}

/** What is in the archive for the rows that name an entry, some at once and no more bytes than one import may bring. */
async function* filesOf<R extends { entry: string | null }>(
  archive: Importing['archive'],
  rows: AsyncIterable<R> | Iterable<R>,
) {
  let files: (ImportedFile & { row: R })[] = []
  let size = 0
  for await (const row of rows) {
    if (!row.entry) continue
    const bytes = await archive.bytes(row.entry)
    if (files.length === FILES_AT_ONCE || size + bytes.length > maxImportBytes) {
      yield files
      files = []
      size = 0
    }
    files.push({ row, path: row.entry, bytes, hash: createHash('sha256').update(bytes).digest() })
    size += bytes.length
  }
  if (files.length > 0) yield files
}

async function bringBranch(
  { db, workspaceId }: Importing,
  { project, branch: slug }: Draft,
  drafts: object[],
): Promise<void> {
  // An analysis that swaps files in holds the same lock.
  const { rows } = await db.query<{ id: string; project_id: string; has_content: boolean }>(
    `select b.id, b.project_id, b.content_hash is not null as has_content
     from public.projects p join public.branches b on b.project_id = p.id
     where p.workspace_id = $1 and p.slug = $2 and b.slug = $3 for no key update of b`,
    [workspaceId, project, slug],
  )
  const branch = rows[0]
  if (!branch) throw new ArchiveError(`drafts.json names a branch that there is not: ${slug} of ${project}.`)
  await db.query(
    'insert into private.working_copies (branch_id, workspace_id) values ($1, $2) on conflict do nothing',
    [branch.id, workspaceId],
  )
  await db.query(
    `update public.branches b set yjs_document_id = gen_random_uuid() from public.projects p
     where b.id = $1 and p.id = b.project_id and p.type = 'web' and b.yjs_document_id is null`,
    [branch.id],
  )
  // Somebody may have opened it already.
  await db.query('delete from public.documents d where d.branch_id = $1 and not d.changed', [branch.id])
  await db.query(MAKE_DRAFTS, [workspaceId, JSON.stringify(drafts), branch.id, branch.project_id])
  // What is not drafted comes with the analysis, unless that was here before.
  if (branch.has_content) await db.query('select private.follow_branch($1)', [branch.id])
}

const MAKE_DRAFTS = `
  with given as materialized (select gen_random_uuid() as id, r from jsonb_array_elements($2::jsonb) r),
  made as (
    insert into public.documents (id, branch_id, project_id, workspace_id, path, published_path, hash, size, kind, is_edited, created_at, updated_at,
      updated_by, deleted_at)
    select g.id, $3, $4, $1, r ->> 'path', r ->> 'published_path', decode(r ->> 'base', 'hex'), coalesce((r ->> 'size')::bigint, f.size, 0),
      coalesce(r ->> 'kind', case when private.seems_binary(r ->> 'path') then 'binary' else 'text' end),
      r ->> 'hash' is not null and r ->> 'base' is not null, least((r ->> 'created_at')::timestamptz, now()),
      least((r ->> 'updated_at')::timestamptz, now()), (select who.user_id from import_people who where who.email = r ->> 'updated_by'),
      case when r ->> 'deleted_at' is not null then least((r ->> 'deleted_at')::timestamptz, now()) end
    from given g left join public.files f on f.workspace_id = $1 and f.hash = decode(r ->> 'base', 'hex'))
  insert into private.document_sources (document_id, workspace_id, hash)
  select g.id, $1, decode(r ->> 'hash', 'hex') from given g where r ->> 'hash' is not null`
