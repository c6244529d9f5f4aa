// What was found by comparing a branch is written down: where it differs from the analysis before, and from the default
// branch.
import type { ClientBase } from 'pg'
import type { Comparison } from './compare.ts'

/** The state of a branch that was compared. */
export interface ComparedBranch {
  branchId: string
  workspaceId: string
  commit: string | null
  /** The hash of all its files. */
  content: string
  /** The analysis that compared it; null where the default branch has moved since. */
  jobId: string | null
}

/** Of the history of a branch. */
const MOST_KEPT = 5_000

/**
 * Writes the changes down: those from the analysis before as further history, those from the default branch anew.
 * `turned`: nodes that hold something internal and were not known to before.
 */
export async function writeChanges(
  db: ClientBase,
  branch: ComparedBranch,
  comparisons: Comparison[],
  turned: string[],
): Promise<void> {
  const against = (which: Comparison['with']) => comparisons.find((comparison) => comparison.with === which)
  const previous = against('previous')
  // What turned internal takes its history along, by itself or within a node.
  await db.query(
    `update public.node_changes c set is_internal = true
     where c.branch_id = $1 and c.node_uri = any ($2) and not c.is_internal`,
    [branch.branchId, [...turned, ...(previous?.turned ?? [])]],
  )
  await writeDefaultChanges(db, branch, against('default'))
  if (previous) await writeRows(db, branch, previous)
  await db.query(
    `update public.node_changes c set is_internal = true
     from public.branch_nodes n
     where n.branch_id = $1 and n.is_internal and c.branch_id = $1 and c.node_uri = n.uri and not c.is_internal`,
    [branch.branchId],
  )
  await db.query(
    `delete from public.node_changes c using (
       select id from public.node_changes where branch_id = $1 and compared_with = 'previous' order by id desc offset $2 limit 1
     ) oldest
     where c.branch_id = $1 and c.compared_with = 'previous' and c.id <= oldest.id`,
    [branch.branchId, MOST_KEPT],
  )
}

/** Writes anew how a branch differs from the default one, and which contents of both that is about. */
export async function writeDefaultChanges(
  db: ClientBase,
  branch: ComparedBranch,
  comparison: Comparison | undefined,
): Promise<void> {
  await db.query(`delete from public.node_changes where branch_id = $1 and compared_with = 'default'`, [
    branch.branchId,
  ])
  await db.query('delete from private.branch_comparisons where branch_id = $1', [branch.branchId])
  if (!comparison) return
  await writeRows(db, branch, comparison)
  await recordComparison(db, branch, comparison.content, true)
}

/** Writes down which contents of a branch and of the default one were compared, or cannot be. */
export async function recordComparison(
  db: Pick<ClientBase, 'query'>,
  { branchId, content }: Pick<ComparedBranch, 'branchId' | 'content'>,
  defaultContent: string | null,
  isKnown: boolean,
): Promise<void> {
  await db.query(
    `insert into private.branch_comparisons as c (branch_id, content_hash, default_content_hash, is_known)
     select $1, $2, $3, $4 where $3::text is not null
     on conflict (branch_id) do update set content_hash = excluded.content_hash,
       default_content_hash = excluded.default_content_hash, is_known = excluded.is_known, compared_at = now()`,
    [branchId, content, defaultContent, isKnown],
  )
}

async function writeRows(
  db: ClientBase,
  { branchId, workspaceId, jobId, commit }: ComparedBranch,
  { with: comparedWith, rows }: Comparison,
): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `insert into public.node_changes (branch_id, workspace_id, job_id, compared_with, commit_hash, node_uri, node_type, node_name,
       is_internal, is_hidden, operation, semver, rule, message, value_before, value_after, position)
     select $1, $2, $3, $4, $5, node_uri, node_type, left(node_name, 1000), is_internal, coalesce(laid.is_hidden, false), operation,
       semver, left(rule, 100), left(message, 2000), left(value_before, 500), left(value_after, 500), position
     from json_to_recordset($6::json) as new (node_uri text, node_type text, node_name text, is_internal boolean,
       operation text, semver text, rule text, message text, value_before text, value_after text, position integer)
     left join private.overrides_of($1) laid using (node_uri)
     where octet_length(node_uri) between 1 and 2000
     order by position`,
    [
      branchId,
      workspaceId,
      jobId,
      comparedWith,
      commit,
      JSON.stringify(rows.map((row, position) => ({ ...row, position }))),
    ],
  )
}
