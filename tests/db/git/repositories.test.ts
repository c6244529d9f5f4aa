// Projects that come from repositories: which may be made, who sees the repository, and the account that opens it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showRepository } from '../../support/host-repository.ts'
import { service } from '../support/identity.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import {
  aGitHub,
  aRepository,
  fromRepository,
  type Made,
  type Repository,
  sealed,
  tasksOf,
} from './support.ts'

let world: World
let house: { id: number; owner: Person }
let editor: Person
let viewer: Person
let integration: number
let made: Made

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('repositories')
  editor = await world.aMember(house.id, 'maker')
  viewer = await world.aMember(house.id, 'viewer')
  integration = await aGitHub(world, house.id)
  made = await fromRepository(
    world,
    house.owner,
    house.id,
    aRepository(integration, { default_branch: 'trunk' }),
  )
})
afterAll(() => world.end())

/** Tries to make a project of a repository, which its host has shown to who makes it. */
const create = async (who: Person, repository: Repository | null, name = 'Another', type = 'vcs') => {
  const shown = repository && (await showRepository(world.db, who.id, repository))
  const said = await attemptToCreate(who, repository, name, type)
  await shown?.forget()
  return said
}
const shownOf = ({ workspace_integration_id, ...shown }: Repository) => shown
const attemptToCreate = (who: Person, repository: object | null, name = 'Another', type = 'vcs') =>
  world.said(who, `public.create_project($1, $2, p_type => $3, p_repository => $4)`, [
    house.id,
    name,
    type,
    repository === null ? null : JSON.stringify(repository),
  ])

