// The process of one analysis: files in from Storage, nodes out into the database.
import pg from 'pg'
import { DescriptionError, type Diagnostic } from '../../analysis/index.ts'
import { RemoteError } from '../git/failures.ts'
import { type FetchedBranch, fetchBranch } from '../git/fetch-branch.ts'
import { openDatabase } from '../process-database.ts'
import { createStorage, type Storage } from '../storage.ts'
import { compareWithBefore } from './compare.ts'
import { describeFiles } from './describe.ts'
import { fetchUploads, keepFiles } from './files.ts'
import type { AnalysisRequest, AnalysisWork, Outcome, Progress } from './protocol.ts'
import { serveParent } from './serve-parent.ts'
import { writeMissingSnapshots } from './snapshots.ts'
import { swapIn } from './swap.ts'
import { fetchWorkingCopy, type ReadDocument } from './working-copy.ts'

serveParent(perform)

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
  const db = await openDatabase(dbUrl, 'waymark-analysis')
  try {
    const storage = createStorage(access)
    const { files, commit, details, unusable, documents } = await readBranch(
      db,
      storage,
      { order, remote },
      onProgress,
    )
    const isRemote = remote !== undefined
    const content = describeFiles(files, onProgress, {
      partly: isRemote || files.length > 1,
      mayBeEmpty: isRemote || documents !== null,
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
    await swapIn(db, order, { files, documents, commit, details, content, comparisons, snapshotsWritten })
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

interface ReadBranch extends Omit<FetchedBranch, 'commit'> {
  commit: string | null
  /** Of a working copy: what was read of each. */
  documents: ReadDocument[] | null
}

/** The files of a branch, the commit that they are of, where there is one, and how many had no usable name. */
async function readBranch(
  db: pg.Client,
  storage: Storage,
  { order, remote }: AnalysisWork,
  onProgress: (progress: Progress) => void,
): Promise<ReadBranch> {
  const ours = { commit: null, details: null, unusable: 0 }
  if (order.source === 'studio')
    return { ...ours, ...(await fetchWorkingCopy(db, storage, order, onProgress)) }
  if (!remote) return { ...ours, files: await fetchUploads(db, storage, order, onProgress), documents: null }
  onProgress({ phase: 'download', done: 0, total: 1 })
  return { ...(await fetchBranch(remote)), documents: null }
}

function unusableNames(count: number): Diagnostic {
  const message = `${count} ${count === 1 ? 'file was' : 'files were'} left out: no file of a project can have such a name.`
  return { severity: 'warning', code: 'path-unusable', message, file: '' }
}

function outcomeOf({ kind, message, lacks }: RemoteError): Outcome {
  if (kind === 'credentials') return { kind }
  return kind === 'later' ? { kind, message } : { kind, error: { message }, ...(lacks ? { lacks } : {}) }
}
