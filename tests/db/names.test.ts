// What people call things, and the addresses they give: readable for whoever meets them, by whichever door they come.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasUnseen } from '../../analysis/characters.ts'
import { isProjectPath } from '../../analysis/paths.ts'
import { emailPattern } from '../../supabase/functions/_shared/domain/emails.ts'
import { showRepository } from '../support/host-repository.ts'
import { aGitHub, aRepository, fromRepository, sealed } from './git/support.ts'
import { signingIn, verified } from './support/external.ts'
import { anIntegration } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
/** Of each thing that has a name: one that is there. */
const ids: Record<string, number> = {}

const unreadable =
  'Must have something to read, and no characters that nobody sees or that turn the reading direction.'

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('named')
  const github = await aGitHub(world, house.id)
  const { project, branch } = await fromRepository(world, house.owner, house.id, aRepository(github))
  const made = async (call: string) => (await world.answer<{ id: number }>(house.owner, call, [house.id])).id
  Object.assign(ids, {
    workspace: house.id,
    github,
    project: project.id,
    branch: branch.id,
    group: await made("create_group($1, 'Group')"),
    team: await made("create_team($1, 'Team')"),
    integration: await anIntegration(world, house, 'gitlab'),
  })
})
afterAll(() => world.end())

const seen = async (is: string, text: string) =>
  (await world.db.query<{ answer: boolean | null }>(`select private.${is}($1) as answer`, [text])).rows[0]
    ?.answer

test('the database and the code outside it mean the same characters', async () => {
  // Everything up to U+FFFF but surrogates, and the planes beyond in which something is listed.
  const { rows } = await world.db.query<{ n: number; unseen: boolean; mailbox: boolean; path: boolean }>(
    `select n, private.has_unseen(chr(n)) as unseen, private.is_email('a' || chr(n) || 'b@x.test') as mailbox,
       private.is_project_path('a' || chr(n) || 'b') as path
     from generate_series(1, $1::integer) n
     where n < 55296 or n between 57344 and 65535 or n between 77824 and 79871 or n between 113664 and 119807
       or n between 917504 and 921600 or n >= 65536 and (n & 65535 >= 65533 or n & 65535 < 2)`,
    [0x10ffff],
  )
  expect(rows.length).toBeGreaterThan(70_000)
  const differs = rows.filter(({ n, unseen, mailbox, path }) => {
    const one = String.fromCodePoint(n)
    return (
      hasUnseen(one) !== unseen ||
      emailPattern.test(`a${one}b@x.test`) !== mailbox ||
      isProjectPath(`a${one}b`) !== path
    )
  })
  expect(differs).toEqual([])
})

test('the marks that no name begins with are those of Unicode', async () => {
  const { rows } = await world.db.query<{ n: number; is_mark: boolean }>(
    `select n, chr(n) ~ ('[' || private.combining_marks() || ']') as is_mark
     from generate_series(1, 921600) n where n < 55296 or n between 57344 and 131071 or n >= 917504`,
  )
  const differs = rows.filter(({ n, is_mark }) => /\p{M}/u.test(String.fromCodePoint(n)) !== is_mark)
  expect(differs).toEqual([])
})