describe('a project from a repository', () => {
  test('has the default branch of the repository, and its analysis waits', async () => {
    expect([made.branch.slug, await tasksOf(world, made.project.id)]).toMatchObject([
      'trunk',
      [
        {
          task_id: 'analyze',
          source: 'git',
          status: 'queued',
          branch_ref: 'refs/heads/trunk',
          job_id: made.job_id,
        },
      ],
    ])
    const { rows } = await world.db.query("select 1 from graphile_worker.jobs where key = 'analyze:' || $1", [
      made.job_id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('needs a repository, and no other kind takes one', async () => {
    const repository = aRepository(integration)
    expect(await create(house.owner, null)).toBe('This project does not come from a Git repository.')
    expect(await create(house.owner, repository, 'Web', 'web')).toBe(
      'This project does not come from a Git repository.',
    )
    expect(await create(house.owner, repository)).toBe('allowed')
  })

  test('takes an integration of its own workspace that is a Git host and switched on', async () => {
    const elsewhere = await world.aWorkspace('repositories-elsewhere')
    const foreign = await aGitHub(world, elsewhere.id)
    const off = await aGitHub(
      world,
      house.id,
      '{"hostUrl": "https://off.example", "apiUrl": "https://off.example/api", "clientId": "x"}',
    )
    await world.db.query('update public.workspace_integrations set enabled = false where id = $1', [off])
    const { rows } = await world.db.query(
      "select id from public.workspace_integrations where workspace_id = $1 and kind = 'builtin'",
      [house.id],
    )
    for (const id of [foreign, off, Number(rows[0].id), 999_999_999])
      expect(await attemptToCreate(house.owner, aRepository(id))).toBe('Integration not found.')
  })

  test('is the one that its host showed to its maker, whatever else is sent', async () => {
    const repository = aRepository(integration)
    await showRepository(world.db, house.owner.id, repository)
    const { project, branch } = await world.answer<Made>(
      house.owner,
      "create_project($1, 'As the host says', p_type => 'vcs', p_repository => $2)",
      [
        house.id,
        JSON.stringify({
          ...repository,
          remote_url_http: 'https://github.com/evil/api.git',
          remote_url_ssh: 'git@github.com:evil/api.git',
          external_slug: 'api',
          external_org_slug: 'evil',
          default_branch: 'evil',
        }),
      ],
    )
    const { rows } = await world.db.query('select * from public.project_repositories where project_id = $1', [
      project.id,
    ])
    expect([branch.slug, rows]).toMatchObject(['main', [{ ...shownOf(repository), remote_url_ssh: null }]])
  })

  test('is none that its host did not show to its maker, or not lately, by one or many', async () => {
    const repository = aRepository(integration)
    const refused = 'Choose this repository from the list of its Git host again.'
    const tries = async () => {
      const { results } = await world.answer<{ results: { message: string | null }[] }>(
        house.owner,
        'create_projects($1, $2)',
        [house.id, JSON.stringify([{ name: 'One of many', type: 'vcs', repository }])],
      )
      return [await attemptToCreate(house.owner, repository), results[0]?.message]
    }
    expect(await tries()).toEqual([refused, refused])
    const others = await showRepository(world.db, editor.id, repository)
    expect(await tries()).toEqual([refused, refused])
    await others.forget()
    // At another integration the same id means another repository.
    const second = await aGitHub(
      world,
      house.id,
      '{"hostUrl": "https://two.example", "apiUrl": "https://two.example/api", "clientId": "x"}',
    )
    await showRepository(world.db, house.owner.id, { ...repository, workspace_integration_id: second })
    expect(await tries()).toEqual([refused, refused])
    const own = await showRepository(world.db, house.owner.id, repository)
    await world.db.query(
      "update private.host_repositories set seen_at = now() - interval '1 day' where external_id = $1",
      [repository.external_id],
    )
    expect(await tries()).toEqual([refused, refused])
    await own.forget()
    // A list that does not say the default branch is not enough.
    await showRepository(world.db, house.owner.id, { ...repository, default_branch: null })
    expect(await tries()).toEqual([refused, refused])
  })

  test('tells its editors by which integration it is reached, and nothing else of that', async () => {
    const [host] = await world.does(editor, 'select * from public.project_host($1)', [made.project.id])
    expect(host).toEqual({
      integration_id: String(integration),
      name: expect.stringMatching(/^GitHub \d+$/),
      kind: 'github',
      enabled: true,
    })
    expect(await world.said(viewer, 'public.project_host($1)', [made.project.id])).not.toBe('allowed')
  })

  test('is made once a workspace', async () => {
    const repository = aRepository(integration)
    await fromRepository(world, house.owner, house.id, repository)
    expect(await create(house.owner, repository)).toBe(
      'This repository is already a project of this workspace.',
    )
    const added = await world.does(editor, 'select public.added_repositories($1, $2) as id', [
      integration,
      [repository.external_id, 'R_other'],
    ])
    expect(added).toEqual([{ id: repository.external_id }])
  })

  test('stays when its integration goes', async () => {
    const gone = await aGitHub(
      world,
      house.id,
      '{"hostUrl": "https://gone.example", "apiUrl": "https://gone.example/api", "clientId": "x"}',
    )
    const project = await fromRepository(
      world,
      house.owner,
      house.id,
      aRepository(gone, { remote_url_http: 'https://gone.example/acme/api.git' }),
    )
    await world.db.query('delete from public.workspace_integrations where id = $1', [gone])
    const { rows } = await world.db.query(
      'select workspace_id, workspace_integration_id from public.project_repositories where project_id = $1',
      [project.project.id],
    )
    expect(rows).toEqual([{ workspace_id: String(house.id), workspace_integration_id: null }])
  })

  test('takes no uploaded files', async () => {
    expect(
      await world.said(house.owner, 'public.import_files($1, $2, $3)', [
        made.project.id,
        'trunk',
        JSON.stringify([{ path: 'api.yaml', object: 'x' }]),
      ]),
    ).toBe('The content of this project comes from its Git repository.')
  })

  test('has no name of another one', async () => {
    const name = `Project ${aRepository(integration).external_id}`
    expect(await create(house.owner, aRepository(integration), name)).toBe('allowed')
    await world.does(house.owner, 'select public.create_project($1, $2)', [house.id, name])
    const refused =
      'There is another project in this workspace with the same name. Please choose another one.'
    expect(await create(house.owner, aRepository(integration), ` ${name} `)).toBe(refused)
    const renamed = await world.attempt(house.owner, 'update public.projects set name = $2 where id = $1', [
      made.project.id,
      name,
    ])
    expect(renamed.message).toContain(refused)
  })

  test('has no name that differs from that of another one by case and blanks alone', async () => {
    await world.does(house.owner, 'select public.create_project($1, $2)', [house.id, 'Billing API'])
    const refused =
      'There is another project in this workspace with the same name. Please choose another one.'
    for (const name of ['billing api', 'BILLING API', ' Billing Api ']) {
      expect(await create(house.owner, aRepository(integration), name)).toBe(refused)
    }
    const { project } = await world.answer<{ project: { id: string } }>(
      house.owner,
      'create_project($1, $2)',
      [house.id, 'Billing'],
    )
    const rename = (name: string) =>
      world.attempt(house.owner, 'update public.projects set name = $2 where id = $1', [project.id, name])
    expect((await rename('  billing API')).message).toContain(refused)
    expect(await rename('billing')).toMatchObject({ count: 1, refused: null })
  })
})

describe('what a host shows', () => {
  const keep = (repositories: object[], revision?: string) =>
    world.db
      .query<{ revision: string }>(
        'select private.integration_revision(i) as revision from public.workspace_integrations i where id = $1',
        [integration],
      )
      .then(({ rows }) =>
        service(world, 'svc_keep_host_repositories', {
          p_auth_id: editor.authId,
          p_integration_id: integration,
          p_revision: revision ?? rows[0]?.revision,
          p_repositories: repositories,
        }),
      )
  const kept = async () =>
    (
      await world.db.query(
        `select h.external_id, h.remote_url_http, h.default_branch
         from private.host_repositories h join public.external_users x on x.id = h.external_user_id
         where x.user_id = $1 order by h.external_id`,
        [editor.id],
      )
    ).rows
  const said = (id: string, more: object = {}) => ({
    external_id: id,
    remote_url_http: `https://github.com/acme/${id}.git`,
    external_slug: id,
    external_org_slug: 'acme',
    default_branch: 'main',
    ...more,
  })

  test('is kept of who has an account there alone, and goes with it', async () => {
    await keep([said('a')])
    expect(await kept()).toEqual([])
    await world.db.query(
      "insert into public.external_users (user_id, workspace_integration_id, external_id) values ($1, $2, 'editor')",
      [editor.id, integration],
    )
    await keep([said('a'), said('a')])
    expect(await kept()).toMatchObject([{ external_id: 'a' }])
    await world.db.query('delete from public.external_users where user_id = $1', [editor.id])
    expect(await kept()).toEqual([])
    const { rows } = await world.db.query(
      "select 1 from private.host_repositories where external_id = 'a' and external_slug = 'a'",
    )
    expect(rows).toEqual([])
  })

  test('is kept as it said it last, only where a project can be so, and for present settings', async () => {
    await world.db.query(
      "insert into public.external_users (user_id, workspace_integration_id, external_id) values ($1, $2, 'editor')",
      [editor.id, integration],
    )
    const moved = said('a', { remote_url_http: 'https://github.com/moved/a.git', default_branch: null })
    const bad = [
      'https://token@github.com/acme/api',
      'https://github.com/acme/api?x=1',
      'https://github.com/',
      'file:///etc/passwd',
    ].map((remote_url_http, n) => said(`bad-${n}`, { remote_url_http }))
    await keep([said('a'), ...bad, said('b', { default_branch: '-upload-pack=x' })])
    await keep([moved])
    expect(await kept()).toEqual([
      { external_id: 'a', remote_url_http: 'https://github.com/moved/a.git', default_branch: 'main' },
      { external_id: 'b', remote_url_http: 'https://github.com/acme/b.git', default_branch: null },
    ])
    await expect(keep([said('c')], 'another')).rejects.toThrow()
    await keep(Array.from({ length: 200 }, (_, n) => said(`n-${n}`)))
    for (const round of [1, 2, 3, 4, 5])
      await keep(Array.from({ length: 200 }, (_, n) => said(`m-${round}-${n}`)))
    expect(await kept()).toHaveLength(1000)
    await world.db.query('delete from public.external_users where user_id = $1', [editor.id])
  })
})

test.each([
  '-upload-pack=x',
  'a..b',
  'a b',
  '/a',
  'a/',
  'a.lock',
  'a@{1}',
  'a\\b',
  'a~1',
  '@',
  '',
  'x'.repeat(256),
])('no branch is called %j', async (name) => {
  expect(await world.said(house.owner, 'public.track_branch($1, $2)', [made.project.id, name])).toBe(
    name === '' ? 'Required' : 'No branch can have this name.',
  )
})

describe('many projects at once', () => {
  test('are made each for itself', async () => {
    const repository = aRepository(integration)
    await showRepository(world.db, house.owner.id, repository)
    const { results, succeeded, failed } = await world.answer<{
      results: { ok: boolean; key: string; message: string | null; value: { slug: string } | null }[]
      succeeded: number
      failed: number
    }>(house.owner, 'create_projects($1, $2)', [
      house.id,
      JSON.stringify([
        { name: 'First of many', type: 'vcs', repository },
        { name: 'Again', type: 'vcs', repository },
        { name: 'Script', type: 'cli' },
      ]),
    ])
    expect([succeeded, failed]).toEqual([2, 1])
    expect(results).toMatchObject([
      { ok: true, key: repository.external_id, value: { slug: 'first-of-many' } },
      { ok: false, message: 'This repository is already a project of this workspace.' },
      { ok: true, key: 'Script' },
    ])
  })
})

describe('the repository', () => {
  const sees = async (who: Person | null) =>
    (
      await world.attempt(who, 'select 1 from public.project_repositories where project_id = $1', [
        made.project.id,
      ])
    ).count === 1

  test('is seen by editors, and neither by readers nor by who holds the public link of a project', async () => {
    await world.db.query("update public.projects set visibility = 'public' where id = $1", [made.project.id])
    expect([await sees(house.owner), await sees(editor), await sees(viewer)]).toEqual([true, true, false])
    expect((await world.attempt(null, 'select 1 from public.project_repositories')).refused).toBe('42501')
  })

  test('can be told to be quiet at the host, and nothing else', async () => {
    const change = (set: string) =>
      world.attempt(house.owner, `update public.project_repositories set ${set} where project_id = $1`, [
        made.project.id,
      ])
    expect((await change('commit_statuses = false')).count).toBe(1)
    expect((await change("remote_url_http = 'https://github.com/other/api'")).refused).toBe('42501')
  })
})

describe('an integration that leads to another server', () => {
  const config = { hostUrl: 'https://one.example', apiUrl: 'https://one.example/api', clientId: 'x' }
  test.each([
    ['apiUrl', 'https://two.example/api'],
    ['hostUrl', 'https://two.example'],
  ])('has no token or secret of the one before: %s', async (setting, value) => {
    const place = await world.aWorkspace(`moves-${setting.toLowerCase()}`)
    const moving = await aGitHub(world, place.id, JSON.stringify(config))
    const repository = aRepository(moving, { remote_url_http: 'https://one.example/acme/api.git' })
    const { project } = await fromRepository(world, place.owner, place.id, repository)
    const args = [project.id, 'Reader', 'robot', JSON.stringify(sealed)]
    await world.does(place.owner, 'select public.create_service_account($1, $2, $3, $4)', args)
    await service(world, 'svc_keep_webhook_secret', { p_integration_id: moving, p_secret: sealed })
    const kept = async () => {
      const { rows } = await world.db.query(
        `select (select count(*)::int from public.project_service_accounts where project_id = $1) as accounts,
           (select count(*)::int from private.webhook_secrets where workspace_integration_id = $2) as secrets`,
        [project.id, moving],
      )
      return rows[0]
    }
    await world.db.query("update public.workspace_integrations set name = 'Renamed' where id = $1", [moving])
    expect(await kept()).toEqual({ accounts: 1, secrets: 1 })
    await world.db.query('update public.workspace_integrations set config = $2 where id = $1', [
      moving,
      JSON.stringify({ ...config, [setting]: value }),
    ])
    expect(await kept()).toEqual({ accounts: 0, secrets: 0 })
  })

  test('is none in default configuration, whatever it was made with', async () => {
    const place = await world.aWorkspace('moves-default')
    const made = await world.answer<{ config: object }>(
      place.owner,
      "create_integration($1, 'Hidden', 'gitlab', $2, 'default')",
      [place.id, JSON.stringify({ ...config, apiUrl: 'https://evil.example/api' })],
    )
    expect(made.config).toEqual({})
  })
})

describe('the service account', () => {
  const add = (
    who: Person,
    project = made.project.id,
    more: unknown[] = ['Reader', 'robot', JSON.stringify(sealed)],
  ) => world.said(who, 'public.create_service_account($1, $2, $3, $4)', [project, ...more])

  test('is one a project, and needs every field', async () => {
    expect(await add(house.owner, made.project.id, [' ', 'robot', JSON.stringify(sealed)])).toBe(
      'Field must not be empty.',
    )
    expect(await add(house.owner, made.project.id, ['Reader', '', JSON.stringify(sealed)])).toBe(
      'Field must not be empty.',
    )
    expect(await add(house.owner, made.project.id, ['Reader', 'robot', null])).toBe(
      'Field must not be empty.',
    )
    await world.does(house.owner, 'select public.create_service_account($1, $2, $3, $4)', [
      made.project.id,
      'Reader',
      'robot',
      JSON.stringify(sealed),
    ])
    expect(await add(house.owner)).toBe('Project service account already exists')
  })

  test('of a project without a repository there is none', async () => {
    const { project } = await world.answer<Made>(house.owner, "create_project($1, 'Without Git')", [house.id])
    expect(await add(house.owner, project.id)).toBe('This project does not come from a Git repository.')
  })

  test('opens the project for the service alone, with its token sealed', async () => {
    const source = await service<{
      service_account: { username: string; token: unknown }
      integration: { id: number }
    }>(world, 'svc_project_source', { p_project_id: made.project.id })
    expect(source).toMatchObject({
      service_account: { username: 'robot', token: sealed },
      integration: { id: integration },
    })
    expect(
      (await world.attempt(house.owner, 'select public.svc_project_source($1)', [made.project.id])).refused,
    ).toBe('42501')
  })

  test('needs its token anew with another user name, and goes with its token', async () => {
    const { rows } = await world.db.query(
      'select id from public.project_service_accounts where project_id = $1',
      [made.project.id],
    )
    const id = Number(rows[0].id)
    expect(
      await world.said(house.owner, "public.update_service_account($1, p_username => 'other')", [id]),
    ).toBe('Field must not be empty.')
    expect(await world.said(editor, "public.update_service_account($1, p_name => 'Other')", [id])).toBe(
      'You do not have permission to do this in this project.',
    )
    await world.does(house.owner, 'select public.delete_service_account($1)', [id])
    const left = await world.db.query('select 1 from private.secrets where project_service_account_id = $1', [
      id,
    ])
    expect(left.rows).toEqual([])
  })

  test('missing, whoever made the project opens it, while they are a member', async () => {
    const maker = await world.aMember(house.id, 'maker', 'leaver')
    const own = await fromRepository(world, maker, house.id, aRepository(integration))
    const { rows } = await world.db.query(
      `insert into public.external_users (user_id, workspace_integration_id, external_id, username)
       values ($1, $2, $3, 'maker') returning id`,
      [maker.id, integration, `maker-${maker.id}`],
    )
    await world.db.query(
      `insert into private.secrets (external_user_id, name, ciphertext, key_id) values ($1, 'accessToken', 'c2VhbGVk', 'key1')`,
      [rows[0].id],
    )
    const source = () =>
      service<{ account: unknown }>(world, 'svc_project_source', { p_project_id: own.project.id })
    const opened = { service_account: null, account: { username: 'maker', secrets: { accessToken: sealed } } }
    expect(await source()).toMatchObject(opened)
    // Taken off a private project, they lend it nothing any more.
    await world.db.query("update public.projects set visibility = 'private' where id = $1", [own.project.id])
    await world.db.query('delete from public.project_members where project_id = $1 and user_id = $2', [
      own.project.id,
      maker.id,
    ])
    expect(await source()).toMatchObject({ account: null })
    await world.db.query("update public.projects set visibility = 'internal' where id = $1", [own.project.id])
    expect(await source()).toMatchObject(opened)
    await world.db.query('delete from public.workspace_members where user_id = $1', [maker.id])
    expect(await source()).toMatchObject({ account: null })
  })
})
