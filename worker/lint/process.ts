// The process of one lint: the files of a branch and its guides in from Storage, what is found out into the database.
import type pg from 'pg'
import { serveParent } from '../analyze/serve-parent.ts'
import { openDatabase } from '../process-database.ts'
import { createStorage, type Storage } from '../storage.ts'
import { lintFiles } from './files.ts'
import { guidesOf } from './guides.ts'
import { rowsOf } from './places.ts'
import type { LintOutcome, LintRequest, LintWork } from './protocol.ts'
import { storedFiles } from './stored.ts'
import { writeLint } from './write.ts'

serveParent(perform)

async function perform(request: LintRequest): Promise<LintOutcome> {
  const db = await openDatabase(request.dbUrl, 'waymark-lint')
  try {
    return await lint(db, createStorage(request), request)
  } finally {
    await db.end()
  }
}

async function lint(db: pg.Client, storage: Storage, work: LintWork): Promise<LintOutcome> {
  const guides = await guidesOf(db, storage, work.branchId)
  const stored = await storedFiles(db, work.branchId)
  const { rows } = await db.query<{ id: string }>(
    `select d.id from public.branches d where d.project_id = $1 and d.is_default and d.id <> $2`,
    [work.projectId, work.branchId],
  )
  const from = [work.branchId, ...rows.map(({ id }) => id)]
  const nodes = await nodesOf(db, work.branchId)
  const linted = await lintFiles(db, storage, stored, guides, nodes, from)
  const found = rowsOf(
    linted.flatMap(({ findings }) => findings),
    nodes,
  )
  const isWritten = await writeLint(db, work, { guides, linted, rows: found })
  if (!isWritten) return { kind: 'moved' }
  const anew = linted.filter(({ isNew }) => isNew).length
  return { kind: 'done', linted: anew, reused: linted.length - anew, found: found.length }
}

/** What findings are told of: servers have no page. */
async function nodesOf(db: pg.Client, branchId: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ uri: string; id: string }>(
    `select uri, coalesce(stable_id, uri) as id from public.branch_nodes where branch_id = $1 and type <> 'http_server'`,
    [branchId],
  )
  return new Map(rows.map(({ uri, id }) => [uri, id]))
}
