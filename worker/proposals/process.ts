// The process of one comparison: the files of both branches of a proposal in from Storage, what differs out into the database.
import type pg from 'pg'
import { compareBranches, type Level } from '../../analysis/changes/index.ts'
import { stateOf } from '../analyze/compare.ts'
import { serveParent } from '../analyze/serve-parent.ts'
import { openDatabase } from '../process-database.ts'
import { storable, storableJson } from '../storable.ts'
import { createStorage } from '../storage.ts'
import { type ChangedNode, changedNodes, draftedChangelog } from './changed-nodes.ts'
import { type Conflicts, findConflicts } from './conflicts.ts'
import type { ProposalOutcome, ProposalRequest, ProposalWork } from './protocol.ts'

serveParent(perform)

async function perform(request: ProposalRequest): Promise<ProposalOutcome> {
  const db = await openDatabase(request.dbUrl, 'waymark-proposal')
  try {
    const storage = createStorage(request)
    const known = new Map<string, Uint8Array>()
    const after = await stateOf(db, storage, request.branchId, known)
    const before = after && (await stateOf(db, storage, request.baselineId, known))
    if (!before) return { kind: 'unknown' }
    const today = new Date().toISOString().slice(0, 10)
    const found = compareBranches(before.branch, after.branch, { today })
    const counts = { major: 0, minor: 0, patch: 0 }
    for (const { semver } of found.changes) counts[semver] += 1
    const conflicts = await findConflicts(db, storage, request)
    return await write(db, request, counts, changedNodes(found, before, after), conflicts)
  } finally {
    await db.end()
  }
}

/** Writes down what was found, unless one of the two has other content by now. */
async function write(
  db: pg.Client,
  { proposalId, branchId, content, baselineId, baselineContent }: ProposalWork,
  counts: Record<Level, number>,
  nodes: ChangedNode[],
  conflicts: Conflicts | null,
): Promise<ProposalOutcome> {
  await db.query('begin')
  try {
    const { rowCount } = await db.query(
      `select from public.proposals o
       join public.branches b on b.id = o.branch_id and b.content_hash = $3
       join public.branches d on d.id = o.baseline_branch_id and d.content_hash = $5
       where o.id = $1 and o.status in ('open', 'merging') and b.id = $2 and d.id = $4
       for no key update of o`,
      [proposalId, branchId, content, baselineId, baselineContent],
    )
    if (rowCount) {
      await db.query('delete from private.proposal_nodes where proposal_id = $1', [proposalId])
      await db.query(
        `insert into private.proposal_nodes (proposal_id, position, uri, type, name, is_hidden, operation, semver, change_count, changes, path)
         select $1, position, n.uri, n.type, n.name, coalesce(laid.is_hidden, false), n.operation, n.semver, n.change_count, n.changes, n.path
         from jsonb_to_recordset($3) as n (position integer, uri text, type text, name text, operation text, semver text, change_count integer,
           changes jsonb, path text)
         left join private.overrides_of($2) laid on laid.node_uri = n.uri`,
        [proposalId, branchId, storableJson(nodes.map((node, position) => ({ ...node, position })))],
      )
      await db.query(
        `insert into private.proposal_comparisons as c
           (proposal_id, content_hash, baseline_content_hash, is_known, major, minor, patch, nodes, draft)
         values ($1, $2, $3, true, $4, $5, $6, $7, $8)
         on conflict (proposal_id) do update set content_hash = excluded.content_hash, baseline_content_hash = excluded.baseline_content_hash,
           is_known = true, major = excluded.major, minor = excluded.minor, patch = excluded.patch, nodes = excluded.nodes,
           draft = excluded.draft, compared_at = now()`,
        [
          proposalId,
          content,
          baselineContent,
          counts.major,
          counts.minor,
          counts.patch,
          nodes.length,
          storable(draftedChangelog(await withoutHidden(db, branchId, nodes))),
        ],
      )
      await db.query('delete from private.proposal_conflicts where proposal_id = $1', [proposalId])
      if (conflicts)
        await db.query(
          `insert into private.proposal_conflicts (proposal_id, content_hash, baseline_content_hash, files, conflicts, changed)
           values ($1, $2, $3, $4, $5, $6)`,
          [
            proposalId,
            content,
            baselineContent,
            storableJson(conflicts.files),
            conflicts.conflicts,
            conflicts.changed,
          ],
        )
      await db.query('select private.touch_proposal($1)', [proposalId])
    }
    await db.query('commit')
    return { kind: rowCount ? 'done' : 'moved' }
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

// What editors hide from readers is not told to them by a changelog.
async function withoutHidden(db: pg.Client, branchId: string, nodes: ChangedNode[]): Promise<ChangedNode[]> {
  const { rows } = await db.query<{ uri: string }>(
    'select node_uri as uri from private.overrides_of($1) where is_hidden',
    [branchId],
  )
  const hidden = new Set(rows.map(({ uri }) => uri))
  return nodes.filter(({ uri }) => !hidden.has(uri))
}
