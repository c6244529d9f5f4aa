// The thread of one analysis: files in from Storage, nodes out into the database.
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { DescriptionError } from '../../analysis/index.ts'
import { createStorage } from '../storage.ts'
import { describeFiles } from './describe.ts'
import { fetchUploads, keepFiles } from './files.ts'
import type { Outcome, Progress, ThreadData, ThreadMessage } from './protocol.ts'
import { writeMissingSnapshots } from './snapshots.ts'
import { swapIn } from './swap.ts'

const { order, dbUrl, ...access } = workerData as ThreadData
const say = (message: ThreadMessage) => parentPort?.postMessage(message)
say({ outcome: await perform((progress) => say({ progress })) })

async function perform(onProgress: (progress: Progress) => void): Promise<Outcome> {
  const db = new pg.Client({ connectionString: dbUrl, application_name: 'waymark-analysis' })
  await db.connect()
  try {
    const storage = createStorage(access)
    const files = await fetchUploads(db, storage, order, onProgress)
    const content = describeFiles(files, onProgress)
    await keepFiles(db, storage, order, files)
    const snapshotsWritten = await writeMissingSnapshots(
      db,
      order.workspaceId,
      content.nodes,
      (done, total) => onProgress({ phase: 'write', done, total }),
    )
    await swapIn(db, order, { files, content, snapshotsWritten })
    return { kind: 'done', nodes: content.nodes.length, snapshotsWritten }
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error
    const { message, file, line, column } = error
    return { kind: 'refused', error: { message, ...(file ? { file, line, column } : {}) } }
  } finally {
    await db.end()
  }
}
