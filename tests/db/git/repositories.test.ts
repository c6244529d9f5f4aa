// Projects that come from repositories: which may be made, and who sees the repository.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showRepository } from '../../support/host-repository.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import { aGitHub, aRepository, fromRepository, type Made, type Repository, tasksOf } from './support.ts'

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
