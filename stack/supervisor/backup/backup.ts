// `npm run backup -- DIR`: database, files and keys of a running instance, as of one moment, into an empty folder.
//
// The database is copied file by file between pg_backup_start and pg_backup_stop, with the log written meanwhile, as
// pg_basebackup does (which the embedded Postgres does not bring): Postgres recovers it to the moment of the stop.
// Stored files never change, so they are copied beside; while the last of them are, and until the stop, nobody may
// add or remove a row of storage.objects. So every row of that moment finds its bytes.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Client } from 'pg'
import { ADMIN } from '../../postgres/cluster.ts'
import { connect, databaseUrl } from '../../postgres/connect.ts'
import { databaseUser } from '../../postgres/os-user.ts'
import { recordedCode } from '../folder/code-version.ts'
import { resolveDataDir } from '../folder/data-dir.ts'
import { leaveFolder, takeFolder } from '../folder/folder-lock.ts'
import { stillRuns } from '../folder/process-identity.ts'
import { readRun } from '../folder/run-file.ts'
import type { Options } from '../options.ts'
import { loadSecrets } from '../secrets.ts'
import { Copy, writeManifest } from './files.ts'
import { clearAbandoned, partialName } from './partial.ts'

// What Postgres makes anew at every start, as in the list of its own documentation (Making a base backup).
const LEFT_OUT = /^(postmaster\.|\.s\.PGSQL\.|pgsql_tmp|pg_internal\.init|backup_label|current_logfiles)/
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Writes the backup; throws a sentence and leaves nothing when it cannot be whole. */
export async function backup({ data, folder }: Options): Promise<void> {
  if (folder === undefined) throw new Error('Say where to: npm run backup -- DIR')
  const dataDir = resolveDataDir(data, databaseUser(join(data, 'postgres')))
  const run = readRun(dataDir)
  if (!run || !stillRuns(run.supervisor)) {
    throw new Error(`Waymark is not running on ${dataDir}: start it, a backup is made while it runs.`)
  }
  mustLieOutside(folder, dataDir)
  mustBeEmpty(folder)
  const { databasePassword: password } = await loadSecrets(dataDir)
  const url = databaseUrl({ port: run.ports.postgres, role: ADMIN, password, database: 'postgres' })
  // Written under another name: what is there under the asked one is whole.
  clearAbandoned(folder)
  const partial = partialName(folder)
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  takeFolder(partial)
  try {
    const { files, bytes } = await copyAll(dataDir, partial, url)
    if (existsSync(folder)) rmdirSync(folder)
    leaveFolder(partial)
    renameSync(partial, folder)
    console.log(`${folder} holds the whole of ${dataDir}: ${files} files, ${(bytes / 1e6).toFixed(0)} MB.`)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw new Error(`No backup was made: ${(error as Error).message}`, { cause: error })
  }
}

// It would be copied into itself, again and again, until the disk is full.
function mustLieOutside(folder: string, dataDir: string): void {
  const [to, from] = [realpathOf(resolve(folder)), realpathOf(dataDir)]
  if (`${to}/`.startsWith(`${from}/`)) {
    throw new Error(`${folder} lies in ${dataDir}: a backup needs a folder elsewhere.`)
  }
}

/** Where a path leads, as far as it is there. */
function realpathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return join(realpathOf(dirname(path)), basename(path))
}

function mustBeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty: a backup needs a folder of its own.`)
  }
}

async function copyAll(dataDir: string, to: string, url: string): Promise<{ files: number; bytes: number }> {
  const copy = new Copy(dataDir, to)
  // Its session is the backup's: Postgres gives the backup up when it ends.
  const session = await connect(url)
  const blocker = await connect(url)
  try {
    const start = await begin(session)
    await copy.tree('postgres', (name, path) => !LEFT_OUT.test(name) && !EMPTY.has(dirname(path)))
    await copy.tree('storage', (_name, path) => !path.startsWith('tmp/'))
    await blocker.query(`begin; set local lock_timeout = '30s'; lock table storage.objects in share mode`)
    await copy.tree('storage', (_name, path) => !path.startsWith('tmp/'))
    const stop = await finish(session)
    await blocker.query('commit')
    await copy.text('postgres/backup_label', stop.label)
    for (const segment of segments(dataDir, start.segment, stop.segment)) {
      await copy.file(`postgres/pg_wal/${segment}`)
    }
    for (const name of ['secrets.json', 'keys.json', 'code.json', 'demo.txt']) await copy.file(name)
    await copy.tree('mail', () => true)
    await writeManifest(to, {
      made: new Date().toISOString(),
      code: recordedCode(dataDir),
      files: copy.files,
    })
    return { files: copy.files.length, bytes: copy.files.reduce((sum, { size }) => sum + size, 0) }
  } finally {
    await Promise.allSettled([session.end(), blocker.end()])
  }
}

// The slot keeps the log from being recycled until the session ends.
async function begin(session: Client): Promise<{ segment: string }> {
  await session.query(`select pg_create_physical_replication_slot($1, true, true)`, [
    `waymark_backup_${randomBytes(4).toString('hex')}`,
  ])
  const { rows } = await session.query<{ segment: string }>(
    `select pg_walfile_name(lsn) as segment from pg_backup_start('waymark', fast => true) as lsn`,
  )
  return only(rows)
}

async function finish(session: Client): Promise<{ segment: string; label: string }> {
  // It ends the current segment, so that every one that is needed is there.
  const { rows } = await session.query<{ segment: string; label: string }>(
    `select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)`,
  )
  return only(rows)
}

function only<T>(rows: T[]): T {
  const [row] = rows
  if (!row) throw new Error('Postgres gave no answer.')
  return row
}

// Their names are numbers of one length: in order of text they are in order of time.
function segments(dataDir: string, first: string, last: string): string[] {
  const all = readdirSync(join(dataDir, 'postgres/pg_wal'))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
    .sort()
  if (all[0] !== first || all.at(-1) !== last)
    throw new Error('Postgres has no longer the log that belongs to it.')
  return all
}
