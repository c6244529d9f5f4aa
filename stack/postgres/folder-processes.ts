// Which processes work in a folder. Every process of Postgres has the database's folder as its working directory:
// the kernel knows it by itself, whatever a file says that may have been copied from somewhere else.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a folder is, whatever it is called: a copy is another one, a renamed folder the same. */
export function folderId(dir: string): string | undefined {
  try {
    const { dev, ino } = statSync(dir)
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

/** The processes of Postgres that serve the database folder `dir`, the postmaster and its children. */
export function postgresProcessesIn(dir: string): number[] {
  const folder = folderId(dir)
  if (folder === undefined) return []
  return existsSync('/proc/self/cwd') ? inProc(folder) : byLsof(folder)
}

function inProc(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => folderId(`/proc/${pid}/cwd`) === folder && isPostgres(pid))
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(join('/proc', String(pid), 'cmdline'), 'utf8').includes('postgres')
  } catch {
    return false
  }
}

// Where there is no /proc (macOS): a line "p<pid>", then "n<folder>".
function byLsof(folder: string): number[] {
  const { stdout } = spawnSync('lsof', ['-a', '-d', 'cwd', '-c', 'postgres', '-F', 'pn'], {
    encoding: 'utf8',
  })
  const found: number[] = []
  let pid = 0
  for (const line of (stdout ?? '').split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    if (line.startsWith('n') && folderId(line.slice(1)) === folder) found.push(pid)
  }
  return found
}
