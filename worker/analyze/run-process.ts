import { type ChildProcess, fork } from 'node:child_process'
import type { Config } from '../config.ts'
import { GivenBack } from '../context.ts'
import { lowerPriority } from '../priority.ts'
import { type ProgramName, programFile } from '../programs/find.ts'
import type { AnalysisWork, Outcome, ProcessAccess, Progress } from './protocol.ts'
import type { ProcessMessage } from './serve-parent.ts'

// A third of what an equal would have: enough to go on where others never stop.
const NICE = 5

/** A program that does one piece of work in a process of its own, and what bounds it. */
export interface Program<Outcome> {
  file: ProgramName
  /** Of its heap. */
  megabytes: number
  seconds: number
  /** What comes of work that does not fit into its heap, or its time: it never will. */
  tooLarge: Outcome
  tooLong: Outcome
}

const refused = (message: string): Outcome => ({ kind: 'refused', error: { message } })

// How V8 ends a process whose heap is full, or that asks for one thing larger than any may be.
const OUT_OF_MEMORY: NodeJS.Signals[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

/** Whether a process that ended by this signal had filled its heap. */
export const isOutOfMemory = (signal: NodeJS.Signals | null): boolean =>
  signal !== null && OUT_OF_MEMORY.includes(signal)

/** Analyses in a process of its own. Files that do not fit into its heap or its time are refused. */
export function runAnalysis(
  config: Config,
  work: AnalysisWork,
  onProgress: (progress: Progress) => void,
  stopping: AbortSignal,
): Promise<Outcome> {
  const program: Program<Outcome> = {
    file: 'analyze/process.ts',
    megabytes: config.analysisMemory,
    seconds: config.analysisSeconds,
    tooLarge: refused('These files are too large to be analysed here. Split them into smaller descriptions.'),
    tooLong: refused('These files take too long to be analysed here. Split them into smaller descriptions.'),
  }
  return runProgram(config, program, work, onProgress, stopping)
}

/**
 * Works in a process of its own: one that exhausts its heap dies alone, where a thread can take the worker along.
 * Aborting ends it with its connection, so that Postgres undoes what was not committed. Rejects with what the process
 * threw.
 */
export function runProgram<Outcome, Progress>(
  access: ProcessAccess,
  program: Program<Outcome>,
  work: object,
  onProgress: (progress: Progress) => void,
  stopping: AbortSignal,
): Promise<Outcome> {
  if (stopping.aborted) return Promise.reject(new GivenBack())
  const child = startProcess(program)
  return new Promise<Outcome>((resolve, reject) => {
    let outcome: Outcome | undefined
    let failure: Error | undefined
    const giveBack = () => {
      // What is committed is done; the process is only on its way out.
      if (outcome) return
      reject(new GivenBack())
      endGroup(child)
    }
    stopping.addEventListener('abort', giveBack, { once: true })
    const tooLong = setTimeout(() => {
      outcome ??= program.tooLong
      endGroup(child)
    }, program.seconds * 1000)
    child.on('message', (message: ProcessMessage<Outcome, Progress>) => {
      if ('progress' in message) onProgress(message.progress)
      else if ('failure' in message) failure = new Error(message.failure)
      else outcome = message.outcome
    })
    child.once('error', (error) => {
      failure ??= error
      // Never started, it will never close.
      if (child.pid === undefined) reject(error)
    })
    child.once('close', (code, signal) => {
      clearTimeout(tooLong)
      stopping.removeEventListener('abort', giveBack)
      endGroup(child)
      if (isOutOfMemory(signal)) outcome ??= program.tooLarge
      if (outcome) resolve(outcome)
      else reject(failure ?? new Error(`The process ended (${signal ?? code}) with no result.`))
    })
    const { dbUrl, supabaseUrl, serviceKey } = access
    child.send({ ...work, dbUrl, supabaseUrl, serviceKey }, (error) => {
      if (error) failure ??= error
    })
  })
}

/** Ends it with what it has started: Git, and what Git has started, are of the group that the process leads. */
export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}

/**
 * What bounds the heap of a process. New objects have 16 MB as everywhere: V8 takes more of a machine with much memory, and
 * then cleans up so late that a process holds twice what it needs.
 */
export function heapFlags(megabytes: number): string[] {
  return [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=16']
}

/** Starts a process that waits for work. V8's last words and its stack trace would fill the log: nothing of it is kept. */
export function startProcess({
  file,
  megabytes,
}: Pick<Program<unknown>, 'file' | 'megabytes'>): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, SSL_CERT_DIR } = process.env
  const child = fork(programFile(file), {
    execArgv: [...heapFlags(megabytes), '--disable-warning=ExperimentalWarning'],
    env: { PATH, NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, SSL_CERT_DIR },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
  if (child.pid !== undefined) lowerPriority(child.pid, NICE)
  return child
}
