// The process of one export: a workspace in, its archive in Storage out, in parts that any Storage takes. What was
// typed in drafts is put together in another process (drafts.ts).
import { createHash } from 'node:crypto'
import { serveParent } from '../analyze/serve-parent.ts'
import { openDatabase } from '../process-database.ts'
import { createStorage, type Storage } from '../storage.ts'
import { openDrafts } from './drafts.ts'
import type { ExportOutcome, ExportRequest } from './protocol.ts'
import { writeArchive } from './write-archive.ts'

const PART_BYTES = 32 * 1024 * 1024

serveParent(perform)

async function perform(request: ExportRequest): Promise<ExportOutcome> {
  const { workspaceId, exportId } = request
  const db = await openDatabase(request.dbUrl, 'waymark-export')
  const drafts = openDrafts(request)
  try {
    const storage = createStorage(request)
    const archive = await writeArchive({ db, storage, workspaceId, readDraft: drafts.read })
    return { kind: 'made', ...(await store(storage, `${workspaceId}/${exportId}`, archive)) }
  } finally {
    drafts.end()
    await db.end()
  }
}

async function store(storage: Storage, folder: string, archive: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let bytes = 0
  let size = 0
  let parts = 0
  const send = async () => {
    await storage.upload('exports', `${folder}/${parts}`, Buffer.concat(waiting, bytes))
    parts += 1
    waiting = []
    bytes = 0
  }
  for await (const chunk of archive) {
    hash.update(chunk)
    waiting.push(chunk)
    bytes += chunk.length
    size += chunk.length
    if (bytes >= PART_BYTES) await send()
  }
  if (bytes > 0) await send()
  return { parts, size, checksum: hash.digest('hex') }
}
