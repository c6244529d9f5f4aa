// What keeps an instance from starting, in a sentence that says what to do.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { OsUser } from '../postgres/os-user.ts'

/** Throws when the database's files belong to somebody else, as after a `cp -r` by root: Postgres would refuse them. */
export function mustOwn(databaseDir: string, user: OsUser | undefined): void {
  const uid = user?.uid ?? process.getuid?.()
  if (uid === undefined) return
  for (const path of [databaseDir, join(databaseDir, 'PG_VERSION'), join(databaseDir, 'global/pg_control')]) {
    const owner = ownerOf(path)
    if (owner === undefined || owner === uid) continue
    throw new Error(
      `${path} belongs to the user with the id ${owner}, but Postgres runs as ${uid}: give the whole folder to that user with "chown -R ${user ? `${user.uid}:${user.gid}` : uid} ${databaseDir}" (a copy by "cp -a" keeps the owner, one by "cp -r" does not).`,
    )
  }
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid
}

const SENTENCES: Record<string, (path: string) => string> = {
  ENOSPC: (path) =>
    `There is no space left on the disk of ${path}: free some and start again; what is there is whole.`,
  EDQUOT: (path) => `The disk quota of ${path} is used up: free some space and start again.`,
  EROFS: (path) =>
    `${path} is on a read-only file system: choose another folder with --data, or mount it writable.`,
  EACCES: (path) =>
    `${path} may not be written by this user: choose another folder with --data, or change its owner.`,
}

/** The error as a person is to read it; one of the file system names its remedy. */
export function explained(error: unknown, dataDir: string): Error {
  const { code, message, path } = error as NodeJS.ErrnoException
  const known =
    SENTENCES[code ?? ''] ?? (/No space left on device/.test(message) ? SENTENCES.ENOSPC : undefined)
  return known ? new Error(known(path ?? dataDir), { cause: error }) : (error as Error)
}
