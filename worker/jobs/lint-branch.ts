// Job `lint_branch`: what the style guides of a project find in a branch. The work itself runs in a process of its own
// (lint/process.ts), as analyses do: rules and files come from strangers, and both can be made to take for ever.
import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { type Program, runProgram } from '../analyze/run-process.ts'
import { type Context, GivenBack } from '../context.ts'
import { LINT_MEGABYTES, type LintOutcome, type LintWork } from '../lint/protocol.ts'
import { writeFailure } from '../lint/standing.ts'
import { giveBackJob, isTriedOnceMore } from './failed-attempt.ts'

const SECONDS = 180

/** The graphile-worker task; payload `{branch_id}`. Does nothing for a branch that is linted as it is; rejects to be retried. */
export function lintBranch({ config, db, log, stopping }: Context): Task {
  return async (payload, { job }) => {
    const { branch_id: branchId } = payload as { branch_id: number }
    const work = await outdated(db, branchId)
    if (work) {
      const program: Program<LintOutcome> = {
        file: 'lint/process.ts',
        megabytes: Math.min(config.analysisMemory, LINT_MEGABYTES),
        seconds: Math.min(SECONDS, config.analysisSeconds),
        tooLarge: { kind: 'too much memory' },
        tooLong: { kind: 'too much time' },
      }
      const { kind, ...details } = await runProgram(config, program, work, () => undefined, stopping).catch(
        async (error: unknown) => {
          if (error instanceof GivenBack) await giveBackJob(db, job)
          throw error
        },
      )
      if (kind === 'too much time' && (await isTriedOnceMore(db, job)))
        throw new Error('A lint ran out of its time; it is tried once more.')
      if (kind === 'too much memory' || kind === 'too much time') await fail(db, work)
      log('info', 'branch linted', { branch: work.branchId, outcome: kind, ...details })
    }
  }
}

/** What is to be linted; nothing where it is already. */
async function outdated(db: Pool, branchId: number): Promise<LintWork | undefined> {
  // What is about to become its content is waited for.
  await db.query('select from public.branches where id = $1 for share', [branchId])
  const { rows } = await db.query<LintWork>(
    `select b.id as "branchId", b.project_id as "projectId", b.content_hash as content, private.lint_guide_hash(b.id) as "guideHash"
     from public.branches b where b.id = $1 and private.lint_state(b.id) = 'outdated'`,
    [branchId],
  )
  return rows[0]
}

async function fail(db: Pool, work: LintWork): Promise<void> {
  const client = await db.connect()
  try {
    await writeFailure(client, work)
  } finally {
    client.release()
  }
}
