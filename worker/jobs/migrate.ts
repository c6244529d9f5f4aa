// Job `migrate`: a project of another platform becomes the content of one here, version after version. Killed anywhere it
// goes on behind the last version that was handed to an analysis; what it says stands in the log of its task.
import type { Task } from 'graphile-worker'
import { kindByName } from '../../analysis/files/kinds.ts'
import {
  keyContext,
  type MigratedFile,
  MigrationError,
  type Platform,
  platformOf,
} from '../../supabase/functions/_shared/migration/index.ts'
import { open, SealError } from '../../supabase/functions/_shared/secrets/box.ts'
import { type Program, runProgram } from '../analyze/run-process.ts'
import { type Context, GivenBack } from '../context.ts'
import {
  finishMigration,
  handOver,
  hasRoom,
  hasVersions,
  isAllowed,
  leaveOut,
  type Migration,
  openMigration,
  versionKey,
} from '../migrate/log.ts'
import type { ConversionOutcome } from '../migrate/protocol.ts'
import { type NamedVersion, namedVersions } from '../migrate/versions.ts'
import { failTask, startTask } from './analyze-log.ts'
import { afterAttempt, countAttemptsAnew, putOff } from './failed-attempt.ts'

const UNEXPECTED =
  'The migration failed because of a problem on our side. Please queue it again; if it fails again, contact support.'
const NO_LONGER =
  'Who queued this migration is no longer in the workspace, or may not change the project any more.'
const UNREADABLE = 'The key cannot be read any more. Please queue the migration again.'
const NOTHING = 'Nothing of this project could be taken along; the log says why.'
const SECONDS = 60
/** Until it is asked again whether there is room for one more version. */
const PAUSE_SECONDS = 30
const MEGABYTES = 512
const TOO_MUCH: ConversionOutcome = {
  kind: 'refused',
  message: 'This collection is too large to be converted.',
}

/** The graphile-worker task; payload `{job_id}`. Resolves for what a person has to mend, rejects to be retried. */
export function migrate(context: Context): Task {
  const { db, log } = context
  return async (payload, { job }) => {
    const { job_id: jobId } = payload as { job_id: string }
    const migration = await openMigration(db, jobId)
    if (!migration) return
    try {
      if (!(await hasRoom(db, jobId))) throw new NoRoom()
      await startTask(db, jobId)
      log('info', 'migration started', { job: jobId, source: migration.source, attempt: job.attempts })
      await bringOver(context, migration, () => countAttemptsAnew(db, job))
      log('info', 'migration ended', { job: jobId })
    } catch (error) {
      if (error instanceof NoRoom) {
        await putOff(context, { jobId, job }, PAUSE_SECONDS)
        throw new GivenBack()
      }
      const refused = refusalOf(error)
      if (refused !== null) return failTask(db, jobId, { message: refused })
      const shown = error instanceof MigrationError ? error.message : UNEXPECTED
      await afterAttempt(context, { jobId, job, what: 'migration', shown }, error)
    }
  }
}

/** What was brought over before waits to be imported: the next version comes once there is room. */
class NoRoom extends Error {
  constructor() {
    super('Too much waits to be imported.')
    this.name = 'NoRoom'
  }
}

/** What no other attempt would mend, in words. */
function refusalOf(error: unknown): string | null {
  if (error instanceof SealError) return UNREADABLE
  return error instanceof MigrationError && error.kind !== 'later' ? error.message : null
}

async function bringOver(
  context: Context,
  migration: Migration,
  onProgress: () => Promise<void>,
): Promise<void> {
  const { db, stopping } = context
  const { jobId, workspaceId, source, account, externalId } = migration
  if (!(await isAllowed(db, jobId))) throw new MigrationError('refused', NO_LONGER)
  const key = await open(migration.key, keyContext(workspaceId, source))
  const platform = platformOf(source, account, key)
  const { versions, leftOut } = await platform.describe(externalId)
  if (versions.length === 0)
    throw new MigrationError('refused', 'There is no version of this project to take along.')
  for (const [index, version] of namedVersions(versions).entries()) {
    if (migration.done.includes(versionKey(version.id))) continue
    if (stopping.aborted) throw new GivenBack()
    if (!(await isAllowed(db, jobId))) throw new MigrationError('refused', NO_LONGER)
    if (!(await hasRoom(db, jobId))) throw new NoRoom()
    await bringVersion(context, migration, platform, version, index)
    await onProgress()
  }
  if (!(await hasVersions(db, jobId))) throw new MigrationError('refused', NOTHING)
  await finishMigration(db, jobId, leftOut)
}

async function bringVersion(
  context: Context,
  { jobId, workspaceId, externalId }: Migration,
  platform: Platform,
  version: NamedVersion,
  index: number,
): Promise<void> {
  const { db, storage } = context
  const folder = `${workspaceId}/migrate-${jobId}/${index}`
  const leave = (why: string) => leaveOut(db, jobId, version.id, [`"${version.name}" was left out: ${why}`])
  try {
    const found = await platform.files(externalId, version)
    const leftOut = found.leftOut.map((one) => `"${version.name}": ${one}`)
    const { files, refused } = await converted(context, found.files)
    leftOut.push(...refused.map((one) => `"${version.name}": ${one}`))
    const read = files.filter(({ path }) => kindByName(path) !== null)
    const other = files.length - read.length
    if (other > 0)
      leftOut.push(
        `"${version.name}": ${other === 1 ? '1 file' : `${other} files`} of no kind that is read here.`,
      )
    if (read.length === 0)
      return leaveOut(db, jobId, version.id, [
        ...leftOut,
        `"${version.name}" was left out: it has no file that is read here.`,
      ])
    const uploads: { path: string; object: string }[] = []
    for (const { path, bytes } of read) {
      if (context.stopping.aborted) throw new GivenBack()
      const object = `${folder}/${uploads.length}`
      // The same name each time: what a killed attempt left is written over.
      await storage.upload('uploads', object, Buffer.from(bytes))
      uploads.push({ path, object })
    }
    await handOver(db, jobId, { id: version.id, branch: version.branch, uploads, leftOut })
  } catch (error) {
    if (error instanceof MigrationError && (error.kind === 'refused' || error.kind === 'not_found'))
      return leave(error.message)
    const said = databaseRefusal(error)
    if (said === null) throw error
    await leave(said)
  }
}

/** What the database refuses a version for, such as a plan with one: in its own words. */
function databaseRefusal(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return typeof code === 'string' && /^PT4\d\d$/.test(code) && typeof message === 'string' ? message : null
}

/** The files with a description in place of each collection. */
async function converted(
  { config, stopping }: Context,
  files: MigratedFile[],
): Promise<{ files: MigratedFile[]; refused: string[] }> {
  const program: Program<ConversionOutcome> = {
    file: 'migrate/process.ts',
    megabytes: MEGABYTES,
    seconds: SECONDS,
    tooLarge: TOO_MUCH,
    tooLong: TOO_MUCH,
  }
  const kept: MigratedFile[] = []
  const refused: string[] = []
  for (const file of files) {
    if (!file.isCollection) {
      kept.push(file)
      continue
    }
    const work = { path: file.path, text: new TextDecoder().decode(file.bytes) }
    const outcome = await runProgram(config, program, work, () => undefined, stopping)
    if (outcome.kind === 'refused') refused.push(outcome.message)
    else
      kept.push({
        path: file.path.replace(/\.json$/, '.openapi.json'),
        bytes: new TextEncoder().encode(outcome.description),
      })
  }
  return { files: kept, refused }
}
