// The process of one commit: documents in, a commit at their Git host out.
import type pg from 'pg'
import { DescriptionError } from '../../analysis/errors.ts'
import { type ImportedFile, keepFiles } from '../analyze/files.ts'
import { serveParent } from '../analyze/serve-parent.ts'
import { fetchWorkingCopy } from '../analyze/working-copy.ts'
import { RemoteError } from '../git/failures.ts'
import { refusePipelines } from '../git/pipelines.ts'
import { pushCommit } from '../git/push-commit.ts'
import { openDatabase } from '../process-database.ts'
import { createStorage, type Storage } from '../storage.ts'
import type { BegunCommit, CommitOutcome, CommitRequest, CommittedDocument } from './protocol.ts'

serveParent(perform)

async function perform(request: CommitRequest): Promise<CommitOutcome> {
  const { begun, remote, isServiceAccount } = request
  const db = await openDatabase(request.dbUrl, 'waymark-commit')
  try {
    const storage = createStorage(request)
    const { changes, files, committed } = await changesOf(db, storage, begun)
    // As they are now: the paths are what their files are called by now.
    if (isServiceAccount) await refusePipelines(db, [...changes.keys()])
    // Kept before it is pushed: what the branch then has is known here, whenever this ends.
    await keepFiles(db, storage, { workspaceId: String(begun.workspace_id) }, files)
    const made = await pushCommit(remote, {
      base: begun.base_commit,
      files: changes,
      message: begun.message,
      author: { name: begun.author?.name ?? '', email: begun.author?.email ?? '' },
      time: begun.time,
      newBranch: begun.new_branch,
    })
    return 'commit' in made
      ? { kind: 'pushed', commit: made.commit, committed }
      : { kind: 'moved', commit: made.movedTo }
  } catch (error) {
    if (error instanceof RemoteError) return { kind: error.kind, message: error.message }
    if (error instanceof DescriptionError) return { kind: 'refused', message: error.message }
    throw error
  } finally {
    await db.end()
  }
}

interface Changes {
  changes: Map<string, Buffer | null>
  files: ImportedFile[]
  committed: CommittedDocument[]
}

async function changesOf(
  db: pg.Client,
  storage: Storage,
  { branch_id, documents }: BegunCommit,
): Promise<Changes> {
  const changes = new Map<string, Buffer | null>()
  const staying = documents.filter(({ is_deleted }) => !is_deleted)
  const ids = staying.map(({ id }) => id)
  const upTo = new Map(documents.flatMap(({ id, up_to }) => (up_to === null ? [] : [[id, up_to]])))
  const read = await fetchWorkingCopy(
    db,
    storage,
    { branchId: String(branch_id), ids, upTo },
    () => undefined,
  )
  const found = new Map(read.documents.map((document) => [document.id, document]))
  for (const { id, path } of staying)
    if (!found.has(id)) throw new DescriptionError('This file was deleted meanwhile. Commit again.', path)
  // What leaves a path goes first: another document may have taken it.
  for (const { id, published_path: path } of documents)
    if (path !== null && found.get(id)?.path !== path) changes.set(path, null)
  for (const { path, bytes } of read.files) changes.set(path, bytes)
  const deleted = documents
    .filter(({ is_deleted }) => is_deleted)
    .map(({ id, epoch, seq }) => ({ id, epoch, seq, path: null, hash: null }))
  return { changes, files: read.files, committed: [...read.documents, ...deleted] }
}
