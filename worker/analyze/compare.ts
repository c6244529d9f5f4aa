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
  value_before: string | null
  value_after: string | null
}

export interface Comparison {
  with: 'previous' | 'default'
  /** The hash of all files of the state that it was compared with; null where nobody has written it down. */
  content: string | null
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
const SERIOUS = ['major', 'minor', 'patch']

interface State {
  id: string
  with: Comparison['with']
  content: string | null
}

/** One of two states: its files, and what its nodes are called. */
export interface Compared {
  branch: Branch
  names: Map<string, { name: string; is_internal: boolean }>
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
     select b.id, b.content_hash as content, case when b.id = (select id from mine) then 'previous' else 'default' end as with
     from public.branches b
     where b.project_id = $2 and b.last_analyzed_at is not null and (b.is_default or b.id = (select id from mine))`,
    [order.jobId, order.projectId],
  )
  const known = new Map(files.map(({ hash, bytes }) => [hash.toString('hex'), bytes]))
  const names = new Map(
    content.nodes.map(({ node }) => [node.uri, { name: node.name, is_internal: node.isInternal }]),
  )
  const comparisons: Comparison[] = []
  for (const state of states) {
    const before = await stateOf(db, storage, state.id, known)
    if (before) comparisons.push(compare(state, before, { branch: content.branch, names }))
  }
  return comparisons
}

/** Compares two branches as they were last analysed; nothing where a file of one is lost. */
export async function compareStored(
  db: ClientBase,
  storage: Storage,
  branchId: string,
  defaultBranch: Pick<State, 'id' | 'content'>,
): Promise<Comparison | undefined> {
  const known = new Map<string, Uint8Array>()
  const now = await stateOf(db, storage, branchId, known)
  const before = now && (await stateOf(db, storage, defaultBranch.id, known))
  return before && compare({ ...defaultBranch, with: 'default' }, before, now)
}

/** A branch as last analysed; only those of its files are downloaded that are not known, by their hash, and then they are. */
export async function stateOf(
  db: ClientBase,
  storage: Storage,
  branchId: string,
  known: Map<string, Uint8Array>,
): Promise<Compared | undefined> {
  const files = await filesOf(db, storage, branchId, known)
  if (!files) return undefined
  const { rows } = await db.query<{ uri: string; name: string; is_internal: boolean }>(
    'select uri, coalesce(source_name, name) as name, is_internal from public.branch_nodes where branch_id = $1',
    [branchId],
  )
  return { branch: new Branch(files), names: new Map(rows.map((node) => [node.uri, node])) }
}

async function filesOf(
  db: ClientBase,
  storage: Storage,
  branchId: string,
  known: Map<string, Uint8Array>,
): Promise<BranchFile[] | undefined> {
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
    if (kind !== 'image') known.set(hash, bytes)
    files.push(
      kind === 'image' ? { path, hash, size: Number(size), read: () => bytes } : { path, hash, bytes },
    )
  }
  return files
}

function compare({ with: comparedWith, content }: State, before: Compared, after: Compared): Comparison {
  const today = new Date().toISOString().slice(0, 10)
  const { changes, modelChanges } = compareBranches(before.branch, after.branch, { today })
  const outside = seenOutside(before.branch, after.branch, [...changes, ...modelChanges], today)
  const counts = { major: 0, minor: 0, patch: 0 }
  for (const { semver } of changes) counts[semver] += 1
  const listed = [...changes, ...modelChanges]
    .sort((a, b) => SERIOUS.indexOf(a.semver) - SERIOUS.indexOf(b.semver))
    .slice(0, MOST_ROWS)
    .map((change): ChangeRow => {
      const {
        uri,
        node,
        semver,
        rule,
        message,
        before: value_before = null,
        after: value_after = null,
      } = change
      const [is, was] = [after.names.get(uri), before.names.get(uri)]
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
        value_before,
        value_after,
      }
    })
  return { with: comparedWith, content, rows: listed, counts, changes, turned: outside.turned }
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
  const keyOf = ({ uri, semver, rule, message, before, after }: NodeChange) =>
    JSON.stringify([uri, semver, rule, message, before, after])
  const { changes, modelChanges } = compareBranches(before.outside(), after.outside(), { today })
  const shown = [...changes, ...modelChanges]
  const keys = new Set(shown.map(keyOf))
  const known = new Set(all.map(keyOf))
  const turned = shown.filter((change) => !known.has(keyOf(change))).map(({ uri }) => uri)
  return { sees: (change) => keys.has(keyOf(change)), turned: [...new Set(turned)] }
}
