// Puts the drafts of an export together, one after the other, in one process (draft-process.ts) as long as it does well: one
// that fails, hangs or is killed costs the draft in hand and a new process, nothing else.
import type { ChildProcess } from 'node:child_process'
import type { ProcessAccess } from '../analyze/protocol.ts'
import { endGroup, isOutOfMemory, startProcess } from '../analyze/run-process.ts'
import type { ProcessMessage } from '../analyze/serve-parent.ts'
import type { DraftOutcome, DraftRequest, DraftWork } from './protocol.ts'

/** In seconds: for a draft, and for all of an export together, so that it ends however many there are. */
export interface DraftTimes {
  one: number
  all: number
}

const TIMES: DraftTimes = { one: 60, all: 20 * 60 }

const unreadable = (reason: string): DraftOutcome => ({ kind: 'unreadable', reason })
const tooLarge = unreadable('Putting it together takes more memory than there is for it.')
const tooLong = unreadable('Putting it together takes longer than there is for it.')
const failed = unreadable('Putting it together failed.')
const noTimeLeft = unreadable('There are more drafts than there is time for in one export.')

export interface Drafts {
  /** One after the other. Never rejects: what cannot be put together, for whatever reason, is unreadable. */
  read(work: DraftWork): Promise<DraftOutcome>
  end(): void
}

/** The drafts of one export; `end` ends their process. */
export function openDrafts(access: ProcessAccess & { draftMegabytes: number }, times = TIMES): Drafts {
  const { dbUrl, supabaseUrl, serviceKey, draftMegabytes: megabytes } = access
  let current: ChildProcess | undefined
  let milliseconds = 0
  const start = () => {
    const child = startProcess({ file: 'moving/draft-process.ts', megabytes })
    child.on('error', () => undefined)
    // Ended while nothing was asked of it, it costs no draft.
    child.once('exit', () => {
      if (current === child) current = undefined
    })
    return child
  }
  const end = () => {
    if (current) endGroup(current)
    current = undefined
  }
  const read = async (work: DraftWork): Promise<DraftOutcome> => {
    if (milliseconds >= times.all * 1000) return noTimeLeft
    const isFirst = current === undefined
    const began = performance.now()
    current ??= start()
    const { outcome, isWell } = await ask(current, { ...work, dbUrl, supabaseUrl, serviceKey }, times.one)
    milliseconds += performance.now() - began
    if (isWell) return outcome
    end()
    // Drafts before this one may have filled its heap, or its connection was cut: the next process begins with it.
    return isFirst || outcome === tooLong ? outcome : read(work)
  }
  return { read, end }
}

interface Answer {
  outcome: DraftOutcome
  /** Whether the process can be asked for the next one. */
  isWell: boolean
}

function ask(child: ChildProcess, request: DraftRequest, seconds: number): Promise<Answer> {
  return new Promise((resolve) => {
    const done = (outcome: DraftOutcome, isWell = false) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('close', onClose)
      resolve({ outcome, isWell })
    }
    const onMessage = (message: ProcessMessage<DraftOutcome, never>) => {
      if ('outcome' in message) done(message.outcome, true)
      else done(failed)
    }
    const onClose = (_code: number | null, signal: NodeJS.Signals | null) =>
      done(isOutOfMemory(signal) ? tooLarge : failed)
    const timer = setTimeout(() => done(tooLong), seconds * 1000)
    child.on('message', onMessage)
    child.once('close', onClose)
    // Never started, it will never close. One that is gone by now closes, and says by what it ended.
    if (child.pid === undefined) done(failed)
    else child.send(request, () => undefined)
  })
}
