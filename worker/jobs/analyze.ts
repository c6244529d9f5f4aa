// Job `analyze`: the files of a branch, uploaded, written in the Studio or at its Git host, become its content. The work itself runs in a process of
// its own (analyze/process.ts), so that a file that exhausts the memory ends its own job and nothing else.

import type { JobHelpers, Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { RECONNECT } from '../../supabase/functions/_shared/domain/reconnect.ts'
import type { Order, Outcome, Progress } from '../analyze/protocol.ts'
import { queueReport } from '../analyze/queue-report.ts'
import { runAnalysis } from '../analyze/run-process.ts'
import type { Context } from '../context.ts'
import { EMPTY, REDIRECTED, RemoteError, WAITS_FOR_ACCOUNT, WAITS_TO_FOLLOW } from '../git/failures.ts'
import { follow } from '../git/follow.ts'
import { openRemote } from '../git/open-remote.ts'
import { makeScratch, removeScratch } from '../git/scratch.ts'
import { readSource, type Source } from '../git/source.ts'
import {
  type AnalysisTask,
  endWithRemoval,
  failTask,
  openTask,
  startTask,
  type TaskError,
} from './analyze-log.ts'
import { progressWriter } from './analyze-progress.ts'
import { afterAttempt } from './failed-attempt.ts'

const UNEXPECTED =
  'The import failed because of a problem on our side. Please try it again; if it fails again, contact support.'

/** The graphile-worker task; payload `{job_id}`. Resolves for files a person has to mend, rejects to be retried. */
export function analyze(context: Context): Task {
  return async (payload, helpers) => {
    const { job_id: jobId } = payload as { job_id: string }
    const task = await openTask(context.db, jobId)
    if (task === 'gone') return
    if (task !== 'done') await perform(context, task, helpers)
    await dropUploads(context, jobId)
  }
}

async function perform(context: Context, task: AnalysisTask, { job }: JobHelpers): Promise<void> {
  const { db, log, room } = context
  const { jobId } = task
  const { giveWay, leave } = room.enter(task.workspaceId)
  const stopping = AbortSignal.any([context.stopping, giveWay])
  await startTask(db, jobId)
  log('info', 'analysis started', { job: jobId, project: task.projectId, attempt: job.attempts })
  const started = performance.now()
  const progress = progressWriter(db, jobId)
  try {
    const outcome = await outcomeOf({ ...context, stopping }, task, job, progress.report)
    await progress.settled()
    const ms = Math.round(performance.now() - started)
    if (outcome.kind === 'later') throw new RemoteError('later', outcome.message)
    if (outcome.kind === 'refused' && !(outcome.lacks === 'branch' && (await endWithRemoval(db, jobId))))
      await refuse(db, jobId, outcome.error)
    if (outcome.kind === 'credentials') await failTask(db, jobId, wanting(RECONNECT).error)
    log('info', 'analysis ended', { job: jobId, outcome: outcome.kind, ms, ...detailsOf(outcome) })
  } catch (error) {
    await progress.settled()
    await afterFailure({ ...context, stopping }, jobId, job, error)
  } finally {
    leave()
  }
}

async function outcomeOf(
  context: Context,
  task: AnalysisTask,
  job: JobHelpers['job'],
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const { config, stopping } = context
  const order = { ...task, queueJobId: job.id, poolId: job.locked_by ?? '' }
  if (task.source !== 'git') return runAnalysis(config, { order }, onProgress, stopping)
  try {
    const source = await readSource(context, task.projectId)
    const fetched = (from: Source) =>
      analyzeRemote(context, { order, source: from, branch: task.branchName }, onProgress)
    const first = await fetched(source)
    if (source.access === null && isClosed(first)) return wanting(closedTo(first))
    if (first.kind === 'refused' && first.lacks === 'content') return wanting(EMPTY, 'push')
    // What is not where it was is asked for by its id, once.
    const outcome = (await wasFollowed(context, task, source, first))
      ? await fetched(await readSource(context, task.projectId))
      : first
    if (outcome.kind !== 'credentials' || source.access?.type !== 'oauth') return outcome
    // A token that has ended is renewed once.
    const accessToken = await source.access.renew?.(source.access.accessToken)
    return accessToken ? await fetched({ ...source, access: { ...source.access, accessToken } }) : outcome
  } catch (error) {
    if (!(error instanceof RemoteError) || error.kind !== 'refused') throw error
    return { kind: 'refused', error: { message: error.message } }
  }
}

/**
 * Ends a task until there is what queues it again: credentials (private.analyze_with_new_credentials), or a push.
 */
function wanting(message: string, what: TaskError['waits_for'] = 'credentials') {
  return { kind: 'refused', error: { message, waits_for: what } } as const
}

function isClosed(outcome: Outcome): boolean {
  return outcome.kind === 'credentials' || lacksRepository(outcome)
}

function lacksRepository(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.lacks === 'repository'
}

// Only who may ask the host learns where it leads.
function closedTo(outcome: Outcome): string {
  return outcome.kind === 'refused' && outcome.error.message === REDIRECTED
    ? WAITS_TO_FOLLOW
    : WAITS_FOR_ACCOUNT
}

async function wasFollowed(context: Context, task: AnalysisTask, source: Source, outcome: Outcome) {
  return lacksRepository(outcome) && (await follow(context, task.projectId, source))
}

async function analyzeRemote(
  { config, stopping }: Context,
  { order, source, branch }: { order: Order; source: Source; branch: string },
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const scratch = await makeScratch()
  try {
    const remote = await openRemote(config, source, branch, scratch)
    return await runAnalysis(config, { order, remote }, onProgress, stopping)
  } finally {
    await removeScratch(scratch)
  }
}

// Failed and to be reported, both or neither.
async function refuse(db: Pool, jobId: string, error: TaskError): Promise<void> {
  const client = await db.connect()
  try {
    await client.query('begin')
    await failTask(client, jobId, error)
    await queueReport(client, { jobId }, [])
    await client.query('commit')
  } catch (failure) {
    await client.query('rollback')
    throw failure
  } finally {
    client.release()
  }
}

async function afterFailure(context: Context, jobId: string, job: JobHelpers['job'], error: unknown) {
  if ((await openTask(context.db, jobId)) === 'gone') {
    context.log('info', 'the branch of an analysis was deleted meanwhile', { job: jobId })
    return
  }
  const shown = error instanceof RemoteError ? error.message : UNEXPECTED
  await afterAttempt(context, { jobId, job, what: 'analysis', shown }, error)
}

async function dropUploads({ db, storage }: Context, jobId: string): Promise<void> {
  const { rows } = await db.query<{ object: string }>(
    'select object from private.task_uploads where job_id = $1',
    [jobId],
  )
  await storage.remove(
    'uploads',
    rows.map(({ object }) => object),
  )
  await db.query('delete from private.task_uploads where job_id = $1', [jobId])
  await db.query('delete from private.task_files where job_id = $1', [jobId])
}

function detailsOf(outcome: Awaited<ReturnType<typeof runAnalysis>>): Record<string, unknown> {
  return outcome.kind === 'done' ? { nodes: outcome.nodes, snapshotsWritten: outcome.snapshotsWritten } : {}
}