describe('a name', () => {
  const flag = (tags: string) =>
    `\u{1f3f4}${[...tags].map((tag) => String.fromCodePoint(0xe0000 + tag.charCodeAt(0))).join('')}\u{e007f}`
  const scotland = flag('gbsct')

  test.each([
    ['a plain one', 'Pets & Co. (v2)'],
    ['letters of any script', 'Größe 価格 цена סיכה'],
    ['a joiner inside a Persian word', 'می\u200cخواهم'],
    ['a joiner at the end of a Malayalam word', 'അവന\u0d4d\u200d'],
    ['emoji that are joined', '\u{1f469}\u200d\u{1f4bb} \u2764\ufe0f'],
    ['the flag of a region', `Team ${scotland}`],
    ['the flag with the longest name', `Team ${flag('usabcd')}`],
    ['marks on letters', 'Caf\u0065\u0301 \u0915\u093f'],
    ['a digit on a key', '1\ufe0f\u20e3'],
    ['a variant of a character', '葛\u{e0100}城'],
    ['a wide blank', 'Pets\u3000API'],
  ])('may be %s', async (_, name) => {
    expect(await seen('is_name', name)).toBe(true)
  })

  const nothing = [
    '\u200b',
    '\u3164',
    '\u115f',
    '\u1160',
    '\u2800',
    '\u00ad',
    '\ufeff',
    '\u{e0041}',
    '\uffa0',
  ]
  test.each([
    ...['\u00a0', '\u3000', '\u200d', '\ufe0f', '\u{e0100}', ...nothing].map((only) => ['only', only]),
    ...['\x01', '\x1b', '\n', '\r', '\t', '\x7f', '\x85', '\u2028', '\u2029'].map((control) => [
      'a control',
      `a${control}b`,
    ]),
    ...['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'].map((turn) => [
      'a turn',
      `a${turn}b`,
    ]),
    ...[...nothing, '\u2060', '\u180e', '\u{e0020}'].map((unseen) => ['an unseen one', `a${unseen}b`]),
    ...[
      '\u{13430}',
      '\u{1345f}',
      '\u{1d159}',
      '\ue000',
      '\uf8ff',
      '\u{f0000}',
      '\u{10fffd}',
      '\ufdd0',
      '\ufdef',
      '\ufffe',
    ].flatMap((hidden) => [
      ['only what no font shows', hidden],
      ['what no font shows', `a${hidden}b`],
    ]),
    ['a mark alone', '\u0301'],
    ['a mark first', '\u0301abc'],
    ['a mark after a blank first', '\u00a0\u20ddabc'],
    ['a mark of a script first', '\u093eabc'],
    ['a flag with a hidden text', `Orders${flag('usabcde')}`],
    ['a flag with half a name', `Orders${flag('u')}`],
    ['two flags, one with a hidden text', `${scotland}${flag('hidden words')}`],
    ['a joiner of nothing', '\u200dab'],
    ['a joiner of nothing', 'a \u200cb'],
    ['two joiners', 'a\u200c\u200db'],
    ['tags without their flag', `a${scotland.slice(2)}`],
  ])('is not %s: %j', async (_, name) => {
    expect(await seen('is_name', name)).toBe(false)
  })
})

describe('what cannot be read is no name of', () => {
  const turned = 'Pay\u202estnem'
  const refused = async (sql: string, values: unknown[]) => {
    const { message, refused: code } = await world.attempt(house.owner, sql, values)
    return { code, message }
  }

  test.each([
    ['a workspace', 'workspace', 'update public.workspaces set name = $2 where id = $1'],
    ['a project', 'workspace', 'select public.create_project($1, $2)'],
    ['a renamed project', 'project', 'update public.projects set name = $2 where id = $1'],
    ['a group', 'workspace', 'select public.create_group($1, $2)'],
    ['a renamed group', 'group', 'update public.groups set name = $2 where id = $1'],
    ['a team', 'workspace', 'select public.create_team($1, $2)'],
    ['a renamed team', 'team', 'update public.teams set name = $2 where id = $1'],
    ['an integration', 'workspace', "select public.create_integration($1, $2, 'bitbucket_cloud')"],
    ['a renamed integration', 'integration', 'select public.update_integration($1, $2)'],
    ['a branch', 'branch', 'update public.branches set name = $2 where id = $1'],
    [
      'a service account',
      'project',
      `select public.create_service_account($1, $2, 'robot', '${JSON.stringify(sealed)}')`,
    ],
    [
      'a robot',
      'project',
      `select public.create_service_account($1, 'Robot', $2, '${JSON.stringify(sealed)}')`,
    ],
    ['a token', 'workspace', 'select public.create_workspace_token($1, $2)'],
  ])('%s', async (_, place, sql) => {
    expect(await refused(sql, [ids[place], turned])).toEqual({ code: 'PT400', message: unreadable })
  })

  test('a person, at the field that it is about', async () => {
    const names = (first: string, last: string) =>
      world.does(house.owner, 'select public.update_account($1, $2)', [first, last])
    await expect(names(turned, 'B')).rejects.toMatchObject({
      code: 'PT400',
      detail: '{"field" : "first_name"}',
    })
    await expect(names('A', '\u200b')).rejects.toMatchObject({
      code: 'PT400',
      detail: '{"field" : "last_name"}',
    })
  })

  test('somebody whom a provider lets in: they come without it', async () => {
    const { arrive } = signingIn(world)
    const { user_id } = await arrive(ids.integration as number, 'turned', verified('turned@example.net'), {
      p_data: { first_name: turned, last_name: ' Lovelace ', avatar_url: 'https://x.test/\u202egpj.exe' },
    })
    const { rows } = await world.db.query(
      'select first_name, last_name, avatar_url from public.users where id = $1',
      [user_id],
    )
    expect(rows).toEqual([{ first_name: '', last_name: 'Lovelace', avatar_url: null }])
  })

  test('nothing that is left as it was: an old name stays until it is changed', async () => {
    await world.db.query('alter table public.groups disable trigger keep_names')
    await world.db.query('update public.groups set name = $2 where id = $1', [ids.group, turned])
    await world.db.query('alter table public.groups enable trigger keep_names')
    const change = 'update public.groups set name = $2, description = $3 where id = $1'
    expect(await world.attempt(house.owner, change, [ids.group, turned, 'More'])).toMatchObject({ count: 1 })
    expect(await refused(change, [ids.group, `${turned}s`, ''])).toMatchObject({ code: 'PT400' })
  })
})

