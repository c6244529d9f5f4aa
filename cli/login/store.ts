// What `waymark login` keeps: one file that its owner alone may read, and that processes change one after another.
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'

export interface Login {
  workspace_id: string
  token: string
  expires_at: string
  /** Good once: each renewal gives the next one. */
  refresh_token: string
}

/** By the address of the server. */
export type Logins = Record<string, Login>

/** Where the logins are kept. */
export function loginsFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  const home = homedir()
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    win32: APPDATA ?? join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
  }
  const folder = XDG_CONFIG_HOME || (folders[process.platform] ?? join(home, '.config'))
  return join(folder, 'waymark', 'logins.json')
}

/** All logins; none where there is no such file. */
export function readLogins(): Logins {
  let text: string
  try {
    text = readFileSync(loginsFile(), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
  try {
    const logins: unknown = JSON.parse(text)
    if (typeof logins === 'object' && logins !== null && !Array.isArray(logins)) return logins as Logins
  } catch {
    // Said below: whatever it is, it is no such file.
  }
  throw new CliError(`${loginsFile()} is broken.`, 'Delete it and sign in again: waymark login', EXIT.data)
}

/** Keeps a login, or with null forgets it. Only inside `withLock`. */
export function keepLogin(address: URL, login: Login | null): void {
  const { [address.href]: _before, ...others } = readLogins()
  const file = loginsFile()
  const part = `${file}.${process.pid}`
  const logins = login === null ? others : { ...others, [address.href]: login }
  rmSync(part, { force: true })
  writeFileSync(part, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(part, file)
}

/** Longer than one renewal may take, which is what the lock is held for. */
const STALE_MS = 60_000

/** Runs what reads and changes the file while no other process does. A lock that was left behind holds for a minute. */
export async function withLock<T>(work: () => Promise<T> | T): Promise<T> {
  const lock = `${loginsFile()}.lock`
  mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
  while (!tryLock(lock)) await sleep(50)
  try {
    return await work()
  } finally {
    rmdirSync(lock)
  }
}

/** Takes the lock; false while another process has it. One that was left behind is removed, for the next try. */
function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs > STALE_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}
