// The process of one compaction: documents of a working copy with what was typed in, new snapshots out.

import { serveParent } from '../analyze/serve-parent.ts'
import { openDatabase } from '../process-database.ts'
import { compactDocument } from './compact.ts'
import type { CompactionOutcome, CompactionProgress, CompactionRequest } from './protocol.ts'

serveParent(perform)

async function perform(
  { branchId, dbUrl }: CompactionRequest,
  onProgress: (progress: CompactionProgress) => void,
): Promise<CompactionOutcome> {
  const db = await openDatabase(dbUrl, 'waymark-compaction')
  try {
    const { rows } = await db.query<CompactionProgress>(
      `select d.id, d.epoch from public.documents d
       join private.document_snapshots s on s.document_id = d.id and s.epoch = d.epoch
       where d.branch_id = $1 and not d.is_blocked and (s.seq < d.seq or d.base_moved and d.is_edited) order by d.waiting_bytes`,
      [branchId],
    )
    const failures: unknown[] = []
    for (const document of rows) {
      onProgress(document)
      // The job is tried again for those that failed; the others do not wait for them.
      await compactDocument(db, document.id).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
    return { kind: 'done', documents: rows.length }
  } finally {
    await db.end()
  }
}
