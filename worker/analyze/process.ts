// The process of one analysis: files in from Storage, nodes out into the database. What it works with comes as the
// first message of its parent, since arguments and environment of a process can be read by others.
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { DescriptionError, type Diagnostic } from '../../analysis/index.ts'
import { RemoteError } from '../git/failures.ts'
import { type FetchedBranch, fetchBranch } from '../git/fetch-branch.ts'
import { createStorage, type Storage } from '../storage.ts'
import { compareWithBefore } from './compare.ts'
import { describeFiles } from './describe.ts'
import { fetchUploads, keepFiles } from './files.ts'
import type { AnalysisRequest, AnalysisWork, Outcome, ProcessMessage, Progress } from './protocol.ts'
import { writeMissingSnapshots } from './snapshots.ts'
import { swapIn } from './swap.ts'

endWithParent()
endFirstWhenMemoryIsShort()
process.once('message', async (request) => {
  const message = await answer(request as AnalysisRequest)
  process.send?.(message, undefined, undefined, () => process.exit(0))
})

async function answer(request: AnalysisRequest): Promise<ProcessMessage> {
  try {
    return { outcome: await perform(request, (progress) => process.send?.({ progress })) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

const NOT_STORABLE: Outcome = {
  kind: 'refused',
  error: {
    message:
      'The database cannot store what these files describe: a text in them is too long, or has characters that it does not take.',
  },
}

/** Whether Postgres refuses these very values (SQLSTATE 22 data exception, 54 limit exceeded): it always will. */
function isRefusedByPostgres(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|54)/.test(error.code ?? '')
}

async function perform(
  { order, remote, dbUrl, ...access }: AnalysisRequest,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const db = new pg.Client({ connectionString: dbUrl, application_name: 'waymark-analysis' })
  // The statement under way rejects; without a listener the event would end the process without a reason.
  db.on('error', () => undefined)
  await db.connect()
  try {
    const storage = createStorage(access)
    const { files, commit, details, unusable } = await readBranch(db, storage, { order, remote }, onProgress)
    const isRemote = remote !== undefined
    const content = describeFiles(files, onProgress, {
      partly: isRemote || files.length > 1,
      mayBeEmpty: isRemote,
    })
    if (unusable > 0) content.diagnostics.push(unusableNames(unusable))
    await keepFiles(db, storage, order, files)
    const snapshotsWritten = await writeMissingSnapshots(
      db,
      order.workspaceId,
      content.nodes,
      (done, total) => onProgress({ phase: 'write', done, total }),
    )
    const comparisons = await compareWithBefore(db, storage, order, files, content)
    await swapIn(db, order, { files, commit, details, content, comparisons, snapshotsWritten })
    return { kind: 'done', nodes: content.nodes.length, snapshotsWritten }
  } catch (error) {
    if (isRefusedByPostgres(error)) return NOT_STORABLE
    if (error instanceof RemoteError) return outcomeOf(error)
    if (!(error instanceof DescriptionError)) throw error
    const { message, file, line, column } = error
    return { kind: 'refused', error: { message, ...(file ? { file, line, column } : {}) } }
  } finally {
    await db.end()
  }
}

/** The files of a branch, the commit that they are of, where there is one, and how many had no usable name. */
async function readBranch(
  db: pg.Client,
  storage: Storage,
  { order, remote }: AnalysisWork,
  onProgress: (progress: Progress) => void,
): Promise<Omit<FetchedBranch, 'commit'> & { commit: string | null }> {
  if (!remote)
    return {
      files: await fetchUploads(db, storage, order, onProgress),
      commit: null,
      details: null,
      unusable: 0,
    }
  onProgress({ phase: 'download', done: 0, total: 1 })
  return fetchBranch(remote)
}

function unusableNames(count: number): Diagnostic {
  const message = `${count} ${count === 1 ? 'file was' : 'files were'} left out: no file of a project can have such a name.`
  return { severity: 'warning', code: 'path-unusable', message, file: '' }
}

function outcomeOf({ kind, message }: RemoteError): Outcome {
  if (kind === 'credentials') return { kind }
  return kind === 'later' ? { kind, message } : { kind, error: { message } }
}

// A parent that was killed takes its analysis along: by the closed channel, and while a parser is too busy to hear of
// it, by a thread that looks whose child this process is.
function endWithParent(): void {
  process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
  new Worker(new URL('./parent-watch.ts', import.meta.url), { env: {}, execArgv: [] }).unref()
}

// Of all processes on the machine this one can be repeated: Linux then ends it before it ends Postgres.
function endFirstWhenMemoryIsShort(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems have no such file.
  }
}
