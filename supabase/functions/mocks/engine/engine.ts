// Who answers: workers where the runtime has them, else this process (docs/decisions/0195-an-operation-ends-its-own-request.md).
import { refusal, unavailable } from '../../_shared/http/problem.ts'
import { Kept } from '../model/kept.ts'
import { Lane } from './lane.ts'
import type { Job, MockResult } from './types.ts'

const lanes = 2
const patienceMs = 5_000
/** A worker is replaced once it has answered so many requests: what its library compiled stays in memory. */
const mostAnswers = 2_000
const mostWaiting = 200
/** How often a workspace may end a worker, and for how long it counts. */
const mostStrikes = 3
const strikeMs = 10 * 60_000

interface Waiting {
  /** Whose description it is. */
  owner: string
  job: Job
  resolve(result: MockResult): void
  reject(error: unknown): void
}

const running: Lane[] = []
const waiting: Waiting[] = []
/** When an owner ended workers, and which operations did. */
const strikes = new Kept<number[]>(1_000)
const tooHeavy = new Kept<number>(1_000)

/** Answers a request from an operation of `owner`'s. Throws SERVICE_UNAVAILABLE where that takes too long. */
export function answer(owner: string, job: Job): Promise<MockResult> {
  if (typeof Worker === 'undefined') return answerHere(job)
  const until = Math.max(tooHeavy.get(job.digest) ?? 0, suspendedUntil(owner))
  if (until > Date.now()) throw heavy(until)
  if (waiting.length >= mostWaiting) throw unavailable(new Error('Too many mocks are waiting.'))
  return new Promise((resolve, reject) => {
    waiting.push({ owner, job, resolve, reject })
    next()
  })
}

/** Loads the engine before the first request. */
export function warmUp(): void {
  if (typeof Worker !== 'undefined') running.push(new Lane())
}

function next(): void {
  const lane = idleLane()
  const first = lane && takeFairly()
  if (!lane || !first) return
  void serve(lane, first).finally(next)
}

function idleLane(): Lane | undefined {
  for (const [place, lane] of [...running.entries()].reverse()) if (lane.isGone) running.splice(place, 1)
  const idle = running.find((lane) => !lane.isBusy)
  if (idle || running.length >= lanes) return idle
  const lane = new Lane()
  running.push(lane)
  return lane
}

let lastOwner = ''

// The owner who was served last waits for others.
function takeFairly(): Waiting | undefined {
  const other = waiting.findIndex(({ owner }) => owner !== lastOwner)
  const [taken] = waiting.splice(Math.max(0, other), 1)
  if (taken) lastOwner = taken.owner
  return taken
}

async function serve(lane: Lane, { owner, job, resolve, reject }: Waiting): Promise<void> {
  try {
    resolve(await lane.run(job, patienceMs))
    if (lane.prepared >= mostAnswers) lane.end()
  } catch (error) {
    if (!lane.isReady) return reject(unavailable(error))
    const until = Date.now() + strikeMs
    tooHeavy.set(job.digest, until)
    strikes.set(owner, [...recentStrikes(owner), Date.now()])
    reject(heavy(until))
  }
}

function recentStrikes(owner: string): number[] {
  return (strikes.get(owner) ?? []).filter((at) => at > Date.now() - strikeMs)
}

function suspendedUntil(owner: string): number {
  const recent = recentStrikes(owner)
  return recent.length >= mostStrikes ? (recent[0] ?? 0) + strikeMs : 0
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
