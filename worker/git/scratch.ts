// Folders for what Git fetches: one an analysis, named after the worker that made it, gone when the analysis is over.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'waymark-git-'

/** Makes an empty folder that nobody else can read. */
export function makeScratch(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
}

/** Removes it with everything in it. */
export async function removeScratch(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Removes what workers left that were killed: called when this one starts and has made none. Answers how many. */
export async function removeOrphans(): Promise<number> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  let removed = 0
  for (const name of names) {
    const folder = join(tmpdir(), name)
    if (isAlive(Number(name.slice(PREFIX.length).split('-')[0])) || !(await isOurs(folder))) continue
    await removeScratch(folder)
    removed++
  }
  return removed
}

// In a container the worker has the same number each time: its own can only be one before it.
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// The folder for temporary files belongs to everybody.
async function isOurs(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}

/** How many bytes lie in a folder. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(
        async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0,
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
