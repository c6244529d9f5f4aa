// Makes a workspace of an archive. Each step is a transaction that notes itself, so that an import that was cut off goes on
// where it stopped, and one that is through makes nothing twice.
import type { ClientBase } from 'pg'
import { messageOf } from '../log.ts'
import { checkArchive } from './check-archive.ts'
import { type Row, workLists } from './format.ts'
import { bringContent } from './import-content.ts'
import { bringDrafts, bringKept } from './import-drafts.ts'
import { knowPeople, makeAccounts, newcomersAmong } from './import-people.ts'
import { bringLook, bringSettings, unfitSettings } from './import-settings.ts'
import {
  batches,
  type Importing,
  type ImportOptions,
  inSteps,
  inTransaction,
  type StepNotes,
} from './import-steps.ts'
import { type Archive, ArchiveError } from './read-archive.ts'
import { type RowList, statements } from './statements.ts'
import { isRefusal, refusedAt, takeBack } from './take-back.ts'

const beforeContent = ['overrides', 'waivers'] as const

export interface Imported {
  workspaceId: string
  slug: string
  /** Whether it had been imported before. */
  wasThere: boolean
  accountsMade: number
  /** Settings that nobody could set here, and that are as a new workspace has them. */
  leftOut: string[]
}

/**
 * Imports an archive. Refused, by an ArchiveError, it leaves nothing behind; cut off by anything else, the same archive goes
 * on where it was.
 */
export async function importWorkspace(archive: Archive, options: ImportOptions): Promise<Imported> {
  const { db } = options
  // Who repeats the command while it runs waits for it, and then finds the workspace there.
  const lock = `hashtextextended('waymark:import:${archive.checksum}', 0)`
  await db.query(`select pg_advisory_lock(${lock})`)
  try {
    return await bringIn(archive, options)
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new ArchiveError(`${messageOf(error)} ${await takeBack(db, archive.checksum)}`.trim(), {
      cause: error,
    })
  } finally {
    // A connection that has ended holds no lock.
    await db.query(`select pg_advisory_unlock(${lock})`).catch(() => undefined)
  }
}

async function bringIn(archive: Archive, options: ImportOptions): Promise<Imported> {
  const { db } = options
  const begun = await hostOf(db, archive)
  if (begun?.isDone) return { ...begun, wasThere: true, accountsMade: 0, leftOut: [] }
  await checkArchive(archive, db)
  if (!begun) await refusedAt('workspace.json', () => tryWorkspace(archive, options))
  const { host, accountsMade: ownersMade } = begun
    ? { host: begun, accountsMade: 0 }
    : await begin(archive, options)
  const importing: Importing = { ...options, archive, workspaceId: host.workspaceId }
  const accountsMade = ownersMade + (await knowPeople(importing))
  const steps = inSteps(db, archive.checksum, host.workspaceId)
  await bringRows(steps, importing, 'members')
  await bringRows(steps, importing, 'groups')
  await bringRows(steps, importing, 'teams')
  await bringRows(steps, importing, 'projects')
  await steps.once('style guides', async () => {
    for await (const rows of batches(archive.rows('projects')))
      await db.query(statements.style_guides, [host.workspaceId, JSON.stringify(rows)])
  })
  // No project is open before it is known whether any may be: the settings come last.
  await steps.once('closed', async () => {
    await db.query('update public.workspaces set allow_public_projects = false where id = $1', [
      host.workspaceId,
    ])
  })
  // What is hidden or waived is so from the first analysis on, which may be over before the rest is there.
  for (const name of beforeContent) await bringRows(steps, importing, name)
  await bringContent(importing)
  for (const name of workLists)
    if (beforeContent.some((first) => first === name)) continue
    else if (name === 'kept') await bringKept(importing)
    else if (name === 'drafts') await bringDrafts(steps, importing)
    else await bringRows(steps, importing, name)
  await bringRows(steps, importing, 'activity')
  const look = await bringLook(importing)
  await refusedAt('workspace.json', () => steps.once('settings', () => bringSettings(importing, look)))
  await db.query(
    `with done as (
       update private.workspace_imports set finished_at = now() where checksum = $1 and finished_at is null returning workspace_id)
     select private.log_activity(workspace_id, 'workspace.imported') from done`,
    [archive.checksum],
  )
  return { ...host, wasThere: false, accountsMade, leftOut: await unfitSettings(importing) }
}

