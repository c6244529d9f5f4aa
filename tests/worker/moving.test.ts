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
import { lists, type Manifest, settingColumns, workLists } from '../../worker/moving/format.ts'
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
  ;[here, there] = await Promise.all([aWorld({ lints: true }), aWorld({ lints: true })])
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

/** Until nothing is left to purge; what was imported may still be read and linted for minutes. */
const swept = (world: World) =>
  world.untilRow(
    `select 1 as done where not exists (select from graphile_worker.jobs where task_identifier = 'purge' and run_at <= now())`,
  )

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
    `with g as (insert into public.groups (workspace_id, name, slug, description, visibility, icon, icon_color)
       values ($1, 'Shop', '', '=1+1', 'public', 'cart', '#112233') returning id),
     t as (insert into public.teams (workspace_id, name, slug, description, icon, icon_color)
       values ($1, 'Core', '', 'The core', 'anchor', '#445566') returning id),
     a as (insert into public.group_admins select g.id, e.user_id from g, public.emails e where e.email = 'grace@example.com'),
     m as (insert into public.team_members (team_id, user_id, role) select t.id, e.user_id, 'admin' from t, public.emails e where e.email = 'grace@example.com'),
     s as (insert into public.project_teams (project_id, team_id, role) select $2, t.id, 'editor' from t),
     p as (insert into public.project_members (project_id, user_id, role) select $2, e.user_id, 'viewer' from public.emails e where e.email = 'alan@example.com')
     update public.projects set group_id = g.id, description = 'Orders, "quoted"' from g where projects.id = $2`,
    [workspaceId, project.id],
  )
  await db.query(
    `update public.projects set slug = 'orders-api', icon_name = 'box', icon_color = '#778899', auto_invite_committers = not auto_invite_committers,
       use_legacy_exporter = not use_legacy_exporter where id = $1`,
    [project.id],
  )
  await db.query(
    `update public.workspace_members m set receive_daily_summary = not receive_daily_summary, receive_mentions = not receive_mentions
     from public.emails e where e.user_id = m.user_id and e.email = 'alan@example.com' and m.workspace_id = $1`,
    [workspaceId],
  )
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
  await dress(world, picture)
}

/** Every setting as none is by itself: switches the other way round, and something in each field. */
async function dress({ db, workspaceId }: World, picture: string): Promise<void> {
  const written = {
    theme: { 'color-primary': '#2ea44e' },
    home_content: '# Hello',
    redirects: '/old/* /docs/:splat',
    idle_timeout_seconds: 900,
    google_tag_manager: 'GTM-A1B2C3',
    localizejs: 'a1b2c3d4',
    logo_url: `/api/v1/workspaces/x/pictures/${picture}`,
    favicon_url: `/api/v1/workspaces/x/pictures/${picture}`,
  }
  const { rows } = await db.query<{ own: Record<string, unknown> }>(
    'select to_jsonb(w) as own from public.workspaces w where id = $1',
    [workspaceId],
  )
  const own = rows[0]?.own ?? {}
  const other = { ...written, ...Object.fromEntries(switches(own).map((name) => [name, !own[name]])) }
  expect(Object.keys(other).toSorted()).toEqual(settingColumns.toSorted())
  await db.query(
    `update public.workspaces w set (${settingColumns.join(', ')}) = (
       select ${settingColumns.map((name) => `s.${name}`).join(', ')} from jsonb_populate_record(null::public.workspaces, $2) s)
     where w.id = $1`,
    [workspaceId, JSON.stringify(other)],
  )
}

