// A double of a Git host as the machine of its own that a host is: in another process, which with the Git that it runs may
// only take what the product leaves. Else a figure would tell how long the product waited for its own double.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Files } from '../../doubles/git/repository.ts'

/** Where all its repositories are. */
export const ORGANIZATION = 'Default/Bench'

/** A webhook as the host sends it. */
export interface Webhook {
  url: string
  headers: Record<string, string>
  raw: string
}

export interface HostCalls {
  start(): Promise<{ url: string; username: string; token: string }>
  /** The id of a new repository. */
  addRepository(name: string, files: Files): Promise<string>
  /** The address that hosts call is the public one, which nothing answers at here. */
  pointHooks(id: string, from: string, to: string): Promise<void>
  /** Commits as somebody else of the team would, and tells the hooks. */
  commit(id: string, branch: string, files: Files): Promise<void>
  /** The same, and answers what the hooks would have been told; from then on they hear nothing. */
  writeDown(id: string, commits: { branch: string; files: Files }[]): Promise<Webhook[]>
  /** The newest commit of each branch. */
  heads(id: string): Promise<[branch: string, commit: string][]>
}

export interface HostCall {
  number: number
  name: keyof HostCalls
  values: unknown[]
}

export type HostAnswer = { number: number; value: unknown } | { number: number; error: string }

export interface HostProcess extends HostCalls {
  close(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./git-host-process.ts', import.meta.url))

/** Starts it; the caller closes it. */
export function startHostProcess(): HostProcess {
  const child = fork(PROGRAM, { execArgv: ['--disable-warning=ExperimentalWarning'] })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const waiting = new Map<number, (answer: HostAnswer) => void>()
  child.on('message', (answer: HostAnswer) => waiting.get(answer.number)?.(answer))
  child.once('exit', () => {
    for (const [number, settle] of waiting) settle({ number, error: 'The host has ended.' })
  })
  let count = 0
  const call = (name: keyof HostCalls) =>
    (async (...values: unknown[]) => {
      const number = count++
      const answer = await new Promise<HostAnswer>((resolve) => {
        waiting.set(number, resolve)
        child.send({ number, name, values } satisfies HostCall)
      })
      waiting.delete(number)
      if ('error' in answer) throw new Error(answer.error)
      return answer.value
    }) as never
  return {
    start: call('start'),
    addRepository: call('addRepository'),
    pointHooks: call('pointHooks'),
    commit: call('commit'),
    writeDown: call('writeDown'),
    heads: call('heads'),
    async close() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
