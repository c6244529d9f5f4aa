// What stands of a branch's lint, for the content and the guides that were looked at; and that it could not be linted.
import type { ClientBase } from 'pg'
import { storable } from '../storable.ts'
import type { LintWork } from './protocol.ts'

/** Writes where these still stand, and says whether they do. An analysis holds its branch while it writes: one comes after the other. */
export async function whileSame(
  db: ClientBase,
  work: LintWork,
  write: () => Promise<void>,
): Promise<boolean> {
  await db.query('begin')
  try {
    await db.query('select 1 from public.branches where id = $1 for share', [work.branchId])
    const { rowCount } = await db.query(
      `select from public.branches b
       where b.id = $1 and b.content_hash = $2 and private.lint_guide_hash(b.id) = $3`,
      [work.branchId, work.content, work.guideHash],
    )
    if (rowCount) await write()
    await db.query('commit')
    return rowCount === 1
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

/** Says of a branch how its lint ended. */
export async function finish(
  db: ClientBase,
  { branchId, content, guideHash }: LintWork,
  details: object,
): Promise<void> {
  await db.query('select private.finish_lint($1, $2)', [
    branchId,
    // Faults say words of rulesets.
    JSON.stringify({ ...details, content_hash: content, guide_hash: guideHash }, (_key, value: unknown) =>
      typeof value === 'string' ? storable(value, 2000) : value,
    ),
  ])
}

/** Writes that a branch could not be linted: nothing is said of it then. */
export async function writeFailure(db: ClientBase, work: LintWork): Promise<boolean> {
  return whileSame(db, work, async () => {
    await db.query('delete from private.linted_files where branch_id = $1', [work.branchId])
    await db.query('delete from public.findings where branch_id = $1', [work.branchId])
    const { rows } = await db.query<{ guide: string }>(
      `select coalesce((select case when bool_or(guide_id is null) then 'own' else 'extended' end
         from private.lint_guides($1) having count(*) > 0), 'recommended') as guide`,
      [work.branchId],
    )
    const details = { guide: rows[0]?.guide, faults: [], is_failed: true, is_cut: false, counts: [] }
    await finish(db, work, details)
  })
}
