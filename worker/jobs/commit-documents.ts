// Job `commit_documents`: documents of a working copy become a commit at their Git host, made by its author's account or
// the project's service account. The work runs in a process of its own (commit/process.ts), as analyses do.
import type { Task } from 'graphile-worker'
import { type Program, runProgram } from '../analyze/run-process.ts'
import type { BegunCommit, CommitOutcome, CommittedDocument } from '../commit/protocol.ts'
import type { Context } from '../context.ts'
import { asAuthor } from '../git/as-author.ts'
import { RemoteError } from '../git/failures.ts'

const MOST_MEGABYTES = 1024
const TOO_LARGE: CommitOutcome = {
  kind: 'refused',
  message: 'These files are too large to be committed at once. Commit some of them.',
}
const TOO_LONG: CommitOutcome = { kind: 'later', message: 'The Git host took too long to take the commit.' }
const NO_LONGER = 'You may not change this project any more.'
const UNEXPECTED = 'The commit failed because of a problem on our side. Please try it again.'

/** The graphile-worker task; payload `{commit_id}`. Resolves for what a person has to mend, rejects to be retried. */
export function commitDocuments(context: Context): Task {
  const { db, log } = context
  return async (payload, { job }) => {
    const { commit_id: commitId } = payload as { commit_id: string }
    const { rows } = await db.query<{ begun: BegunCommit | null }>(
      'select public.svc_begin_commit($1) as begun',
      [commitId],
    )
    const begun = rows[0]?.begun
    if (!begun) return
    const isLast = job.attempts >= job.max_attempts
    try {
      const outcome = await outcomeOf(context, begun)
      log('info', 'a commit ended', { commit: commitId, outcome: outcome.kind })
      if (outcome.kind === 'later' && !isLast) throw new RemoteError('later', outcome.message)
      if (outcome.kind === 'pushed') await end(commitId, 'pushed', outcome.commit, null, outcome.committed)
      else if (outcome.kind === 'moved') await end(commitId, 'moved', outcome.commit)
      else await end(commitId, 'failed', null, outcome.message)
    } catch (error) {
      if (isLast) await end(commitId, 'failed', null, UNEXPECTED)
      throw error
    }
  }

  async function end(
    commitId: string,
    status: 'pushed' | 'moved' | 'failed',
    commit: string | null,
    reason: string | null = null,
    committed: CommittedDocument[] = [],
  ): Promise<void> {
    await db.query('select public.svc_end_commit($1, $2, $3, $4, $5)', [
      commitId,
      status,
      commit,
      reason,
      JSON.stringify(committed),
    ])
  }
}

async function outcomeOf(context: Context, begun: BegunCommit): Promise<CommitOutcome> {
  const { author_id: authorId, project_id: projectId, branch } = begun
  if (!begun.is_allowed || authorId === null) return { kind: 'refused', message: NO_LONGER }
  const { config, stopping } = context
  const program: Program<CommitOutcome> = {
    file: 'commit/process.ts',
    megabytes: Math.min(config.analysisMemory, MOST_MEGABYTES),
    seconds: config.gitSeconds + 60,
    tooLarge: TOO_LARGE,
    tooLong: TOO_LONG,
  }
  return asAuthor(context, { projectId, authorId, branch }, (remote, isServiceAccount) =>
    runProgram(config, program, { begun, remote, isServiceAccount }, () => undefined, stopping),
  )
}
