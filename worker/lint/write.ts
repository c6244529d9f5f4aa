// One transaction in which what is said of a branch passes from its last lint to this one.
import type { ClientBase } from 'pg'
import { hasFix } from '../../editing/fixes/rule-fixes.ts'
import { asksOf, SEVERITIES } from '../../lint/index.ts'
import { keepResults, type LintedFile } from './files.ts'
import type { BranchGuides } from './guides.ts'
import type { FindingRow } from './places.ts'
import type { LintWork } from './protocol.ts'
import { finish, whileSame } from './standing.ts'

/** Of a branch; there may be more, and they are counted. */
const MOST_KEPT = 20_000
const BATCH = 2_000

export interface Lint {
  guides: BranchGuides
  linted: LintedFile[]
  rows: FindingRow[]
}

/** Writes what was found; false where the branch has other content or guides by now. */
export async function writeLint(
  db: ClientBase,
  work: LintWork,
  { guides, linted, rows }: Lint,
): Promise<boolean> {
  return whileSame(db, work, async () => {
    await keepResults(db, work.branchId, guides.hash, linted)
    const kept = rows.toSorted(bySeverity).slice(0, MOST_KEPT)
    await writeRows(db, work, kept)
    const { kind, faults } = guides
    const details = {
      guide: kind,
      faults,
      is_failed: false,
      is_cut: kept.length < rows.length,
      counts: countsOf(rows, guides.ruleset),
    }
    await finish(db, work, details)
  })
}

async function writeRows(
  db: ClientBase,
  { branchId, projectId }: LintWork,
  rows: FindingRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH)
    await db.query(
      `insert into public.findings (branch_id, project_id, workspace_id, rule, severity, message, documentation_url, file, pointer,
         start_line, start_column, end_line, end_column, node_uri, anchor, place, same_key, fingerprint, node_digest)
       select $1, p.id, p.workspace_id, rule, severity, message, documentation_url, file, pointer, start_line, start_column, end_line,
         end_column, node_uri, anchor, place, decode(same_key, 'hex'), decode(fingerprint, 'hex'), decode(node_digest, 'hex')
       from public.projects p cross join json_to_recordset($3::json) as new (rule text, severity text, message text,
         documentation_url text, file text, pointer text, start_line integer, start_column integer, end_line integer,
         end_column integer, node_uri text, anchor text, place text, same_key text, fingerprint text, node_digest text)
       where p.id = $2
       on conflict (branch_id, fingerprint) do update set node_digest = excluded.node_digest
         where excluded.node_digest is not null and findings.node_digest is distinct from excluded.node_digest`,
      [branchId, projectId, JSON.stringify(rows.slice(start, start + BATCH))],
    )
  // While what was said before still stands there.
  await db.query('select private.follow_renamed_nodes($1)', [branchId])
  await db.query(
    `delete from public.findings f where f.branch_id = $1
       and not exists (select from unnest($2::text[]) as known (fingerprint) where decode(known.fingerprint, 'hex') = f.fingerprint)`,
    [branchId, rows.map(({ fingerprint }) => fingerprint)],
  )
}

function bySeverity(one: FindingRow, other: FindingRow): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity)
}

interface Count {
  rule: string
  severity: string
  violations: number
  is_fixable: boolean
}

function countsOf(rows: FindingRow[], ruleset: BranchGuides['ruleset']): Count[] {
  const counts = new Map<string, Count>()
  for (const { rule, severity } of rows) {
    const key = `${severity} ${rule}`
    const count = counts.get(key)
    if (count) count.violations += 1
    else {
      const is_fixable = hasFix(rule, ruleset ? asksOf(ruleset, rule) : [])
      counts.set(key, { rule, severity, violations: 1, is_fixable })
    }
  }
  return [...counts.values()]
}
