// Job `fix_rule`: the quick fix of a rule mends a project, and what comes of it is proposed. The work runs in a process of
// its own (fixes/process.ts), as analyses do.
import type { Task } from 'graphile-worker'
import { type Program, runProgram } from '../analyze/run-process.ts'
import { type Context, GivenBack } from '../context.ts'
import type { BegunFix, FixOutcome } from '../fixes/protocol.ts'
import { asAuthor } from '../git/as-author.ts'
import { RemoteError } from '../git/failures.ts'
import { giveBackJob } from './failed-attempt.ts'

const SECONDS = 180

/** The graphile-worker task; payload `{fix_id}`. What a person has to mend is said of the fix; rejects to be retried. */
export function fixRule(context: Context): Task {
  const { db, log } = context
  return async (payload, { job }) => {
    const { fix_id: fixId } = payload as { fix_id: number }
    const { rows } = await db.query<{ fix: BegunFix | null }>('select private.begin_rule_fix($1) as fix', [
      fixId,
    ])
    const fix = rows[0]?.fix
    if (!fix) return
    const isLast = job.attempts >= job.max_attempts
    // What is over is only cleared away: its row may stand for a new attempt by now.
    const end = async (problem: string | null, outcome: string) =>
      fix.is_over || db.query('select private.end_rule_fix($1, $2, $3)', [fixId, problem, outcome])
    try {
      const outcome = await outcomeOf(context, fix)
      log('info', 'a rule was fixed', { fix: fixId, outcome: outcome.kind })
      if (outcome.kind === 'proposed' || outcome.kind === 'over') return
      if (outcome.kind === 'later' && !isLast) throw new RemoteError('later', outcome.message)
      await end('message' in outcome ? outcome.message : null, outcome.kind)
    } catch (error) {
      if (error instanceof GivenBack) await giveBackJob(db, job)
      else if (isLast) await end(null, 'failed')
      throw error
    }
  }
}

async function outcomeOf(context: Context, fix: BegunFix): Promise<FixOutcome> {
  const { config, stopping } = context
  const program: Program<FixOutcome> = {
    file: 'fixes/process.ts',
    megabytes: config.analysisMemory,
    seconds: SECONDS + (fix.is_git ? config.gitSeconds : 0),
    tooLarge: { kind: 'too much' },
    tooLong: { kind: 'too much' },
  }
  const run = (work: object) => runProgram(config, program, { fix, ...work }, () => undefined, stopping)
  // Nobody else's account takes it back.
  if (fix.author_id === null) return { kind: 'over' }
  if (!fix.is_git) return run({ remote: null, isServiceAccount: false })
  const place = { projectId: fix.project_id, authorId: fix.author_id, branch: fix.branch }
  return asAuthor(context, place, (remote, isServiceAccount) => run({ remote, isServiceAccount }))
}
