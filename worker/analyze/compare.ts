// How what was just read differs from the analysis of the branch before, and from the default branch as it is now.
import type { ClientBase } from 'pg'
import { compareBranches, type NodeChange } from '../../analysis/changes/index.ts'
import { kindByName } from '../../analysis/files/kinds.ts'
import { Branch, type BranchFile } from '../../analysis/index.ts'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import type { Storage } from '../storage.ts'
import type { Content } from './describe.ts'
import type { ImportedFile } from './files.ts'
import type { Order } from './protocol.ts'

export interface ChangeRow {
  node_uri: string
  node_type: string
  node_name: string
  is_internal: boolean
  operation: 'added' | 'removed' | 'updated'
  semver: NodeChange['semver']
  rule: string
  message: string
}

export interface Comparison {
  with: 'previous' | 'default'
  /** The most serious first, at most 500. */
  rows: ChangeRow[]
  /** How many changes there are of each level; those that are listed again for pages of models do not count. */
  counts: Record<NodeChange['semver'], number>
  /** All of them. */
  changes: NodeChange[]
  /** Nodes in which something turned internal, or is so no more. */
  turned: string[]
}

const MOST_ROWS = 500
/** Of the history of a branch. */
const MOST_KEPT = 5_000
const SERIOUS = ['major', 'minor', 'patch']

interface State {
  id: string
  with: Comparison['with']
}

/** Compares with what there is to compare with; with neither for the first analysis of the default branch. */
export async function compareWithBefore(
  db: ClientBase,
  storage: Storage,
  order: Order,
  files: ImportedFile[],
  content: Content,
): Promise<Comparison[]> {
  const { rows: states } = await db.query<State>(
    `with mine as (
       select b.id from public.task_logs t
       join public.branches b on b.project_id = t.project_id
         and (b.id = t.branch_id or b.slug = private.branch_slug(regexp_replace(t.branch_ref, '^refs/heads/', '')) and t.source = 'git')
       where t.job_id = $1 limit 1
     )
     select b.id, case when b.id = (select id from mine) then 'previous' else 'default' end as with
     from public.branches b
     where b.project_id = $2 and b.last_analyzed_at is not null and (b.is_default or b.id = (select id from mine))`,
    [order.jobId, order.projectId],
  )
  const comparisons: Comparison[] = []
  for (const state of states) {
    const before = await filesOf(db, storage, state.id, files)
    if (before) comparisons.push(await compare(db, state, before, content))
  }
  return comparisons
}

/** The files of a branch as last analysed; only those that are not among the new ones are downloaded. */
async function filesOf(
  db: ClientBase,
  storage: Storage,
  branchId: string,
  now: ImportedFile[],
): Promise<BranchFile[] | undefined> {
  const known = new Map(now.map(({ hash, bytes }) => [hash.toString('hex'), bytes]))
  const { rows } = await db.query<{ path: string; hash: string; size: string; object: string }>(
    `select b.path, encode(b.hash, 'hex') as hash, f.size, f.workspace_id || '/' || f.object_id as object
     from public.branch_files b join public.files f using (workspace_id, hash) where b.branch_id = $1`,
    [branchId],
  )
  const files: BranchFile[] = []
  for (const { path, hash, size, object } of rows) {
    const kind = kindByName(path)
    if (kind === null) continue
    const bytes =
      kind === 'image'
        ? new Uint8Array()
        : (known.get(hash) ?? (await storage.download('files', object, maxImportBytes)))
    // Without one of its files a state would differ by more than its author changed.
    if (typeof bytes === 'string') return undefined
    files.push(
      kind === 'image' ? { path, hash, size: Number(size), read: () => bytes } : { path, hash, bytes },
    )
  }
  return files
}

