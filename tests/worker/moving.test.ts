// A workspace leaves one installation as an archive and comes back in another: the same but for ids.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { connect } from '../../stack/postgres/connect.ts'
import { safePicture } from '../../supabase/functions/_shared/pictures/safe-picture.ts'
import { importWorkspace } from '../../worker/moving/bring-in.ts'
import { lists, type Manifest, workLists } from '../../worker/moving/format.ts'
import { type Archive, openArchive } from '../../worker/moving/read-archive.ts'
import { createStorage } from '../../worker/storage.ts'
import { inArchive } from '../support/archive-tables.ts'
import { anApi } from './support/descriptions.ts'
import { beAtWork } from './support/work.ts'
import { aWorld, type World } from './support/world.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let here: World
let there: World
let dir: string
let archive: string
let held: Record<string, number>
beforeAll(async () => {
  ;[here, there] = await Promise.all([aWorld(), aWorld()])
  dir = mkdtempSync(join(tmpdir(), 'waymark-moving-'))
  await here.worker()
  await furnish(here)
  await quiet(here)
  held = await rowsIn(here)
  archive = await exported(here, here.workspaceId)
})
afterAll(async () => {
  await Promise.all([here.end(), there.end()])
  rmSync(dir, { recursive: true, force: true })
})

/** Whole workspaces go and come in these: on a busy machine that takes a while. */
const WHOLE = { timeout: 240_000 }

/** Until nothing is left to do now: what is to be done later, such as mails of mentions, is not waited for. */
const quiet = (world: World) =>
  world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs where run_at <= now())')

