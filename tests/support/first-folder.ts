// The data folder that a first start makes, kept for as long as the sources that made it are the same: most of such a start
// is its migrations, and all tests but those of the start itself want what comes of them.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const KEPT = join(ROOT, 'node_modules/.cache/first-folders')
const SOURCES = ['stack', 'supabase/migrations', 'supabase/config.toml', 'package-lock.json']
const PATIENCE_MS = 180_000

/** Copies it to `target`, an empty folder; where nobody has made it yet, by `make`, which gets the folder to make it in. */
export async function copyFirstFolder(target: string, make: (dir: string) => Promise<void>): Promise<void> {
  const folder = join(KEPT, hashSources())
  if (!existsSync(folder)) await makeOnce(folder, make)
  const { status, stderr } = spawnSync('cp', ['-a', `${folder}/.`, target], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

// Test files run side by side: one of them makes it, and the others wait.
async function makeOnce(folder: string, make: (dir: string) => Promise<void>): Promise<void> {
  mkdirSync(KEPT, { recursive: true })
  const making = `${folder}.making`
  try {
    mkdirSync(making, { mode: 0o755 })
  } catch {
    const until = Date.now() + PATIENCE_MS
    // One that was killed at it left its part behind.
    while (!existsSync(folder) && existsSync(making) && Date.now() < until) await setTimeout(100)
    if (existsSync(folder)) return
    rmSync(making, { recursive: true, force: true })
    return makeOnce(folder, make)
  }
  try {
    await make(making)
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw error
  }
  for (const name of readdirSync(KEPT))
    if (!folder.endsWith(name) && !name.endsWith('.making')) rmSync(join(KEPT, name), { recursive: true })
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => filesOf(join(ROOT, source))).sort())
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
