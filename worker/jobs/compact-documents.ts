// Job `compact_documents`: what was typed into a working copy becomes part of snapshots, so that opening stays quick. In a process of
// its own (documents/process.ts): what people send to a document may be made to exhaust whoever reads it.
import type { Task } from 'graphile-worker'
import { type Program, runProgram } from '../analyze/run-process.ts'
import type { Context } from '../context.ts'
import type { CompactionOutcome, CompactionWork } from '../documents/protocol.ts'

const SECONDS = 120

/** The graphile-worker task; payload `{branch_id}`. Cut off anywhere, the next one goes on; rejects to be retried. */
export function compactDocuments({ config, log, stopping }: Context): Task {
  return async (payload) => {
    const { branch_id: branchId } = payload as { branch_id: number }
    const program: Program<CompactionOutcome> = {
      file: new URL('../documents/process.ts', import.meta.url),
      megabytes: config.analysisMemory,
      seconds: SECONDS,
      tooLarge: { kind: 'refused' },
      tooLong: { kind: 'refused' },
    }
    const work: CompactionWork = { branchId: String(branchId) }
    const outcome = await runProgram(config, program, work, () => undefined, stopping)
    // Nothing is lost by it: the updates stay, and beyond 32 MB of them a document takes no more.
    if (outcome.kind === 'refused') log('warn', 'a working copy could not be compacted', { branch: branchId })
    else if (outcome.documents > 0)
      log('info', 'documents compacted', { branch: branchId, documents: outcome.documents })
  }
}
