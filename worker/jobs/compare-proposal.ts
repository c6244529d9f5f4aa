// Job `compare_proposal`: what a proposal changes, found in a process of its own (proposals/process.ts), as analyses are.
import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { type Program, runProgram } from '../analyze/run-process.ts'
import { type Context, GivenBack } from '../context.ts'
import type { ProposalOutcome, ProposalWork } from '../proposals/protocol.ts'
import { giveBackJob, isTriedOnceMore } from './failed-attempt.ts'

const SECONDS = 120

/** The graphile-worker task; payload `{proposal_id}`. Does nothing for a proposal that is compared as it is; rejects to be retried. */
export function compareProposal({ config, db, log, stopping }: Context): Task {
  return async (payload, { job }) => {
    const { proposal_id: proposalId } = payload as { proposal_id: number }
    const work = await outdated(db, proposalId)
    if (!work) return
    const program: Program<ProposalOutcome> = {
      file: 'proposals/process.ts',
      megabytes: config.analysisMemory,
      seconds: Math.min(SECONDS, config.analysisSeconds),
      tooLarge: { kind: 'unknown' },
      tooLong: { kind: 'too much time' },
    }
    const { kind } = await runProgram(config, program, work, () => undefined, stopping).catch(
      async (error: unknown) => {
        if (error instanceof GivenBack) await giveBackJob(db, job)
        throw error
      },
    )
    if (kind === 'too much time' && (await isTriedOnceMore(db, job)))
      throw new Error('A comparison ran out of its time; it is tried once more.')
    if (kind === 'unknown' || kind === 'too much time') await recordUnknown(db, work)
    log('info', 'proposal compared', { proposal: proposalId, outcome: kind })
  }
}

/** What is to be compared; nothing where it is already, or a branch has no content. */
async function outdated(db: Pool, proposalId: number): Promise<ProposalWork | undefined> {
  const { rows } = await db.query<ProposalWork>(
    `select o.id as "proposalId", b.id as "branchId", b.content_hash as content, d.id as "baselineId", d.content_hash as "baselineContent"
     from public.proposals o join public.branches b on b.id = o.branch_id join public.branches d on d.id = o.baseline_branch_id
     where o.id = $1 and o.status in ('open', 'merging') and private.proposal_comparison_state(o) = 'comparing'`,
    [proposalId],
  )
  return rows[0]
}

async function recordUnknown(
  db: Pool,
  { proposalId, content, baselineContent }: ProposalWork,
): Promise<void> {
  await db.query(
    `with known as (
       insert into private.proposal_comparisons as c (proposal_id, content_hash, baseline_content_hash, is_known) values ($1, $2, $3, false)
       on conflict (proposal_id) do update set content_hash = excluded.content_hash, baseline_content_hash = excluded.baseline_content_hash,
         is_known = false, major = 0, minor = 0, patch = 0, nodes = 0, draft = '', compared_at = now()
     ), gone as (delete from private.proposal_nodes where proposal_id = $1)
     select private.touch_proposal($1)`,
    [proposalId, content, baselineContent],
  )
}
