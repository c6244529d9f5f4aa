// Job `compare_branch`: the default branch of a project has moved, so another branch is compared with it as it is now.
// The work itself runs in a process of its own (compare/process.ts), as analyses do.
import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { type Program, runProgram } from '../analyze/run-process.ts'
import { recordComparison } from '../analyze/write-changes.ts'
import type { ComparisonOutcome, ComparisonWork } from '../compare/protocol.ts'
import type { Context } from '../context.ts'
import { isTriedOnceMore } from './failed-attempt.ts'

const SECONDS = 120

/** The graphile-worker task; payload `{branch_id}`. Does nothing for a branch that is compared as it is; rejects to be retried. */
export function compareBranch({ config, db, log, stopping }: Context): Task {
  return async (payload, { job }) => {
    const { branch_id: branchId } = payload as { branch_id: number }
    const work = await outdated(db, branchId)
    if (!work) return
    const program: Program<ComparisonOutcome> = {
      file: 'compare/process.ts',
      megabytes: config.analysisMemory,
      seconds: Math.min(SECONDS, config.analysisSeconds),
      tooLarge: { kind: 'unknown' },
      tooLong: { kind: 'too much time' },
    }
    const { kind } = await runProgram(config, program, work, () => undefined, stopping)
    if (kind === 'too much time' && (await isTriedOnceMore(db, job)))
      throw new Error('A comparison ran out of its time; it is tried once more.')
    if (kind === 'unknown' || kind === 'too much time') {
      await db.query(`delete from public.node_changes where branch_id = $1 and compared_with = 'default'`, [
        work.branchId,
      ])
      await recordComparison(db, work, work.defaultContent, false)
    }
    log('info', 'branch compared with the default one', { branch: work.branchId, outcome: kind })
  }
}

/** What is to be compared; nothing where it is already, or is the default branch by now. */
async function outdated(db: Pool, branchId: number): Promise<ComparisonWork | undefined> {
  // What is about to become the content of the default branch is waited for.
  await db.query(
    `select from public.branches d
     where d.is_default and d.project_id = (select b.project_id from public.branches b where b.id = $1) for share`,
    [branchId],
  )
  const { rows } = await db.query<ComparisonWork>(
    `select b.id as "branchId", b.content_hash as content, d.id as "defaultBranchId", d.content_hash as "defaultContent"
     from public.branches b join public.branches d on d.project_id = b.project_id and d.is_default
     where b.id = $1 and private.comparison_state(b.id) = 'outdated'`,
    [branchId],
  )
  return rows[0]
}
