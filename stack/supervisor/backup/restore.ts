// `npm run restore -- DIR`: a backup becomes a data folder, all of it or nothing. What is there is never replaced.
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseUser } from '../../postgres/os-user.ts'
import { createDataDir, resolveDataDir } from '../folder/data-dir.ts'
import { leaveFolder, takeFolder } from '../folder/folder-lock.ts'
import type { Options } from '../options.ts'
import { Copy, giveTree, mustHold, mustMatch, readManifest } from './files.ts'
import { clearAbandoned, partialName } from './partial.ts'

/** Fills the data folder, which must be empty; throws a sentence and leaves nothing when the backup is not whole. */
export async function restore({ data, folder }: Options): Promise<void> {
  if (folder === undefined) throw new Error('Say where from: npm run restore -- DIR [--data DIR]')
  const { made, code, files } = readManifest(folder)
  const user = databaseUser()
  const dataDir = resolveDataDir(data, user)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(`${dataDir} is not empty: a backup is restored into a folder of its own, say --data DIR.`)
  }
  const partial = partialName(dataDir)
  try {
    // Before anything is written.
    const folders = await mustHold(folder, files)
    clearAbandoned(dataDir)
    mkdirSync(dirname(dataDir), { recursive: true })
    createDataDir(partial, user)
    takeFolder(partial)
    const copy = new Copy(folder, partial)
    for (const dir of folders) mkdirSync(join(partial, dir), { recursive: true, mode: 0o700 })
    for (const { path } of files) await copy.file(path)
    mustMatch(files, copy.files)
    await giveTree(join(partial, 'postgres'), user)
    if (existsSync(dataDir)) rmdirSync(dataDir)
    leaveFolder(partial)
    renameSync(partial, dataDir)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw new Error(`Nothing was restored: ${(error as Error).message}`, { cause: error })
  }
  const commit = code?.commit === undefined ? '' : ` (commit ${code.commit.slice(0, 12)})`
  console.log(`${dataDir} is what was backed up at ${made}, of Waymark ${code?.version ?? ''}${commit}.`)
  console.log(`Start it: npm start -- --data ${dataDir}`)
}