interface Host {
  workspaceId: string
  slug: string
  isDone: boolean
}

/** The workspace that was begun of this archive. */
async function hostOf(db: ClientBase, { checksum }: Archive): Promise<Host | undefined> {
  const { rows } = await db.query<Host>(
    `select w.id as "workspaceId", w.slug, i.finished_at is not null as "isDone"
     from private.workspace_imports i join public.workspaces w on w.id = i.workspace_id where i.checksum = $1`,
    [checksum],
  )
  return rows[0]
}

/** Makes what workspace.json says and unmakes it: what the database has against it is known before anything is there. */
async function tryWorkspace(archive: Archive, options: ImportOptions): Promise<void> {
  const { db } = options
  const { name, slug: ownSlug } = archive.workspace
  const slug = options.slug ?? ownSlug
  const { rows } = await db.query('select from public.workspaces where slug = $1', [slug])
  if (rows.length > 0)
    throw new ArchiveError(`The address ${slug} is taken here: give it another one with --slug.`)
  await db.query('begin')
  try {
    await db.query(`select set_config('waymark.importing', 'on', true)`)
    const made = await db.query<{ id: string }>(
      'insert into public.workspaces (name, slug) values ($1, $2) returning id',
      [name, slug],
    )
    await bringSettings({ ...options, archive, workspaceId: made.rows[0]?.id ?? '' }, {})
  } finally {
    await db.query('rollback')
  }
}

/** A workspace of its first owner, and that it is of this archive. */
async function begin(
  archive: Archive,
  options: ImportOptions,
): Promise<{ host: Host; accountsMade: number }> {
  const { db } = options
  let owner: Row<'members'> | undefined
  for await (const member of archive.rows('members')) if (member.role === 'owner') owner ??= member
  if (!owner) throw new ArchiveError('The archive names no owner of the workspace.')
  const { email } = owner
  const { name, slug, created_at: createdAt } = archive.workspace
  const newcomers = await newcomersAmong([owner], options)
  await inTransaction(db, async () => {
    const accounts = await makeAccounts(db, newcomers)
    await db.query(
      `with made as (
         select w.id from public.emails e, private.create_workspace(e.user_id, $2, $3) w
         where e.email = $1 and e.confirmed_at is not null)
       insert into private.workspace_imports (checksum, workspace_id, account_ids) select $4, id, $5 from made`,
      [email, options.slug ?? slug, name, archive.checksum, accounts],
    )
    await db.query(
      `update public.workspaces w set created_at = least($2::timestamptz, now())
       from private.workspace_imports i where i.checksum = $1 and w.id = i.workspace_id`,
      [archive.checksum, createdAt],
    )
  })
  const host = await hostOf(db, archive)
  if (!host) throw new Error('The workspace was not made.')
  return { host, accountsMade: newcomers.length }
}

async function bringRows(
  steps: StepNotes,
  { db, archive, workspaceId }: Importing,
  name: RowList,
): Promise<void> {
  let number = 0
  let before = 0
  for await (const rows of batches(archive.rows(name))) {
    number += 1
    await refusedAt(`${name}.json, rows ${before + 1} to ${before + rows.length}`, () =>
      steps.once(`${name} ${number}`, async () => {
        for (const statement of statements[name])
          await db.query(statement, [workspaceId, JSON.stringify(rows)])
      }),
    )
    before += rows.length
  }
}
