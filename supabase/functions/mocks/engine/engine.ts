// Who answers: workers where the runtime has them, else this process (docs/decisions/0195-an-operation-ends-its-own-request.md).
import { refusal, unavailable } from '../../_shared/http/problem.ts'
import { Lane } from '../../_shared/lanes/lane.ts'
import { type Asker, Line } from '../../_shared/lanes/line.ts'
import { Strikes } from './strikes.ts'
import type { Job, MockResult } from './types.ts'

const lanes = 2
const patienceMs = 5_000
/** A worker is replaced once it has answered so many requests: what its library compiled stays in memory. */
const mostAnswers = 2_000
const mostWaiting = 200

interface Waiting extends Asker {
  job: Job
  resolve(result: MockResult): void
  reject(error: unknown): void
}

type EngineLane = Lane<Job, MockResult>

const file = new URL('./worker.ts', import.meta.url)
const running: EngineLane[] = []
const line = new Line<Waiting>(mostWaiting)
const strikes = new Strikes()

/** Answers a request of a client's from an operation of `owner`'s. Throws SERVICE_UNAVAILABLE where that takes too long. */
export function answer(asker: Asker, job: Job): Promise<MockResult> {
  if (typeof Worker === 'undefined') return answerHere(job)
  const until = strikes.refusedUntil({ ...asker, job })
  if (until > 0) throw heavy(until)
  return new Promise((resolve, reject) => {
    if (!line.join({ ...asker, job, resolve, reject }))
      return reject(unavailable(new Error('Too many mocks are waiting.')))
    next()
  })
}

/** Loads the engine before the first request. */
export function warmUp(): void {
  if (typeof Worker !== 'undefined') running.push(new Lane(file))
}

function next(): void {
  const lane = idleLane()
  const first = lane && line.next()
  if (!lane || !first) return
  void serve(lane, first).finally(next)
}

function idleLane(): EngineLane | undefined {
  for (const [place, lane] of [...running.entries()].reverse()) if (lane.isGone) running.splice(place, 1)
  const idle = running.find((lane) => !lane.isBusy)
  if (idle || running.length >= lanes) return idle
  const lane: EngineLane = new Lane(file)
  running.push(lane)
  return lane
}

async function serve(lane: EngineLane, { resolve, reject, ...struck }: Waiting): Promise<void> {
  try {
    resolve(await lane.run(struck.job, patienceMs))
    if (lane.answered >= mostAnswers) lane.end()
  } catch (error) {
    if (!lane.isReady) return reject(unavailable(error))
    strikes.add(struck)
    reject(heavy(strikes.refusedUntil(struck)))
  }
}

function heavy(until: number) {
  const seconds = Math.ceil((until - Date.now()) / 1_000)
  return refusal('SERVICE_UNAVAILABLE', 'It takes too long to answer as this description says.', {
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  })
}

async function answerHere({ text, request, wanted }: Job): Promise<MockResult> {
  const { answerOf, prepare } = await import('./mock.ts')
  return answerOf(prepare(text), request, wanted)
}