describe('an address', () => {
  const odd = [
    '\u200b',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u200d',
    '\ufe0f',
    '\u{e0041}',
    '\u{e0100}',
    '\u00a0',
    '\u3000',
    '\x85',
  ]

  test.each(odd)('of a mailbox has no %j, here as in forms', async (one) => {
    for (const address of [`a${one}b@x.test`, `ab@x${one}y.test`, `ab@x.te${one}st`]) {
      expect(await seen('is_email', address)).toBe(false)
      expect(emailPattern.test(address)).toBe(false)
    }
  })

  test.each(['ada+pets@example.com', "o'neil@sub.example.org", 'ünï@exämple.test', 'a.b@x.co'])(
    'of a mailbox may be %s, here as in forms',
    async (address) => {
      expect(await seen('is_email', address)).toBe(true)
      expect(emailPattern.test(address)).toBe(true)
    },
  )

  test.each([
    ['a picture', 'select public.update_account($2, $2, p_avatar_url => $1)', 'A'],
    ['a logo', 'update public.workspaces set logo_url = $1 where id = $2', 'workspace'],
    ['a favicon', 'update public.workspaces set favicon_url = $1 where id = $2', 'workspace'],
  ])('of %s has none either', async (_, sql, other) => {
    const at = async (address: string) =>
      (await world.attempt(house.owner, sql, [address, ids[other] ?? other])).message
    expect(await at('https://x.test/\u202egpj.exe')).toBe('Must be a valid URL.')
    expect(await at('https://x.test/a.png')).toBe('')
  })

  test('of a repository has none either', async () => {
    const repository = {
      ...aRepository(ids.github as number),
      remote_url_ssh: 'git@x.test:\u202ea/b',
    }
    await showRepository(world.db, house.owner.id, repository)
    expect(
      await world.said(house.owner, "public.create_project($1, 'Odd', p_type => 'vcs', p_repository => $2)", [
        house.id,
        JSON.stringify(repository),
      ]),
    ).toBe('Must be a valid URL.')
  })
})

describe('a file of a project', () => {
  const good = [
    'api.yaml',
    'a/b/c.json',
    '.stoplight/styleguide.json',
    'a..b.yaml',
    '.gitignore',
    'docs/.github/x.md',
    'git/x',
    'می\u200cخواهم.md',
    'a b.md',
    `${'n'.repeat(255)}/${'m'.repeat(255)}`,
  ]
  const bad = [
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    './a',
    'a/.',
    '..',
    '../a',
    'a/..',
    'a/../b',
    'a\\b',
    'C:x',
    'c:/x',
    'n'.repeat(256),
    `${'n/'.repeat(500)}x`,
    '.git',
    '.git/config',
    'a/.GIT/hooks/post-checkout',
    '.Git',
    '.git /config',
    '.git./config',
    '.git. ./config',
    '.git::$INDEX_ALLOCATION/config',
    'git~1/config',
    'a/GIT~2',
    '.g\u200cit/config',
    '.gi\u200dt/config',
    '.g\u200bit/config',
    'a\x00b',
    'a\x1bb',
    'a\nb',
    'a\x7fb',
    'a\u202eb',
    'a\ufeffb',
  ]

  test.each(good)('may be called %j', async (path) => {
    expect(await seen('is_project_path', path)).toBe(true)
    expect(isProjectPath(path)).toBe(true)
  })

  test.each(bad)('is not called %j', async (path) => {
    expect(isProjectPath(path)).toBe(false)
    // Postgres has no text with a null in it.
    if (!path.includes('\x00')) expect(await seen('is_project_path', path)).toBe(false)
  })

  test('is held to it where it is kept, so that no export has another', async () => {
    await expect(
      world.db.query(
        "insert into public.branch_files (branch_id, path, workspace_id, hash) values ($1, '.git/config', $2, '\\x00')",
        [ids.branch, house.id],
      ),
    ).rejects.toMatchObject({ constraint: 'branch_files_path_check' })
  })
})
