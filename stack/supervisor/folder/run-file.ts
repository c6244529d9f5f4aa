// What runs on a data folder: the lock that keeps a second start out, and the record that `status` reads and
// that lets the next start end what a killed one left behind.
import { existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Project } from '../../elsewhere/project.ts'
import type { Log } from '../../log.ts'
import { leaveFolder, takeFolder } from './folder-lock.ts'
import { originalOf, type Place } from './place.ts'
import { end, type ProcessIdentity, stillRuns } from './process-identity.ts'

const RETRY_MS = 1_000

export interface Ports {
  gateway: number
  postgres: number
  inbox: number
  smtp: number
  stripe: number
}

export interface Run extends Place {
  supervisor: ProcessIdentity
  version: string
  startedAt: string
  /** Address of the base host. */
  url: string
  ports: Ports
  hasInbox: boolean
  /** The flags that are on; absent where an older code wrote this. */
  flags?: string[]
  /** The Supabase project elsewhere that the instance works on, its keys included. */
  project?: Project
  /** The functions' temporary files, which a killed supervisor leaves behind. */
  tmpDir: string
  children: Record<string, ProcessIdentity>
}

/** Takes the folder for this process; throws a sentence when another start has it. */
export function lock(dir: string): void {
  const holder = takeFolder(dir)
  if (!holder) return
  const url = readRun(dir)?.url
  throw new Error(
    `Waymark already runs on ${dir} (process ${holder.pid}${url ? `, ${url}` : ''}): stop it first, or choose another folder with --data and other ports with --port.`,
  )
}

/** Gives the folder back. */
export function unlock(dir: string): void {
  rmSync(join(dir, 'run.json'), { force: true })
  leaveFolder(dir)
}

/** What the last start left: how many of its children were ended, or whose copy the folder is. */
export interface Leftovers {
  ended: number
  copyOf: string | undefined
}

/** Ends the children that a killed supervisor left, Postgres excepted. Those of a folder this is a copy of stay. */
export async function endLeftovers(dir: string): Promise<Leftovers> {
  const run = readRun(dir)
  const copyOf = run && originalOf(run, dir)
  if (!run || copyOf !== undefined) {
    rmSync(join(dir, 'run.json'), { force: true })
    return { ended: 0, copyOf }
  }
  const children = Object.entries(run.children ?? {}).filter(([name]) => name !== 'postgres')
  const left = children.map(([, child]) => child).filter(stillRuns)
  await Promise.all(left.map((child) => end(child)))
  if (isOurTemporary(run.tmpDir)) rmSync(run.tmpDir, { recursive: true, force: true })
  return { ended: left.length, copyOf: undefined }
}

/** Whether a start of this user made the folder: a record that somebody else wrote may name any. */
function isOurTemporary(dir: unknown): boolean {
  if (typeof dir !== 'string' || dirname(dir) !== tmpdir() || !/^waymark-[A-Za-z0-9]{6}$/.test(basename(dir)))
    return false
  const found = lstatSync(dir, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}

export function writeRun(dir: string, run: Run): void {
  const file = join(dir, 'run.json')
  writeFileSync(`${file}.new`, JSON.stringify(run, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/**
 * Writes the record while its instance runs. A full disk ends nothing: the record is written when there is room again,
 * with what it holds by then.
 */
export function createRunWriter(dir: string, run: Run, log: Log): () => void {
  let retry: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(retry)
    // Whoever gave the folder back leaves no record in it.
    if (!existsSync(join(dir, 'lock'))) return
    try {
      writeRun(dir, run)
    } catch (error) {
      const reason = (error as Error).message
      if (!retry)
        log('warn', { service: 'supervisor', message: 'what runs could not be written down', reason })
      retry = setTimeout(write, RETRY_MS).unref()
      return
    }
    retry = undefined
  }
  return write
}

/** The record of the folder's last start, whether it still runs or not. */
export function readRun(dir: string): Run | undefined {
  return readJson<Run>(join(dir, 'run.json'))
}

function readJson<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
