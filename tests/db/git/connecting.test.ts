// Git projects whose integration is gone, or that came in as an archive: who connects them again, and with what.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { showRepository } from '../../support/host-repository.ts'
import { service } from '../support/identity.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import {
  aGitHub,
  aRepository,
  aScriptedProject,
  fromRepository,
  hasWebhook,
  type Made,
  type Repository,
  sealed,
  tasksOf,
} from './support.ts'

let world: World
let house: { id: number; owner: Person }
let admin: Person
let integration: number
let made: Made
let repository: Repository

let number = 0
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())
beforeEach(async () => {
  number += 1
  house = await world.aWorkspace(`connects-${number}`)
  admin = await world.aMember(house.id, 'admin', `connecting-${number}`)
  const gone = await aGitHub(world, house.id)
  made = await fromRepository(world, house.owner, house.id, aRepository(gone))
  await hasWebhook(world, made.project.id)
  await world.db.query('delete from public.workspace_integrations where id = $1', [gone])
  await world.db.query('delete from public.task_logs where project_id = $1', [made.project.id])
  integration = await aGitHub(world, house.id)
  repository = aRepository(integration)
})

const connect = (who: Person | null, to: Repository = repository, projectId = made.project.id) =>
  world.said(who, 'public.connect_repository($1, $2, $3)', [
    projectId,
    to.workspace_integration_id,
    to.external_id,
  ])
const connects = (who: Person) =>
  world.does(who, 'select public.connect_repository($1, $2, $3)', [
    made.project.id,
    integration,
    repository.external_id,
  ])
const row = async () => {
  const { rows } = await world.db.query('select * from public.project_repositories where project_id = $1', [
    made.project.id,
  ])
  return rows[0]
}

