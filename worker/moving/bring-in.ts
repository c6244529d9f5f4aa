// Makes a workspace of an archive. Each step is a transaction that notes itself, so that an import that was cut off goes on
// where it stopped, and one that is through makes nothing twice.
import { type Row, workLists } from './format.ts'
import { bringContent } from './import-content.ts'
import { bringDrafts, bringKept } from './import-drafts.ts'
import { bringLook, bringSettings } from './import-settings.ts'
import { type Importing, type ImportOptions, inSteps, type StepNotes } from './import-steps.ts'
import { type Archive, ArchiveError } from './read-archive.ts'
import { type RowList, statements } from './statements.ts'

const ROWS_AT_ONCE = 200
const beforeContent = ['overrides', 'waivers'] as const

export interface Imported {
  workspaceId: string
  slug: string
  /** Whether it had been imported before. */
  wasThere: boolean
  accountsMade: number
}

/** Imports an archive; throws an ArchiveError, or what the database says against its content. */
export async function importWorkspace(archive: Archive, options: ImportOptions): Promise<Imported> {
  const { db } = options
  const accountsMade = await knowPeople(archive, options)
  const host = await hostOf(archive, options)
  if (host.isDone) return { ...host, wasThere: true, accountsMade }
  const importing: Importing = { ...options, archive, workspaceId: host.workspaceId }
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
  await steps.once('settings', () => bringSettings(importing, look))
  await db.query('begin')
  await db.query(`select private.log_activity($1, 'workspace.imported')`, [host.workspaceId])
  await db.query(
    'update private.workspace_imports set finished_at = now() where checksum = $1 and finished_at is null',
    [archive.checksum],
  )
  await db.query('commit')
  return { ...host, wasThere: false, accountsMade }
}

/** Who is who here: the account of each member's address, made where there is none. */
async function knowPeople(archive: Archive, { db, createCredential }: ImportOptions): Promise<number> {
  await db.query(
    'create temporary table if not exists import_people (email text primary key, user_id bigint not null)',
  )
  await db.query('truncate import_people')
  let made = 0
  for await (const members of batches(archive.rows('members'))) {
    for (const { email } of members) {
      const { rows } = await db.query<{ fits: boolean; is_known: boolean }>(
        `select private.is_email($1) as fits, exists (select 1 from public.emails e where e.email = $1 and e.confirmed_at is not null) as is_known`,
        [email],
      )
      if (!rows[0]?.fits) throw new ArchiveError(`${JSON.stringify(email)} is no e-mail address of a member.`)
      if (rows[0].is_known) continue
      await db.query('select private.ensure_user($1, $2)', [await createCredential(email), email])
      made += 1
      const member = members.find((one) => one.email === email)
      await db.query(statements.account, [email, JSON.stringify(member)])
    }
    await db.query(
      `insert into import_people select e.email, e.user_id from public.emails e where e.email = any ($1) and e.confirmed_at is not null
       on conflict do nothing`,
      [members.map(({ email }) => email)],
    )
  }
  return made
}

/** The workspace of this archive: the one that was begun, or a new one of its first owner. */
async function hostOf(archive: Archive, { db, slug }: ImportOptions) {
  const known = async () => {
    const { rows } = await db.query<{ workspaceId: string; slug: string; isDone: boolean }>(
      `select w.id as "workspaceId", w.slug, i.finished_at is not null as "isDone"
       from private.workspace_imports i join public.workspaces w on w.id = i.workspace_id where i.checksum = $1`,
      [archive.checksum],
    )
    return rows[0]
  }
  const begun = await known()
  if (begun) return begun
  let owner: Row<'members'> | undefined
  for await (const member of archive.rows('members')) if (member.role === 'owner') owner ??= member
  if (!owner) throw new ArchiveError('The archive names no owner of the workspace.')
  const { name, slug: ownSlug, created_at: createdAt } = archive.workspace
  await db.query('begin')
  try {
    await db.query(`select set_config('waymark.importing', 'on', true)`)
    await db.query(
      `with made as (
         select w.id from import_people p, private.create_workspace(p.user_id, $2, $3) w where p.email = $1)
       insert into private.workspace_imports (checksum, workspace_id) select $4, id from made`,
      [owner.email, slug ?? ownSlug, name, archive.checksum],
    )
    await db.query(
      `update public.workspaces w set created_at = least($2::timestamptz, now())
       from private.workspace_imports i where i.checksum = $1 and w.id = i.workspace_id`,
      [archive.checksum, createdAt],
    )
    await db.query('commit')
  } catch (error) {
    await db.query('rollback')
    throw error
  }
  const made = await known()
  if (!made) throw new Error('The workspace was not made.')
  return made
}

async function bringRows(
  steps: StepNotes,
  { db, archive, workspaceId }: Importing,
  name: RowList,
): Promise<void> {
  let number = 0
  for await (const rows of batches(archive.rows(name))) {
    number += 1
    await steps.once(`${name} ${number}`, async () => {
      for (const statement of statements[name]) await db.query(statement, [workspaceId, JSON.stringify(rows)])
    })
  }
}

async function* batches<T>(rows: AsyncGenerator<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
