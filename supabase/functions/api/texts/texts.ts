// Where texts are put together: in a worker where the runtime has them, else in this process, for so much work and no more. What
// people send to a document may be made to exhaust whoever reads it.
import { refusalFor, unavailable } from '../../_shared/http/problem.ts'
import { Lane } from '../../_shared/lanes/lane.ts'
import { type Asker, Line } from '../../_shared/lanes/line.ts'
import { putTogether } from './put-together.ts'
import type { Parts, Together } from './types.ts'

const file = new URL('./worker.ts', import.meta.url)
const patienceMs = 10_000
const mostWaiting = 200
/** What a worker's heap has grown to goes with it. */
const mostAnswers = 1_000

interface Waiting extends Asker {
  parts: Parts
  resolve(text: Together): void
  reject(error: unknown): void
}

let lane: Lane<Parts, Together> | undefined
const line = new Line<Waiting>(mostWaiting)

/** The text of a document of `owner`'s. Refuses one that takes more work than there is for it. */
export async function textTogether(asker: Asker, parts: Parts): Promise<string> {
  const text = await (typeof Worker === 'undefined' ? putTogether(parts) : inTurn(asker, parts))
  if (text === null) throw refusalFor('document_blocked')
  return text
}

function inTurn(asker: Asker, parts: Parts): Promise<Together> {
  return new Promise((resolve, reject) => {
    if (line.join({ ...asker, parts, resolve, reject })) next()
    else reject(unavailable(new Error('Too many texts are waiting.')))
  })
}

function next(): void {
  if (lane?.isBusy) return
  const first = line.next()
  if (first) void serve(first).finally(next)
}

async function serve({ parts, resolve, reject }: Waiting): Promise<void> {
  if (!lane || lane.isGone) lane = new Lane(file)
  try {
    resolve(await lane.run(parts, patienceMs))
    if (lane.answered >= mostAnswers) lane.end()
  } catch (error) {
    // Ended by a text, and not by what keeps it from beginning.
    if (lane.isReady) resolve(null)
    else reject(unavailable(error))
  }
}
