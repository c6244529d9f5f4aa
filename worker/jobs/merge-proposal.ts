// Job `merge_proposal`: what is proposed and what its branch has become one, in a process of its own (proposals/merge.ts).
import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { type Program, runProgram } from '../analyze/run-process.ts'
import { type Context, GivenBack } from '../context.ts'
import { isBeingAnalysed } from '../proposals/busy.ts'
import type { MergeOutcome, MergeWork } from '../proposals/merge.ts'
import { giveBackJob } from './failed-attempt.ts'

const SECONDS = 120
// How long the analysis of a branch is waited for before it is looked at again.
const BUSY_SECONDS = 5

/** The graphile-worker task; payload `{proposal_id}`. What cannot be merged is open again and says why; rejects to be retried. */
export function mergeProposal({ config, db, log, stopping }: Context): Task {
  return async (payload, { job }) => {
    const { proposal_id: proposalId } = payload as { proposal_id: number }
    const work = await wanted(db, proposalId)
    if (!work) return
    const program: Program<MergeOutcome> = {
      file: 'proposals/merge.ts',
      megabytes: config.analysisMemory,
      seconds: SECONDS,
      tooLarge: { kind: 'too large' },
      tooLong: { kind: 'too large' },
    }
    const isLast = job.attempts >= job.max_attempts
    const giveUp = (outcome: string) =>
      db.query('select private.give_up_merge($1, null, $2)', [proposalId, outcome])
    try {
      if (await isBeingAnalysed(db, work.baselineId)) {
        await giveBackJob(db, job, BUSY_SECONDS)
        throw new GivenBack()
      }
      const { kind } = await runProgram(config, program, work, () => undefined, stopping)
      log('info', 'proposal merged', { proposal: proposalId, outcome: kind })
      if (kind === 'busy') {
        await giveBackJob(db, job, BUSY_SECONDS)
        throw new GivenBack()
      }
      if (kind !== 'queued') await giveUp(kind)
    } catch (error) {
      if (error instanceof GivenBack && stopping.aborted) await giveBackJob(db, job)
      if (error instanceof GivenBack || !isLast) throw error
      await giveUp('failed')
    }
  }
}

/** The merge that was asked for; nothing where it is queued already, or is not wanted any more. */
async function wanted(db: Pool, proposalId: number): Promise<MergeWork | undefined> {
  const { rows } = await db.query<MergeWork>(
    `select o.id as "proposalId", o.workspace_id as "workspaceId", o.project_id as "projectId", o.branch_id as "branchId",
       m.content_hash as content, o.baseline_branch_id as "baselineId", m.baseline_content_hash as "baselineContent", m.choices
     from public.proposals o join private.proposal_merges m on m.proposal_id = o.id
     where o.id = $1 and o.status = 'merging' and m.job_id is null`,
    [proposalId],
  )
  return rows[0]
}