async function compare(
  db: ClientBase,
  state: State,
  before: BranchFile[],
  { branch, nodes }: Content,
): Promise<Comparison> {
  const { rows } = await db.query<{ uri: string; name: string; is_internal: boolean }>(
    'select uri, name, is_internal from public.branch_nodes where branch_id = $1',
    [state.id],
  )
  const old = new Map(rows.map((node) => [node.uri, node]))
  const now = new Map(nodes.map(({ node }) => [node.uri, { name: node.name, is_internal: node.isInternal }]))
  const today = new Date().toISOString().slice(0, 10)
  const earlier = new Branch(before)
  const { changes, modelChanges } = compareBranches(earlier, branch, { today })
  const outside = seenOutside(earlier, branch, [...changes, ...modelChanges], today)
  const counts = { major: 0, minor: 0, patch: 0 }
  for (const { semver } of changes) counts[semver] += 1
  const listed = [...changes, ...modelChanges]
    .sort((a, b) => SERIOUS.indexOf(a.semver) - SERIOUS.indexOf(b.semver))
    .slice(0, MOST_ROWS)
    .map((change): ChangeRow => {
      const { uri, node, semver, rule, message } = change
      const [is, was] = [now.get(uri), old.get(uri)]
      return {
        node_uri: uri,
        node_type: node,
        node_name: is?.name ?? was?.name ?? '',
        // What was, or is, for members only is seen in both; of what has no page nobody has said that everybody may see it.
        is_internal: [is, was].some((node) => node?.is_internal) || (!is && !was) || !outside.sees(change),
        operation: is && !was ? 'added' : was && !is ? 'removed' : 'updated',
        semver,
        rule,
        message,
      }
    })
  return { with: state.with, rows: listed, counts, changes, turned: outside.turned }
}

interface SeenOutside {
  /** Whether a change shows in what readers see who see nothing internal. */
  sees(change: NodeChange): boolean
  /** The nodes that changed for these readers and for nobody else. */
  turned: string[]
}

// Both states again as those readers see them: a change of what is internal in a node is none to them.
function seenOutside(before: Branch, after: Branch, all: NodeChange[], today: string): SeenOutside {
  if (!before.hasMarks && !after.hasMarks) return { sees: () => true, turned: [] }
  const keyOf = ({ uri, semver, rule, message }: NodeChange) => JSON.stringify([uri, semver, rule, message])
  const { changes, modelChanges } = compareBranches(before.outside(), after.outside(), { today })
  const shown = [...changes, ...modelChanges]
  const keys = new Set(shown.map(keyOf))
  const known = new Set(all.map(keyOf))
  const turned = shown.filter((change) => !known.has(keyOf(change))).map(({ uri }) => uri)
  return { sees: (change) => keys.has(keyOf(change)), turned: [...new Set(turned)] }
}

/**
 * Writes the changes down: those from the analysis before as further history, those from the default branch anew.
 * `turned`: nodes that hold something internal and were not known to before.
 */
export async function writeChanges(
  db: ClientBase,
  { jobId }: Order,
  { branchId, workspaceId, commit }: { branchId: string; workspaceId: string; commit: string | null },
  comparisons: Comparison[],
  turned: string[],
): Promise<void> {
  // What turned internal takes its history along, by itself or within a node.
  const before = comparisons.filter((comparison) => comparison.with === 'previous')
  await db.query(
    `update public.node_changes c set is_internal = true
     where c.branch_id = $1 and c.node_uri = any ($2) and not c.is_internal`,
    [branchId, [...turned, ...before.flatMap((comparison) => comparison.turned)]],
  )
  await db.query(`delete from public.node_changes where branch_id = $1 and compared_with = 'default'`, [
    branchId,
  ])
  for (const { with: comparedWith, rows } of comparisons) {
    if (rows.length === 0) continue
    await db.query(
      `insert into public.node_changes (branch_id, workspace_id, job_id, compared_with, commit_hash, node_uri, node_type, node_name,
         is_internal, operation, semver, rule, message, position)
       select $1, $2, $3, $4, $5, node_uri, node_type, left(node_name, 1000), is_internal, operation, semver, left(rule, 100),
         left(message, 2000), position
       from json_to_recordset($6::json) as new (node_uri text, node_type text, node_name text, is_internal boolean,
         operation text, semver text, rule text, message text, position integer)
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
  await db.query(
    `update public.node_changes c set is_internal = true
     from public.branch_nodes n
     where n.branch_id = $1 and n.is_internal and c.branch_id = $1 and c.node_uri = n.uri and not c.is_internal`,
    [branchId],
  )
  await db.query(
    `delete from public.node_changes c using (
       select id from public.node_changes where branch_id = $1 and compared_with = 'previous' order by id desc offset $2 limit 1
     ) oldest
     where c.branch_id = $1 and c.compared_with = 'previous' and c.id <= oldest.id`,
    [branchId, MOST_KEPT],
  )
}
