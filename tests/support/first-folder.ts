// The data folder that a first start makes, kept for as long as the sources that made it are the same: most of such a start
// is its migrations, and all tests but those of the start itself want what comes of them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { alive } from '../../stack/postgres/orphan.ts'
import { hashFiles } from '../../stack/supervisor/hash-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const KEPT = join(ROOT, 'node_modules/.cache/first-folders')
const SOURCES = ['stack', 'supabase/migrations', 'supabase/config.toml', 'package-lock.json']

/** Copies it to `target`, an empty folder; where nobody has made it yet, by `make`, which gets the folder to make it in. */
export async function copyFirstFolder(target: string, make: (dir: string) => Promise<void>): Promise<void> {
  const folder = join(KEPT, hashFiles(ROOT, SOURCES).slice(0, 32))
  if (!existsSync(folder)) await makeOnce(folder, make)
  const { status, stderr } = spawnSync('cp', ['-a', `${folder}/.`, target], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

// Test files run side by side: one of them makes it, and the others wait.
async function makeOnce(folder: string, make: (dir: string) => Promise<void>): Promise<void> {
  mkdirSync(KEPT, { recursive: true })
  const lock = `${folder}.lock`
  while (!takes(lock)) {
    await setTimeout(100)
    if (existsSync(folder)) return
  }
  const making = `${folder}.making`
  try {
    if (existsSync(folder)) return
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { mode: 0o755 })
    await make(making)
    renameSync(making, folder)
    for (const name of readdirSync(KEPT))
      if (!name.startsWith(basename(folder))) rmSync(join(KEPT, name), { recursive: true, force: true })
  } finally {
    rmSync(lock, { force: true })
  }
}

// One that was ended while it held the lock holds it no more.
function takes(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    if (holder > 0 && !alive(holder)) rmSync(lock, { force: true })
    return false
  }
}
