// Files in the projects of a workspace: on each default branch a description and an article of its own, kept as imports keep theirs.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { type ImportedFile, keepFiles } from '../../../worker/analyze/files.ts'
import { createStorage } from '../../../worker/storage.ts'
import type { StackInfo } from '../../support/stack.ts'

/** Projects whose files are made at once. */
const PROJECTS = 500
const PATHS = 20

/** Fills every default branch of the workspace that has no files. Answers how many files there are now. */
export async function fillWithFiles(stack: StackInfo, workspaceId: number): Promise<number> {
  const db = new pg.Client({ connectionString: stack.dbUrl })
  const storage = createStorage({ supabaseUrl: stack.apiUrl, serviceKey: stack.serviceRoleKey })
  await db.connect()
  try {
    const { rows } = await db.query<{ id: string; slug: string }>(
      `select p.default_branch_id as id, p.slug from public.projects p
       where p.workspace_id = $1 and not exists (select from public.branch_files f where f.branch_id = p.default_branch_id)`,
      [workspaceId],
    )
    for (let first = 0; first < rows.length; first += PROJECTS) {
      const made = rows.slice(first, first + PROJECTS).map(({ id, slug }) => ({ id, files: filesOf(slug) }))
      await keepFiles(
        db,
        storage,
        { workspaceId: String(workspaceId) },
        made.flatMap(({ files }) => files),
      )
      await db.query(
        `insert into public.branch_files (branch_id, path, workspace_id, hash)
         select r.branch_id, r.path, $1, decode(r.hash, 'hex')
         from jsonb_to_recordset($2) r (branch_id bigint, path text, hash text)`,
        [
          workspaceId,
          JSON.stringify(
            made.flatMap(({ id, files }) =>
              files.map(({ path, hash }) => ({ branch_id: id, path, hash: hash.toString('hex') })),
            ),
          ),
        ],
      )
    }
    await db.query('vacuum analyze public.files, public.branch_files')
    const { rows: counted } = await db.query<{ count: number }>(
      'select count(*)::integer from public.branch_files where workspace_id = $1',
      [workspaceId],
    )
    return counted[0]?.count ?? 0
  } finally {
    await db.end()
  }
}

function filesOf(slug: string): ImportedFile[] {
  const paths = Array.from({ length: PATHS }, (_, number) => [
    `/${slug}/${number}`,
    { get: { operationId: `get-${number}`, responses: { 200: { description: 'The thing.' } } } },
  ])
  const description = {
    openapi: '3.1.0',
    info: { title: slug, version: '1' },
    paths: Object.fromEntries(paths),
  }
  return [
    aFile('reference/api.json', JSON.stringify(description, null, 2)),
    aFile('docs/start.md', `# ${slug}\n\n${'What this is for, and how to begin. '.repeat(30)}\n`),
  ]
}

function aFile(path: string, text: string): ImportedFile {
  const bytes = Buffer.from(text)
  return { path, bytes, hash: createHash('sha256').update(bytes).digest() }
}
