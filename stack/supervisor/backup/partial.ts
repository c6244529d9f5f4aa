// Folders that are being filled under another name, until they are whole. Whoever fills one holds its lock, so that one
// whose writer was killed can be told from one that is written now.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { holderOf } from '../folder/folder-lock.ts'

/** A name beside `folder` for what is to become it. */
export function partialName(folder: string): string {
  return `${folder}.partial-${randomBytes(4).toString('hex')}`
}

/** Whether a folder has such a name. */
export function isPartial(dir: string): boolean {
  return /\.partial-[0-9a-f]{8}$/.test(dir)
}

/** What was begun for `folder` and is not whole, with nobody at work on it. */
export function abandoned(folder: string): string[] {
  const parent = dirname(folder)
  const prefix = `${basename(folder)}.partial-`
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix) && isPartial(name))
    .map((name) => join(parent, name))
    .filter((dir) => holderOf(dir) === undefined)
}

/** Removes them, saying so. */
export function clearAbandoned(folder: string): void {
  for (const dir of abandoned(folder)) {
    rmSync(dir, { recursive: true, force: true })
    console.log(`${dir}, which was begun and never finished, was removed.`)
  }
}
