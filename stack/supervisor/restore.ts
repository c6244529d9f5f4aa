// `npm run restore -- DIR`: a backup becomes a data folder, all of it or nothing. What is there is never replaced.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseUser } from '../postgres/os-user.ts'
import { Copy, giveTree, mustMatch, readManifest } from './backup-files.ts'
import { createDataDir, resolveDataDir } from './data-dir.ts'
import type { Options } from './options.ts'

/** Fills the data folder, which must be empty; throws a sentence and leaves nothing when the backup is not whole. */
export async function restore({ data, folder }: Options): Promise<void> {
  if (folder === undefined) throw new Error('Say where from: npm run restore -- DIR [--data DIR]')
  const { made, code, files } = readManifest(folder)
  const user = databaseUser()
  const dataDir = resolveDataDir(data, user)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(`${dataDir} is not empty: a backup is restored into a folder of its own, say --data DIR.`)
  }
  const partial = `${dataDir}.partial-${randomBytes(4).toString('hex')}`
  mkdirSync(dirname(dataDir), { recursive: true })
  try {
    createDataDir(partial, user)
    const copy = new Copy(folder, partial)
    for (const dir of ['postgres', 'storage', 'mail']) await copy.tree(dir, () => true)
    for (const { path } of files) await copy.file(path)
    mustMatch(files, copy.files)
    await giveTree(join(partial, 'postgres'), user)
    if (existsSync(dataDir)) rmdirSync(dataDir)
    renameSync(partial, dataDir)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw new Error(`Nothing was restored: ${(error as Error).message}`, { cause: error })
  }
  const commit = code?.commit === undefined ? '' : ` (commit ${code.commit.slice(0, 12)})`
  console.log(`${dataDir} is what was backed up at ${made}, of Waymark ${code?.version ?? ''}${commit}.`)
  console.log(`Start it: npm start -- --data ${dataDir}`)
}