async function furnish(world: World): Promise<void> {
  const { db, workspaceId } = world
  const project = await world.aProject('Orders')
  const other = await world.aProject('Parts')
  for (const [into, version] of [
    [project, 'orders'],
    [other, 'parts'],
  ] as const) {
    const job = await world.importFiles(into, {
      'reference/api.json': anApi(version, 2),
      'docs/über uns.md': `# ${version}\n`,
      'assets/logo.png': PNG,
    })
    expect((await world.finished(job)).status).toBe('success')
  }
  for (const [name, role] of [
    ['grace', 'admin'],
    ['alan', 'guest'],
  ]) {
    const authId = await credential(world, `${name}@example.com`)
    await db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, private.ensure_user($2, $3), $4)`,
      [workspaceId, authId, `${name}@example.com`, role],
    )
  }
  await db.query(
    `with g as (insert into public.groups (workspace_id, name, slug, description) values ($1, 'Shop', '', '=1+1') returning id),
     t as (insert into public.teams (workspace_id, name, slug) values ($1, 'Core', '') returning id),
     a as (insert into public.group_admins select g.id, e.user_id from g, public.emails e where e.email = 'grace@example.com'),
     m as (insert into public.team_members (team_id, user_id, role) select t.id, e.user_id, 'admin' from t, public.emails e where e.email = 'grace@example.com'),
     s as (insert into public.project_teams (project_id, team_id, role) select $2, t.id, 'editor' from t),
     p as (insert into public.project_members (project_id, user_id, role) select $2, e.user_id, 'viewer' from public.emails e where e.email = 'alan@example.com')
     update public.projects set group_id = g.id, description = 'Orders, "quoted"' from g where projects.id = $2`,
    [workspaceId, project.id],
  )
  await db.query("update public.projects set slug = 'orders-api' where id = $1", [project.id])
  await db.query(
    "insert into public.approved_domains (workspace_id, domain, role) values ($1, 'example.com', 'viewer')",
    [workspaceId],
  )
  // As the facade keeps it.
  const safe = await safePicture(PNG)
  const bytes = Buffer.from(safe?.bytes ?? [])
  const picture = createHash('sha256').update(bytes).digest('hex')
  await db.query('select public.svc_keep_picture($1, $2, $3, $4)', [
    workspaceId,
    'image/png',
    picture,
    bytes.toString('base64'),
  ])
  await beAtWork(world, project, other)
  await db.query(
    `update public.workspaces set theme = '{"color-primary": "#2ea44e"}', home_content = '# Hello', allow_web_projects = false,
       show_tryit = false, logo_url = '/api/v1/workspaces/x/pictures/' || $2::text where id = $1`,
    [workspaceId, picture],
  )
}

/** How many rows there are in each table that archives take along. */
async function rowsIn(world: World): Promise<Record<string, number>> {
  const { rows } = await world.db.query<{ counts: Record<string, number> }>(
    `select json_object_agg(name, n) as counts from (${inArchive
      .map((name) => `select '${name}' as name, count(*)::int as n from ${name}`)
      .join(' union all ')}) c`,
  )
  return rows[0]?.counts ?? {}
}

/**
 * Accounts may be there before, events of the move are beside it, files lie about that nothing names any more, and documents
 * as they are in their branch are made when somebody opens it.
 */
const countedElsewhere = [
  'public.users',
  'public.emails',
  'public.activity_events',
  'public.files',
  'public.documents',
]

async function credential(world: World, email: string): Promise<string> {
  const id = randomUUID()
  await world.db.query(
    `insert into auth.users (id, email, aud, role) values ($1, $2, 'authenticated', 'authenticated')`,
    [id, email],
  )
  return id
}

/** Exports a workspace as its owner, and puts the parts together. */
async function exported(world: World, workspaceId: string): Promise<string> {
  const { made } = await world.asOwner<{ made: { id: string } }>(
    'select to_jsonb(public.export_workspace($1)) as made',
    [workspaceId],
  )
  const { parts, checksum } = await world.untilRow<{ parts: number; checksum: string }>(
    `select parts, checksum from private.workspace_exports where id = $1 and status = 'success'`,
    [made.id],
  )
  const file = join(dir, `${made.id}.zip`)
  const chunks: Buffer[] = []
  for (let part = 0; part < parts; part++) {
    const answer = await fetch(
      `${world.place.storageUrl}/storage/v1/object/exports/${workspaceId}/${made.id}/${part}`,
      {
        headers: { authorization: `Bearer ${world.place.serviceKey}` },
      },
    )
    chunks.push(Buffer.from(await answer.arrayBuffer()))
  }
  writeFileSync(file, Buffer.concat(chunks))
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(checksum)
  return file
}

/** Imports an archive as an operator. */
async function imported(world: World, file: string, slug: string) {
  const read = await openArchive(file)
  const db = await connect(world.place.dbUrl)
  try {
    return await importWorkspace(read, {
      db,
      storage: createStorage({ supabaseUrl: world.place.storageUrl, serviceKey: world.place.serviceKey }),
      slug,
      createCredential: (email) => credential(world, email),
    })
  } finally {
    read.close()
    await db.end()
  }
}

async function all<T>(rows: AsyncGenerator<T>): Promise<T[]> {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}

/** What an archive says, without what names one installation. */
async function content(file: string) {
  const read: Archive = await openArchive(file)
  try {
    const { settings, slug: _slug, ...workspace } = read.workspace
    const said: Record<string, unknown> = {
      workspace: { ...workspace, settings: { ...settings, logo_url: String(settings.logo_url).slice(-64) } },
    }
    for (const name of lists) said[name] = await all(read.rows(name))
    said.activity = (await all(read.rows('activity')))
      .filter(({ type }) => !['workspace.exported', 'workspace.imported'].includes(type))
      .map(({ metadata, origin, ...event }) => ({
        ...event,
        metadata: withoutIds(metadata),
        origin: withoutIds(origin),
      }))
    return said
  } finally {
    read.close()
  }
}

const withoutIds = (facts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(facts).filter(([key]) => !/(^|_)ids?$/.test(key)))

const countsOf = async (world: World) =>
  (
    await world.db.query(
      `select (select count(*) from public.workspaces)::int as workspaces, (select count(*) from public.projects)::int as projects,
         (select count(*) from public.users)::int as people, (select count(*) from public.activity_events)::int as events,
         (select count(*) from public.task_logs)::int as tasks, (select count(*) from public.files)::int as files`,
    )
  ).rows[0]

describe('an archive', () => {
  test(
    'comes back in another installation, equal but for ids; once more it makes nothing',
    WHOLE,
    async () => {
      const before = await rowsIn(there)
      const first = await imported(there, archive, 'acme-again')
      expect(first).toMatchObject({ slug: 'acme-again', wasThere: false, accountsMade: 2 })
      const { rows } = await there.db.query('select email from public.emails order by email')
      expect(rows.map(({ email }) => email)).toEqual([
        'alan@example.com',
        'grace@example.com',
        'owner@example.com',
      ])
      await there.worker()
      await quiet(there)
      const { rows: tasks } = await there.db.query(
        'select status from public.task_logs where workspace_id = $1',
        [first.workspaceId],
      )
      expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(['success']))
      const came = await rowsIn(there)
      for (const name of inArchive.filter((table) => !countedElsewhere.includes(table))) {
        expect([name, held[name]]).not.toEqual([name, 0])
        expect([name, (came[name] ?? 0) - (before[name] ?? 0)]).toEqual([name, held[name]])
      }
      const counted = await countsOf(there)
      expect(await imported(there, archive, 'acme-again')).toMatchObject({
        workspaceId: first.workspaceId,
        wasThere: true,
        accountsMade: 0,
      })
      expect(await countsOf(there)).toEqual(counted)

      const again = await exported(there, first.workspaceId)
      expect(await content(again)).toEqual(await content(archive))
    },
  )

  test('holds files as they are, tables that no spreadsheet runs, and no secret', async () => {
    const read = await openArchive(archive)
    try {
      const text = async (entry: string) => (await read.bytes(entry)).toString()
      expect(await text('projects/orders-api/main/docs/über uns.md')).toBe('# orders\n')
      expect(await text('groups.csv')).toContain(`"'=1+1"`)
      expect((await text('members.csv')).split('\r\n')).toHaveLength(5)
      const names = read.manifest.files.map(({ path }) => path)
      expect(names).toContain('projects/parts/main/assets/logo.png')
      expect(names).not.toContain('manifest.json')
      expect(await text('drafts/orders-api/main/docs/über uns.md')).toBe('We are # orders\n')
      expect(await text('drafts/orders-api/main/docs/plans.md')).toBe('# Plans\n')
      // Marks of Yjs and webhooks are of one installation.
      expect(await text('threads.json')).not.toContain('"epoch"')
      expect(await text('repositories.json')).not.toContain('hook-7')
    } finally {
      read.close()
    }
  })

  test('that is cut off goes on where it stopped', WHOLE, async () => {
    const { rows } = await here.db.query<{ id: string }>('select id from public.workspaces')
    let calls = 0
    const read = await openArchive(archive)
    const db = await connect(here.place.dbUrl)
    const storage = createStorage({ supabaseUrl: here.place.storageUrl, serviceKey: here.place.serviceKey })
    const options = { db, slug: 'cut-off', createCredential: (email: string) => credential(here, email) }
    try {
      const breaking = {
        ...storage,
        upload: (...args: Parameters<typeof storage.upload>) =>
          ++calls === 2 ? Promise.reject(new Error('away')) : storage.upload(...args),
      }
      await expect(importWorkspace(read, { ...options, storage: breaking })).rejects.toThrow('away')
      const done = await importWorkspace(read, { ...options, storage })
      expect(rows.map(({ id }) => id)).not.toContain(done.workspaceId)
      await quiet(here)
      expect(await content(await exported(here, done.workspaceId))).toEqual(await content(archive))
    } finally {
      read.close()
      await db.end()
    }
  })
})

describe('an archive that somebody made', () => {
  /** The archive with changes, its manifest right again unless that is what is changed. */
  async function forged(change: (entries: Map<string, Buffer>, manifest: Manifest) => void): Promise<string> {
    const read = await openArchive(archive)
    const entries = new Map<string, Buffer>()
    for (const { path } of read.manifest.files) entries.set(path, await read.bytes(path))
    const manifest = structuredClone(read.manifest)
    read.close()
    const before = new Map(entries)
    change(entries, manifest)
    for (const file of manifest.files) {
      const bytes = entries.get(file.path)
      if (!bytes || bytes === before.get(file.path)) continue
      file.size = bytes.length
      file.sha256 = createHash('sha256').update(bytes).digest('hex')
    }
    const zip = new ZipFile()
    for (const [path, bytes] of entries) zip.addBuffer(bytes, path)
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json')
    zip.end()
    const file = join(dir, `${randomUUID()}.zip`)
    await pipeline(zip.outputStream, createWriteStream(file))
    return file
  }
  const rewritten = (name: string, rewrite: (rows: Record<string, unknown>[]) => void) =>
    forged((entries) => {
      const rows = JSON.parse(entries.get(name)?.toString() ?? '') as Record<string, unknown>[]
      rewrite(rows)
      entries.set(name, Buffer.from(`[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`))
    })
  const nothingComes = async (file: string, sentence: RegExp) => {
    const before = await there.db.query('select count(*) from public.workspaces')
    await expect(imported(there, file, `forged-${randomUUID().slice(0, 8)}`)).rejects.toThrow(sentence)
    const after = await there.db.query('select count(*) from public.workspaces')
    expect(after.rows).toEqual(before.rows)
  }

  test.each<[string, (entries: Map<string, Buffer>, manifest: Manifest) => void, RegExp]>([
    [
      'of other content',
      (_entries, manifest) => Object.assign(manifest.files[0] ?? {}, { sha256: '0'.repeat(64) }),
      /checksum differs/,
    ],
    [
      'of another size',
      (_entries, manifest) => Object.assign(manifest.files.at(-1) ?? {}, { size: 1 }),
      /too large|checksum/,
    ],
    [
      'with a file that is on no list',
      (entries) => entries.set('extra.txt', Buffer.from('x')),
      /not on the manifest/,
    ],
    ['with a file missing', (entries) => entries.delete('groups.csv'), /not in the archive/],
    [
      'of another kind',
      (_entries, manifest) => Object.assign(manifest, { format: 'other' }),
      /manifest.json: format/,
    ],
  ])('%s is refused before anything is made', async (_what, change, sentence) => {
    await nothingComes(await forged(change), sentence)
  })

  test('that is no archive at all', async () => {
    const file = join(dir, 'none.zip')
    writeFileSync(file, 'PK no')
    await expect(openArchive(file)).rejects.toThrow(/cannot be read/)
  })

  test.each<[string, string, (rows: Record<string, unknown>[]) => void, RegExp]>([
    [
      'a member with no address',
      'members.json',
      (rows) => Object.assign(rows[0] ?? {}, { email: 'x@y' }),
      /no e-mail address/,
    ],
    [
      'nobody who owns it',
      'members.json',
      (rows) => {
        for (const row of rows) row.role = 'guest'
      },
      /no owner/,
    ],
    [
      'a role that there is not',
      'members.json',
      (rows) => Object.assign(rows[0] ?? {}, { role: 'root' }),
      /row 1: role/,
    ],
  ])('with %s', async (_what, name, rewrite, sentence) => {
    await nothingComes(await rewritten(name, rewrite), sentence)
  })

  test('of the first version comes in as it was: with neither drafts nor what was said of them', async () => {
    const file = await forged((entries, manifest) => {
      manifest.version = 1
      const later = workLists.flatMap((name) => [`${name}.json`, `${name}.csv`])
      for (const path of [...entries.keys()])
        if (later.includes(path) || /^(drafts|kept)\//.test(path)) entries.delete(path)
      manifest.files = manifest.files.filter(({ path }) => entries.has(path))
    })
    const { workspaceId } = await imported(there, file, 'first-version')
    const { rows } = await there.db.query(
      `select (select count(*)::int from public.projects where workspace_id = $1) as projects,
         (select count(*)::int from public.documents where workspace_id = $1) as drafts`,
      [workspaceId],
    )
    expect(rows).toEqual([{ projects: 3, drafts: 0 }])
  })

  test('with a path that climbs, or into a project of others, gets no file there', async () => {
    for (const [change, sentence] of [
      [{ path: '../../etc/passwd' }, /is_project_path|check/],
      [{ project: 'elsewhere' }, /branch that there is not/],
      [{ entry: 'members.json' }, /not the file/],
    ] as const) {
      const file = await rewritten('files.json', (rows) => {
        rows.splice(1)
        Object.assign(rows[0] ?? {}, change)
      })
      await expect(imported(there, file, `climbs-${randomUUID().slice(0, 8)}`)).rejects.toThrow(sentence)
    }
  })
})

describe('an export', () => {
  test('is one at a time and five a day, and gone with its bytes after it', async () => {
    const ask = () =>
      there.asOwner<{ made: { id: string } }>('select to_jsonb(public.export_workspace($1)) as made', [
        there.workspaceId,
      ])
    await there.db.query("update private.workspace_exports set created_at = now() - interval '25 hours'")
    for (let round = 0; round < 5; round++) {
      const { made } = await ask()
      await there.untilRow(
        `select 1 as done from private.workspace_exports where id = $1 and status = 'success'`,
        [made.id],
      )
    }
    await expect(ask()).rejects.toThrow(/often enough today/)
    await there.db.query("update private.workspace_exports set created_at = now() - interval '25 hours'")
    await there.db.query(
      `update storage.objects set created_at = now() - interval '25 hours' where bucket_id = 'exports'`,
    )
    await there.db.query(`select graphile_worker.add_job('purge')`)
    await quiet(there)
    const { rows } = await there.db.query(
      `select (select count(*) from private.workspace_exports)::int as exports,
         (select count(*) from storage.objects where bucket_id = 'exports')::int as objects`,
    )
    expect(rows).toEqual([{ exports: 0, objects: 0 }])
  })

  test('leaves no bytes behind when whoever asked for it deletes their account', async () => {
    await there.worker()
    const { made } = await there.asOwner<{ made: { id: string } }>(
      'select to_jsonb(public.export_workspace($1)) as made',
      [there.workspaceId],
    )
    await there.untilRow(
      `select 1 as done from private.workspace_exports where id = $1 and status = 'success'`,
      [made.id],
    )
    // As the cascade of the account does.
    await there.db.query('delete from private.workspace_exports where id = $1', [made.id])
    const purged = async () => {
      await there.db.query(`select graphile_worker.add_job('purge')`)
      await quiet(there)
      const { rows } = await there.db.query(
        `select count(*)::int as objects from storage.objects where bucket_id = 'exports'`,
      )
      return rows[0].objects
    }
    expect(await purged()).toBe(1)
    await there.db.query(
      `update storage.objects set created_at = now() - interval '25 hours' where bucket_id = 'exports'`,
    )
    expect(await purged()).toBe(0)
  })
})
