// Where rulesets of strangers are read and tried: in a worker that is ended in time, since a regular expression of a rule may
// never end. Where the runtime has no workers nothing is tried.
import { refusal, unavailable } from '../../_shared/http/problem.ts'
import { Lane } from '../../_shared/lanes/lane.ts'
import { type Asker, Line } from '../../_shared/lanes/line.ts'
import type { LintAnswer, LintJob } from './types.ts'

const file = new URL('./worker.ts', import.meta.url)
const patienceMs = 15_000
const mostWaiting = 40
/** What a worker's heap has grown to goes with it. */
const mostAnswers = 50
/** Its heap has 256 MB, as that of the function, and what it begins with takes a part of them. */
const mostGrowth = 215 * 1024 * 1024

interface Waiting extends Asker {
  job: LintJob
  resolve(answer: LintAnswer): void
  reject(error: unknown): void
}

let lane: Lane<LintJob, LintAnswer> | undefined
const line = new Line<Waiting>(mostWaiting)

/** What a ruleset of `owner`'s has wrong, or what it finds in a text. Refuses one that takes more work than there is for it. */
export async function tried(asker: Asker, job: LintJob): Promise<Exclude<LintAnswer, { kind: 'too much' }>> {
  if (typeof Worker === 'undefined') throw unavailable(new Error('This runtime has no workers.'))
  const answer = await inTurn(asker, job)
  if (answer.kind === 'too much')
    throw refusal('PAYLOAD_TOO_LARGE', 'The rules take more time or memory than there is for trying them.')
  return answer
}

function inTurn(asker: Asker, job: LintJob): Promise<LintAnswer> {
  return new Promise((resolve, reject) => {
    if (line.join({ ...asker, job, resolve, reject })) next()
    else reject(unavailable(new Error('Too many rulesets are waiting.')))
  })
}

function next(): void {
  if (lane?.isBusy) return
  const first = line.next()
  if (first) void serve(first).finally(next)
}

async function serve({ job, resolve, reject }: Waiting): Promise<void> {
  if (lane?.isWorn) lane.end()
  if (!lane || lane.isGone) lane = new Lane(file, mostGrowth)
  try {
    resolve(await lane.run(job, patienceMs))
    if (lane.answered >= mostAnswers) lane.end()
  } catch (error) {
    // Ended by a ruleset, and not by what keeps it from beginning.
    if (lane.isReady) resolve({ kind: 'too much' })
    else reject(unavailable(error))
  }
}
