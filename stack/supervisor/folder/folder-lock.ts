// The lock of a folder: a file that names its holder. It is written under another name and linked into place, so that
// nobody reads half of it; a lock whose holder has died is taken over under a second lock, so that of two starts only
// one does.
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { originalOf, type Place, placeOf } from './place.ts'
import { identify, type ProcessIdentity, stillRuns } from './process-identity.ts'

/** Who holds a folder. */
export type Holder = ProcessIdentity & Partial<Place>

/** Takes the folder for this process; returns who has it when somebody else does. */
export function takeFolder(dir: string): Holder | undefined {
  const mine = join(dir, `lock.${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(mine, JSON.stringify({ ...identify(process.pid), ...placeOf(dir) }), { mode: 0o600 })
    return claim(join(dir, 'lock'), mine, dir)
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Gives the folder back, if it is this process's. */
export function leaveFolder(dir: string): void {
  const holder = read(join(dir, 'lock'))
  if (holder === undefined || parsed(holder)?.pid === process.pid) rmSync(join(dir, 'lock'), { force: true })
}

/** Whose the folder is now, if it is anybody's who still runs. */
export function holderOf(dir: string): Holder | undefined {
  return living(read(join(dir, 'lock')), dir)
}

function claim(file: string, mine: string, dir: string): Holder | undefined {
  for (;;) {
    if (linked(mine, file)) return undefined
    const found = read(file)
    if (found === undefined) continue
    const holder = living(found, dir)
    if (holder) return holder
    // Whoever holds this one is alone with the old lock: nobody else replaces it, and its owner is gone.
    const takeover = `${file}.takeover`
    const rival = claim(takeover, mine, dir)
    if (rival) return rival
    try {
      if (read(file) !== found) continue
      const copy = `${mine}.copy`
      linkSync(mine, copy)
      renameSync(copy, file)
      return undefined
    } finally {
      rmSync(takeover, { force: true })
    }
  }
}

function linked(mine: string, file: string): boolean {
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

function parsed(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined
  }
}

function living(text: string | undefined, dir: string): Holder | undefined {
  const holder = text === undefined ? undefined : parsed(text)
  return holder && stillRuns(holder) && originalOf(holder, dir) === undefined ? holder : undefined
}
