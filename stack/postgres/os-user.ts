// Postgres refuses to run as root. As root its processes run as one dedicated system user that owns
// nothing but the database folder; an ordinary user runs Postgres as itself.
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'

export interface OsUser {
  uid: number
  gid: number
}

const NAME = 'waymark'

/**
 * The user Postgres has to run as, or undefined where the current one will do. Creates it if missing.
 * @param existing a database folder that may be there already: its owner goes on owning it
 */
export function databaseUser(existing?: string): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existing && existsSync(existing)) {
    const { uid, gid } = statSync(existing)
    if (uid !== 0) return { uid, gid }
  }
  return lookUp() ?? create()
}

/** Whether `user` may enter `dir` (every parent included); always true for the current user. */
export function canEnter(user: OsUser | undefined, dir: string): boolean {
  if (!user) return true
  // `test` in the child asks the kernel, which knows about ACLs and mounts that mode bits do not show.
  return spawnSync('test', ['-x', dir], { ...user, cwd: '/' }).status === 0
}

/** Hands `path` to the database's user; does nothing where that is the current one. */
export function give(path: string, user: OsUser | undefined): void {
  if (user) chownSync(path, user.uid, user.gid)
}

function lookUp(): OsUser | undefined {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, NAME], { encoding: 'utf8' }))
  const [uid, gid] = ids.map((id) => (id.status === 0 ? Number(id.stdout) : Number.NaN))
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) return undefined
  return { uid, gid }
}

function create(): OsUser {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME]],
    ['adduser', ['-S', '-D', '-H', NAME]],
  ]
  for (const [command, args] of attempts) {
    try {
      execFileSync(command, args, { stdio: 'ignore' })
    } catch {
      // Missing command, or a second start created the user meanwhile: the look-up below decides.
    }
    const user = lookUp()
    if (user) return user
  }
  throw new Error(
    `Postgres does not run as root, and the system user "${NAME}" could not be created: create it, or start as an ordinary user.`,
  )
}