describe('a project that follows nothing', () => {
  test('is connected with what its host showed to whoever does it, and read anew; its webhook is installed again', async () => {
    await showRepository(world.db, admin.id, repository)
    await connects(admin)
    expect(await row()).toMatchObject({
      workspace_integration_id: String(integration),
      remote_url_http: repository.remote_url_http,
      external_id: repository.external_id,
      connected_by: String(admin.id),
      webhook_external_id: null,
      webhook_installed_at: null,
      webhook_has_own_secret: false,
    })
    expect(await tasksOf(world, made.project.id)).toMatchObject([
      { task_id: 'analyze', source: 'git', status: 'queued', branch_ref: 'refs/heads/main', event: 'manual' },
    ])
    expect(await connect(admin)).toBe('This project is connected with its repository already.')
  })

  test('is read with the account of who connected it and chose the repository, and of nobody else', async () => {
    await showRepository(world.db, admin.id, repository)
    await connects(admin)
    await world.db.query(
      `insert into public.external_users (user_id, workspace_integration_id, external_id, username, last_login_at)
       values ($1, $2, 'of-owner', 'owner', now())`,
      [house.owner.id, integration],
    )
    const account = async () =>
      (
        await service<{ account: { id: number } | null }>(world, 'svc_project_source', {
          p_project_id: made.project.id,
        })
      )?.account
    const { rows } = await world.db.query(
      'select id::integer from public.external_users where user_id = $1 and workspace_integration_id = $2',
      [admin.id, integration],
    )
    expect(await account()).toMatchObject(rows[0])
    await world.db.query('delete from public.external_users where user_id = $1', [admin.id])
    expect(await account()).toBeNull()
  })

  test('knows no pull request of the repository before', async () => {
    const { rows: proposed } = await world.db.query(
      `insert into public.proposals (workspace_id, project_id, branch_name, branch_slug, baseline_name, title, pull_request)
       values ($1, $2, 'more', 'more', 'main', 'More', 5) returning id`,
      [house.id, made.project.id],
    )
    await showRepository(world.db, admin.id, repository)
    await connects(admin)
    await world.db.query('select private.follow_pull_request($1, $2, $3, $4)', [
      made.project.id,
      'elsewhere',
      'pull_request_merged',
      { number: 5, target: 'main' },
    ])
    const { rows } = await world.db.query('select status, pull_request from public.proposals where id = $1', [
      proposed[0].id,
    ])
    expect(rows).toEqual([{ status: 'open', pull_request: null }])
  })

  test('ends what is analysed of the repository before: its requests are others here', async () => {
    const queue = async (branch: string, pull: object | null) => {
      const { rows } = await world.db.query<{ job: string }>(
        `select private.queue_git_analysis($1, $2, 'pullRequestOpened', repeat('a', 40), $3) as job`,
        [made.project.id, branch, pull],
      )
      return rows[0]?.job
    }
    const waiting = await queue('main', { number: 5, title: 'More', target: 'main' })
    const running = await queue('more', { number: 6, title: 'Most', target: 'main' })
    await world.db.query(`update public.task_logs set status = 'running' where job_id = $1`, [running])
    await showRepository(world.db, admin.id, repository)
    await connects(admin)
    const { rows } = await world.db.query(
      `select t.job_id, t.status, t.commit_hash, t.pull_request, t.payload #>> '{error,message}' as message, l.message as line
       from public.task_logs t left join public.task_log_lines l using (job_id) where t.project_id = $1`,
      [made.project.id],
    )
    const message = expect.stringContaining('connected with a repository anew')
    const ended = { status: 'failed', commit_hash: null, pull_request: null, message, line: message }
    expect(rows).toHaveLength(3)
    expect(rows).toContainEqual({ job_id: waiting, ...ended })
    expect(rows).toContainEqual({ job_id: running, ...ended })
    expect(rows).toContainEqual(expect.objectContaining({ status: 'queued', pull_request: null }))
  })

  test('is told no secret of its host before', async () => {
    await world.db.query(
      `with a as (
         insert into public.project_service_accounts (project_id, name, kind, username) values ($1, 'Reader', 'github', 'robot') returning id)
       insert into private.secrets (project_service_account_id, name, ciphertext, key_id) select id, 'token', $2, $3 from a`,
      [made.project.id, sealed.ciphertext, sealed.key_id],
    )
    await showRepository(world.db, admin.id, repository)
    await connects(admin)
    const { rows } = await world.db.query(
      'select 1 from public.project_service_accounts where project_id = $1',
      [made.project.id],
    )
    expect(rows).toEqual([])
  })

  test('takes nothing that nobody looked up, that is another project, or of an integration elsewhere', async () => {
    expect(await connect(admin)).toBe('Choose this repository from the list of its Git host again.')
    await showRepository(world.db, house.owner.id, repository)
    expect(await connect(admin)).toBe('Choose this repository from the list of its Git host again.')
    await fromRepository(world, house.owner, house.id, repository)
    await showRepository(world.db, admin.id, repository)
    expect(await connect(admin)).toBe('This repository is already a project of this workspace.')
    const elsewhere = await world.aWorkspace(`connects-else-${number}`)
    const foreign = aRepository(await aGitHub(world, elsewhere.id))
    await showRepository(world.db, admin.id, foreign)
    expect(await connect(admin, foreign)).toBe('Integration not found.')
    await world.db.query('update public.workspace_integrations set enabled = false where id = $1', [
      integration,
    ])
    expect(await connect(admin)).toBe('Integration not found.')
    expect((await row()).workspace_integration_id).toBeNull()
  })

  test('is left alone by who may not change it, and is of Git at all', async () => {
    const viewer = await world.aMember(house.id, 'viewer', `connecting-viewer-${number}`)
    await showRepository(world.db, viewer.id, repository)
    expect(await connect(viewer)).toBe('You do not have permission to do this in this project.')
    expect(await connect(null)).not.toBe('allowed')
    const scripted = await aScriptedProject(world, house.owner, house.id)
    await showRepository(world.db, house.owner.id, repository)
    expect(await connect(house.owner, repository, scripted.project.id)).toBe(
      'This project does not come from a Git repository.',
    )
  })
})
