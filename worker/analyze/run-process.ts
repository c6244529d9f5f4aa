import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { GivenBack } from '../context.ts'
import type { AnalysisWork, Outcome, Progress } from './protocol.ts'
import type { ProcessMessage } from './serve-parent.ts'

/** A program that does one piece of work in a process of its own, and what bounds it. */
export interface Program<Outcome> {
  file: URL
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

/** Analyses in a process of its own. Files that do not fit into its heap or its time are refused. */
export function runAnalysis(
  config: Config,
  work: AnalysisWork,
  onProgress: (progress: Progress) => void,
  stopping: AbortSignal,
): Promise<Outcome> {
  const program: Program<Outcome> = {
    file: new URL('./process.ts', import.meta.url),
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
  config: Config,
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
      if (signal && OUT_OF_MEMORY.includes(signal)) outcome ??= program.tooLarge
      if (outcome) resolve(outcome)
      else reject(failure ?? new Error(`The process ended (${signal ?? code}) with no result.`))
    })
    const { dbUrl, supabaseUrl, serviceKey } = config
    child.send({ ...work, dbUrl, supabaseUrl, serviceKey }, (error) => {
      if (error) failure ??= error
    })
  })
}

// With what it has started: Git, and what Git has started, are of the group that the process leads.
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}

// V8's last words and its stack trace would fill the log; the outcome says the same in a sentence.
function startProcess({ file, megabytes }: Pick<Program<unknown>, 'file' | 'megabytes'>): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, SSL_CERT_DIR } = process.env
  const child = fork(fileURLToPath(file), {
    execArgv: [`--max-old-space-size=${megabytes}`, '--disable-warning=ExperimentalWarning'],
    env: { PATH, NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, SSL_CERT_DIR },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
  // Whoever reads or writes goes first where there are few cores; Git, which it starts, has the same priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}
