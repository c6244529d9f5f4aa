// Job `compact_documents`: what was typed into a working copy becomes part of snapshots, so that opening stays quick. In a process of
// its own (documents/process.ts): what people send to a document may be made to exhaust whoever reads it.
import type { Task } from 'graphile-worker'
import { type Program, runProgram } from '../analyze/run-process.ts'
import type { Context } from '../context.ts'
import { block } from '../documents/compact.ts'
import type { CompactionOutcome, CompactionProgress, CompactionWork } from '../documents/protocol.ts'

const SECONDS = 120
/** Of one document: what of it is not bounded by steps takes a small part of this. */
const MOST_MS = 30_000

/** The graphile-worker task; payload `{branch_id}`. Cut off anywhere, the next one goes on; rejects to be retried. */
export function compactDocuments({ config, db, log, stopping }: Context): Task {
  return async (payload) => {
    const { branch_id: branchId } = payload as { branch_id: number }
    const program: Program<CompactionOutcome> = {
      file: 'documents/process.ts',
      megabytes: config.analysisMemory,
      seconds: SECONDS,
      tooLarge: { kind: 'refused', because: 'size' },
      tooLong: { kind: 'refused', because: 'time' },
    }
    const work: CompactionWork = { branchId: String(branchId) }
    let last: (CompactionProgress & { at: number }) | undefined
    const onProgress = (document: CompactionProgress) => {
      last = { ...document, at: Date.now() }
    }
    const outcome = await runProgram(config, program, work, onProgress, stopping)
    if (outcome.kind === 'refused') {
      log('warn', 'a working copy could not be compacted', { branch: branchId, document: last?.id })
      // The one that took its process along, or most of its time, keeps no other one waiting: the next attempt is without it.
      if (last && (outcome.because === 'size' || Date.now() - last.at > MOST_MS)) {
        await block(db, last)
        throw new Error('A document was blocked; the others are next.')
      }
    } else if (outcome.documents > 0)
      log('info', 'documents compacted', { branch: branchId, documents: outcome.documents })
  }
}