const switches = (own: Record<string, unknown>) =>
  settingColumns.filter((name) => typeof own[name] === 'boolean')

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
      workspace: {
        ...workspace,
        settings: {
          ...settings,
          logo_url: String(settings.logo_url).slice(-64),
          favicon_url: String(settings.favicon_url).slice(-64),
        },
      },
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
      // It works on what comes in while the rest still comes.
      await there.worker()
      const first = await imported(there, archive, 'acme-again')
      expect(first).toMatchObject({ slug: 'acme-again', wasThere: false, accountsMade: 2 })
      const { rows } = await there.db.query('select email from public.emails order by email')
      expect(rows.map(({ email }) => email)).toEqual([
        'alan@example.com',
        'grace@example.com',
        'owner@example.com',
      ])
      await quiet(there)
      const { rows: tasks } = await there.db.query(
        'select status from public.task_logs where workspace_id = $1',
        [first.workspaceId],
      )
      expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(['success']))
      // Who brought what is proposed does not approve it here either.
      const { rows: bringers } = await there.db.query(
        `select distinct e.email from public.projects p join public.branches b on b.project_id = p.id
         left join public.emails e on e.user_id = private.last_pusher(b.id) where p.workspace_id = $1`,
        [first.workspaceId],
      )
      expect(bringers).toEqual([{ email: 'owner@example.com' }])
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
      const settings = await text('settings.csv')
      expect(settings).toMatch(/^\uFEFF"setting","value"\r\n"name",/)
      for (const line of [
        '"show_tryit","false"',
        '"idle_timeout_seconds","900"',
        '"approved_domain","example.com viewer"',
        '"default_style_guide","house"',
      ])
        expect(settings).toContain(`\r\n${line}\r\n`)
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
  const change = (
    entries: Map<string, Buffer>,
    name: string,
    rewrite: (rows: Record<string, unknown>[]) => void,
  ) => {
    const rows = JSON.parse(entries.get(name)?.toString() ?? '') as Record<string, unknown>[]
    rewrite(rows)
    entries.set(name, Buffer.from(`[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`))
  }
  const rewritten = (name: string, rewrite: (rows: Record<string, unknown>[]) => void) =>
    forged((entries) => {
      withStranger(entries)
      change(entries, name, rewrite)
    })
  const heldThere = async () =>
    (
      await there.db.query(
        `select (select count(*) from public.workspaces)::int as workspaces, (select count(*) from public.users)::int as people,
           (select count(*) from auth.users)::int as credentials, (select count(*) from public.workspace_members)::int as members`,
      )
    ).rows[0]
  const nothingComes = async (file: string, sentence: RegExp) => {
    const before = await heldThere()
    await expect(imported(there, file, `forged-${randomUUID().slice(0, 8)}`)).rejects.toThrow(sentence)
    expect(await heldThere()).toEqual(before)
  }
  /** That the archive names somebody whom nobody here is: who would get an account, and the role of an admin. */
  const withStranger = (entries: Map<string, Buffer>) =>
    change(entries, 'members.json', (rows) =>
      rows.push({ ...rows[0], email: 'stranger@victim.example', username: 'stranger', role: 'admin' }),
    )

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
    [
      'somebody in it twice',
      'members.json',
      (rows) => rows.push(rows[0] ?? {}),
      /row 5: the address .* twice/,
    ],
    [
      'a group that nobody may see so',
      'groups.json',
      (rows) => Object.assign(rows[0] ?? {}, { visibility: 'nope' }),
      /groups.json, row 1: visibility/,
    ],
    [
      'a group in it twice',
      'groups.json',
      (rows) => rows.push(rows[0] ?? {}),
      /groups.json, row 2: the group/,
    ],
    [
      'two groups called the same',
      'groups.json',
      (rows) => rows.push({ ...rows[0], slug: 'another' }),
      /row 2: the group called Shop stands there twice/,
    ],
    [
      'a group at an address that climbs',
      'groups.json',
      (rows) => rows.push({ ...rows[0], name: 'Another', slug: '../..', admins: [] }),
      /groups.json.*the database refuses it/,
    ],
    [
      'a team at an address that climbs',
      'teams.json',
      (rows) => rows.push({ ...rows[0], name: 'Another', slug: '../..', members: [] }),
      /teams.json.*the database refuses it/,
    ],
    [
      'a project that was at an address that climbs',
      'projects.json',
      (rows) => Object.assign(rows[0] ?? {}, { old_slugs: ['../..'] }),
      /projects.json.*the database refuses it/,
    ],
    [
      'a branch at an address that climbs',
      'projects.json',
      (rows) =>
        Object.assign(rows[0] ?? {}, {
          branches: [
            ...(Array.isArray(rows[0]?.branches) ? rows[0].branches : []),
            { name: 'up', slug: '../..', is_default: false, is_published: false },
          ],
        }),
      /projects.json.*the database refuses it/,
    ],
    [
      'a project in a group that there is not',
      'projects.json',
      (rows) => Object.assign(rows[0] ?? {}, { group: 'elsewhere' }),
      /projects.json, row 1: there is no group elsewhere/,
    ],
    [
      'a style guide that there is not',
      'projects.json',
      (rows) => Object.assign(rows[0] ?? {}, { style_guides: ['elsewhere'] }),
      /there is no project elsewhere/,
    ],
    [
      'NUL in what happened',
      'activity.json',
      (rows) => Object.assign(rows[1] ?? {}, { metadata: { x: 'a\0b' } }),
      /activity.json, row 2 holds NUL/,
    ],
    [
      'half a character',
      'activity.json',
      (rows) => Object.assign(rows[1] ?? {}, { metadata: { x: ['\ud800'] } }),
      /activity.json, row 2 holds NUL or half/,
    ],
    [
      'a path that climbs',
      'files.json',
      (rows) => Object.assign(rows[0] ?? {}, { path: '../../etc/passwd' }),
      /files.json, row 1: path is not as it should be \(no path of a file\)/,
    ],
    [
      'files of a project that there is not',
      'files.json',
      (rows) => Object.assign(rows[0] ?? {}, { project: 'elsewhere' }),
      /row 1: there is no branch elsewhere main/,
    ],
    [
      'a file that is another one',
      'files.json',
      (rows) => Object.assign(rows[0] ?? {}, { entry: 'members.json' }),
      /row 1: members.json is not the file/,
    ],
    ['a file in it twice', 'files.json', (rows) => rows.splice(1, 0, rows[0] ?? {}), /row 2: the path/],
    [
      'the files of a branch apart',
      'files.json',
      (rows) => {
        const first = rows.findIndex(({ project, branch }) => project === 'orders-api' && branch === 'main')
        rows.push(...rows.splice(first, 1))
      },
      /do not stand together/,
    ],
    [
      'what was said of a branch that there is not',
      'threads.json',
      (rows) => Object.assign(rows[0] ?? {}, { branch: 'elsewhere' }),
      /threads.json, row 1: there is no branch/,
    ],
    [
      'nodes of a proposal that there is not',
      'proposal_nodes.json',
      (rows) => Object.assign(rows[0] ?? {}, { proposed_at: '2020-01-01T00:00:00.000000Z' }),
      /proposal_nodes.json, row 1: there is no proposal/,
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

  test.each<[string, (workspace: Record<string, unknown>) => void, RegExp]>([
    [
      'a domain that is none',
      (workspace) => {
        workspace.approved_domains = [{ domain: 'no domain', role: 'viewer' }]
      },
      /workspace.json: the database refuses it/,
    ],
    [
      'a domain in it twice',
      (workspace) => {
        const domain = { domain: 'example.com', role: 'viewer' }
        workspace.approved_domains = [domain, domain]
      },
      /workspace.json: the domain example.com stands there twice/,
    ],
  ])('with %s', async (_what, rewrite, sentence) => {
    const file = await forged((entries) => {
      withStranger(entries)
      const workspace = JSON.parse(entries.get('workspace.json')?.toString() ?? '') as Record<string, unknown>
      rewrite(workspace)
      entries.set('workspace.json', Buffer.from(JSON.stringify(workspace)))
    })
    await nothingComes(file, sentence)
  })

  test('with a row longer than any is refused while it is read, in thousands of parts', async () => {
    const blanks = Buffer.alloc(70 * 1024 * 1024, ' ')
    const file = await forged((entries) =>
      entries.set('activity.json', Buffer.concat([Buffer.from('[\n'), blanks, Buffer.from('\n]\n')])),
    )
    await nothingComes(file, /A row of activity.json is too long/)
  })

  test('with a row of nothing but brackets is refused before it is parsed', async () => {
    const row = `{"data":[${'[],'.repeat(2_000_000)}0]}`
    const file = await forged((entries) => entries.set('activity.json', Buffer.from(`[\n${row}\n]\n`)))
    await nothingComes(file, /activity.json, row 1 is nested too deeply, or holds too many values/)
  })

  test('with a drawing in an address keeps it as one that was uploaded, or not at all', async () => {
    const drawing = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
    const file = await forged((entries) => {
      const workspace = JSON.parse(entries.get('workspace.json')?.toString() ?? '')
      workspace.settings.logo_url = drawing('<svg><script>alert(1)</script><path d="M0 0h7"/></svg>')
      workspace.settings.favicon_url = drawing('no drawing')
      entries.set('workspace.json', Buffer.from(JSON.stringify(workspace)))
    })
    const { workspaceId } = await imported(there, file, 'drawn')
    const { rows } = await there.db.query(
      `select convert_from(p.content, 'utf8') as shown, w.favicon_url from public.workspaces w
       join private.workspace_pictures p on p.workspace_id = w.id and w.logo_url like '%/pictures/' || p.hash where w.id = $1`,
      [workspaceId],
    )
    expect(rows).toEqual([{ shown: expect.stringMatching(/^<svg[^>]*><path d="M0 0h7"/), favicon_url: null }])
  })

  test('leaves out the settings that nobody could set here, and names them', async () => {
    const file = await forged((entries) => {
      const workspace = JSON.parse(entries.get('workspace.json')?.toString() ?? '')
      Object.assign(workspace.settings, {
        redirects: '/a //evil.example\n/b https://evil.example',
        idle_timeout_seconds: 1,
        show_userway: 'perhaps',
        google_tag_manager: 'not theirs',
      })
      entries.set('workspace.json', Buffer.from(JSON.stringify(workspace)))
    })
    const { workspaceId, leftOut } = await imported(there, file, 'unfit')
    expect(leftOut).toEqual(['google_tag_manager', 'idle_timeout_seconds', 'redirects', 'show_userway'])
    const { rows } = await there.db.query(
      'select redirects, idle_timeout_seconds, show_userway, google_tag_manager, localizejs from public.workspaces where id = $1',
      [workspaceId],
    )
    expect(rows).toEqual([
      {
        redirects: null,
        idle_timeout_seconds: null,
        show_userway: false,
        google_tag_manager: null,
        localizejs: 'a1b2c3d4',
      },
    ])
  })

  test('for an address that is taken says how to give another one', async () => {
    await there.aWorkspace('taken')
    const before = await heldThere()
    await expect(imported(there, await rewritten('groups.json', () => undefined), 'taken')).rejects.toThrow(
      'The address taken is taken here: give it another one with --slug.',
    )
    expect(await heldThere()).toEqual(before)
  })

  // Which names can be read knows the database alone.
  const unreadable = () =>
    rewritten('proposals.json', (rows) => Object.assign(rows[0] ?? {}, { title: '\u202Etxt.exe' }))

  test('leaves nothing behind where only the database refuses it', WHOLE, async () => {
    const file = await unreadable()
    await nothingComes(file, /^proposals.json, rows 1 to \d+: the database refuses it .* is gone again\.$/)
    // Mended or not, the same one begins anew.
    await nothingComes(file, /is gone again/)
  })

  test('stays half there where somebody has worked in it since', WHOLE, async () => {
    const file = await unreadable()
    const read = await openArchive(file)
    const db = await connect(there.place.dbUrl)
    const storage = createStorage({ supabaseUrl: there.place.storageUrl, serviceKey: there.place.serviceKey })
    const options = { db, slug: 'half', createCredential: (email: string) => credential(there, email) }
    try {
      const away = { ...storage, upload: () => Promise.reject(new Error('away')) }
      await expect(importWorkspace(read, { ...options, storage: away })).rejects.toThrow('away')
      await there.asOwner(
        'select public.update_workspace_settings(w.id, $1) from public.workspaces w where w.slug = $2',
        [{ name: 'Half' }, 'half'],
      )
      await expect(importWorkspace(read, { ...options, storage })).rejects.toThrow(
        /workspace half, which was begun of it, stays: somebody has worked there since/,
      )
    } finally {
      read.close()
      await db.end()
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
    await swept(there)
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
      await swept(there)
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
