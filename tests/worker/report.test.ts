// GitHub's double, from a token that has ended to the status of a commit and the comment of a pull request.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sealAll } from '../../supabase/functions/_shared/secrets/box.ts'
import type { Repository } from '../doubles/git/state.ts'
import { startGithub } from '../doubles/git-hosts.ts'
import type { GitHostDouble } from '../doubles/oauth-host.ts'
import { aGitProject, type GitProject, gitEnv, pushed } from './support/git-project.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
let host: GitHostDouble
let repository: Repository
let project: GitProject
let number = 0

const get = { responses: { 200: { description: 'Fine.' } } }
const api = (paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths })
const V1 = { 'pets.json': api({ '/pets': { get }, '/old': { get } }) }
const V2 = { 'pets.json': api({ '/pets': { get }, '/new': { get } }) }

beforeAll(async () => {
  world = await aWorld({ lints: true })
  host = await startGithub(['http://waymark.localhost:3000/'])
  await world.worker(gitEnv)
})
afterAll(async () => {
  await world.end()
  await host.close()
})

beforeEach(async () => {
  host.limited = 0
  repository = host.state.addRepository('acme', `pets-${++number}`, { files: V1 })
  await connect(host.grant())
  project = await aGitProject(
    world,
    host,
    { url: `${host.url}/acme/${repository.slug}.git` },
    {
      kind: 'github',
      apiUrl: `${host.url}/api/v3`,
      clientId: host.clientId,
      externalId: String(repository.id),
    },
  )
  await world.finished(project.job)
  // The very first analysis may come before the account is connected to its integration.
  await connect(host.grant())
  expect((await world.finished(await pushed(world, project, 'main'))).status).toBe('success')
  await reported()
})

/** Gives the owner of the projects an account at the host. */
async function connect(tokens: { accessToken: string; refreshToken: string }): Promise<void> {
  const { rows } = await world.db.query<{ id: string }>(
    `select id from public.workspace_integrations where kind = 'github'`,
  )
  const [integration] = rows
  if (!integration) return
  await world.db.query(`update public.workspace_integrations set has_secrets = true where id = $1`, [
    integration.id,
  ])
  const sealed = await sealAll(tokens, `integration:${integration.id}:account:42`)
  const secret = await sealAll({ clientSecret: host.clientSecret }, `workspace:${world.workspaceId}`)
  await world.db.query('select private.store_secrets($1, null, $2)', [integration.id, JSON.stringify(secret)])
  await world.db.query(
    `select private.keep_external_user((select id from public.users limit 1), $1, '42', 'octo', '{}', $2)`,
    [integration.id, JSON.stringify(sealed)],
  )
}

const reported = () =>
  world.untilRow(
    `select 1 as done where not exists (select from graphile_worker.jobs where task_identifier = 'report_to_host')`,
  )

async function analysed(branch: string, pull: object | null = null, event?: string) {
  const task = await world.finished(await pushed(world, project, branch, pull, null, event))
  expect(task.payload.error).toBeUndefined()
  await reported()
  return task
}

test('a pull request has a status and one comment, which is updated', async () => {
  const first = host.state.commit(repository, 'next', V2)
  const pull = host.state.openPull(repository, 'next', 'New')
  await analysed('next', { number: pull.number, title: 'New', target: 'main' })
  expect(repository.statuses.at(-1)).toMatchObject({
    commit: first,
    state: 'failure',
    description: '1 breaking change, no broken references',
    url: expect.stringMatching(/^http:\/\/acme\.waymark\.localhost:3000\/docs\/[\w-]+\/branches\/next$/),
  })
  expect(pull.comments).toHaveLength(1)
  expect(pull.comments[0]?.text).toMatch(
    /### Breaking \(1\)\n\n- `GET \/old`: .*### Added \(1\)\n\n- `GET \/new`: /s,
  )

  host.state.commit(repository, 'next', V1)
  const about = { number: pull.number, title: 'New', target: 'main' }
  await analysed('next', about, 'pullRequestSynchronised')
  expect(repository.statuses.at(-1)).toMatchObject({ state: 'success' })
  expect(pull.comments).toHaveLength(1)
  expect(pull.comments[0]?.text).toContain('Nothing in the described APIs')
})

test('a pull request is told of a reference that it mends', async () => {
  const lost = { $ref: '#/components/parameters/lost' }
  host.state.commit(repository, 'main', { 'pets.json': api({ '/pets': { get, parameters: [lost] } }) })
  await analysed('main')
  host.state.commit(repository, 'next', { 'pets.json': api({ '/pets': { get } }) })
  const pull = host.state.openPull(repository, 'next', 'Mended')
  await analysed('next', { number: pull.number, title: 'Mended', target: 'main' })
  expect(pull.comments[0]?.text).toContain('- 1 broken reference fewer than on the default branch')
})

test('a merge and what somebody asks for have a status at their commit too, and no comment', async () => {
  const read = async (event: string, about: object | null = null) => {
    const { rows } = await world.db.query<{ job: string }>(
      `select private.queue_git_analysis($1, 'main', $2, null, $3) as job`,
      [project.id, event, about && JSON.stringify(about)],
    )
    expect((await world.finished(rows[0]?.job ?? '')).status).toBe('success')
    await reported()
    return repository.statuses.at(-1)
  }
  host.state.commit(repository, 'next', V2)
  const pull = host.state.openPull(repository, 'next', 'New')
  const merged = host.state.commit(repository, 'main', V2)
  const about = { number: pull.number, title: 'New', target: 'main' }
  expect(await read('pullRequestMerged', about)).toMatchObject({ commit: merged, state: 'failure' })
  expect(pull.comments).toEqual([])

  // Compared with itself a commit breaks nothing; what it broke stays said.
  expect(await read('push')).toMatchObject({ commit: merged, state: 'failure' })
  const more = { 'pets.json': api({ '/pets': { get }, '/new': { get }, '/more': { get } }) }
  const commit = host.state.commit(repository, 'main', more)
  expect(await read('manual')).toMatchObject({ commit, state: 'success' })
})

test('a token that has ended is renewed once, and the new ones are kept', async () => {
  const kept = async () => {
    const { rows } = await world.db.query<{ ciphertext: string }>(
      `select ciphertext from private.secrets where external_user_id is not null order by name`,
    )
    return rows.map(({ ciphertext }) => ciphertext)
  }
  const [access, refresh] = await kept()
  host.state.commit(repository, 'main', V2)
  host.expireTokens()
  await analysed('main')
  expect(repository.statuses.at(-1)).toMatchObject({ state: 'failure' })
  const renewed = await kept()
  expect(renewed).toHaveLength(2)
  expect(renewed).not.toContain(access)
  expect(renewed).not.toContain(refresh)
  await analysed('main')
  expect(await kept()).toEqual(renewed)
})

test('a permission that was taken back ends the task with what to do', async () => {
  host.revoke()
  const task = await world.finished(await pushed(world, project, 'main'))
  expect(task.payload.error?.message).toMatch(/Connect your account again/)
})

test('an analysis that cannot be made is said at its commit', async () => {
  const commit = host.state.commit(repository, 'main', { 'a.md': 'a'.repeat(51 * 2 ** 20) })
  const task = await world.finished(await pushed(world, project, 'main', null, commit))
  expect(task.status).toBe('failed')
  await reported()
  expect(repository.statuses.at(-1)).toMatchObject({
    commit,
    state: 'error',
    description: 'The analysis failed.',
    url: expect.stringMatching(/\/docs\/[\w-]+$/),
  })
})

test('switched off, nothing is said at the host', async () => {
  const before = repository.statuses.length
  await world.asOwner(
    'update public.project_repositories set commit_statuses = false, pull_request_comments = false where project_id = $1',
    [project.id],
  )
  host.state.commit(repository, 'next', V2)
  const pull = host.state.openPull(repository, 'next', 'New')
  await analysed('next', { number: pull.number, title: 'New', target: 'main' })
  expect(repository.statuses).toHaveLength(before)
  expect(pull.comments).toEqual([])
})

/** A request that is analysed, while what is told of it waits for the host. */
async function waitingReport() {
  host.state.commit(repository, 'next', V2)
  const pull = host.state.openPull(repository, 'next', 'New')
  const about = { number: pull.number, title: 'New', target: 'main' }
  // Neither the status nor the comment.
  host.limited = 2
  expect((await world.finished(await pushed(world, project, 'next', about))).status).toBe('success')
  await world.untilRow(
    `select 1 as waits from graphile_worker.jobs where task_identifier = 'report_to_host' and attempts = 1 and locked_by is null`,
  )
  return pull
}
const goOn = async () => {
  await world.db.query('update graphile_worker._private_jobs set run_at = now()')
  await reported()
}

test('switched off while it waits, nothing is said either', async () => {
  const pull = await waitingReport()
  const before = repository.statuses.length
  await world.asOwner(
    'update public.project_repositories set commit_statuses = false, pull_request_comments = false where project_id = $1',
    [project.id],
  )
  await goOn()
  expect(repository.statuses).toHaveLength(before)
  expect(pull.comments).toEqual([])
})

test('what waits for a repository says nothing to another one that the project is connected with meanwhile', async () => {
  const { number: same } = await waitingReport()
  const other = host.state.addRepository('acme', `others-${number}`, { files: V1 })
  host.state.commit(other, 'next', V2)
  const theirs = host.state.openPull(other, 'next', 'Theirs')
  expect(theirs.number).toBe(same)
  const { rows } = await world.db.query<{ config: object }>(
    `delete from public.workspace_integrations where id = (
       select workspace_integration_id from public.project_repositories where project_id = $1) returning config`,
    [project.id],
  )
  await world.db.query(
    `with anew as (
       insert into public.workspace_integrations (workspace_id, name, kind, config_type, config)
       values ($1, 'Anew', 'github', 'custom', $2) returning id)
     update public.project_repositories set workspace_integration_id = anew.id, remote_url_http = $4, external_id = $5,
       external_slug = $6 from anew where project_id = $3`,
    [
      world.workspaceId,
      rows[0]?.config,
      project.id,
      `${host.url}/acme/${other.slug}.git`,
      String(other.id),
      other.slug,
    ],
  )
  await connect(host.grant())
  await goOn()
  expect(theirs.comments).toEqual([])
  expect(other.statuses).toEqual([])
})

test('a host that takes no report costs nothing but the report, which is tried again', async () => {
  host.state.commit(repository, 'main', V2)
  host.limited = 1
  const task = await world.finished(await pushed(world, project, 'main'))
  expect(task.status).toBe('success')
  await world.untilRow(
    `select 1 as waits from graphile_worker.jobs where task_identifier = 'report_to_host' and attempts = 1 and locked_by is null`,
  )
  await world.db.query('update graphile_worker._private_jobs set run_at = now()')
  await reported()
  expect(repository.statuses.at(-1)).toMatchObject({ state: 'failure' })
})

test('of a branch that is gone by then nothing is told of a lint', async () => {
  host.state.commit(repository, 'next', V2)
  host.limited = 1
  expect((await world.finished(await pushed(world, project, 'next'))).status).toBe('success')
  await world.untilRow(
    `select 1 as waits from graphile_worker.jobs where task_identifier = 'report_to_host' and attempts = 1 and locked_by is null`,
  )
  await world.db.query(`delete from public.branches where project_id = $1 and slug = 'next'`, [project.id])
  await world.db.query('update graphile_worker._private_jobs set run_at = now()')
  await reported()
  expect(repository.statuses.at(-1)).toMatchObject({
    state: 'failure',
    description: '1 breaking change, no broken references',
  })
})

test('what is new against the style guide holds a pull request back, what was there before does not', async () => {
  const rules = {
    '.spectral.yaml':
      'rules: {described: {given: "$.paths[*][get]", severity: error, then: {field: summary, function: truthy}}}\n',
  }
  host.state.commit(repository, 'main', { ...V1, ...rules })
  await analysed('main')
  expect(repository.statuses.at(-1)).toMatchObject({
    state: 'success',
    description: 'No breaking changes, no broken references, 2 lint errors',
  })
  const added = { 'pets.json': api({ '/pets': { get }, '/old': { get }, '/new': { get } }) }
  host.state.commit(repository, 'next', { ...added, ...rules })
  const pull = host.state.openPull(repository, 'next', 'New')
  const about = { number: pull.number, title: 'New', target: 'main' }
  await analysed('next', about)
  expect(repository.statuses.at(-1)).toMatchObject({
    state: 'failure',
    description: 'No breaking changes, no broken references, 1 new lint error',
  })
  expect(pull.comments[0]?.text).toMatch(
    /### Style guide: 1 new error, no new warnings\n\n- Error `described` in `pets.json:1`: .*\n\n2 more were there before\./,
  )
  const mended = api({ '/pets': { get }, '/old': { get }, '/new': { get: { ...get, summary: 'New' } } })
  host.state.commit(repository, 'next', { 'pets.json': mended, ...rules })
  await analysed('next', about)
  expect(repository.statuses.at(-1)).toMatchObject({
    state: 'success',
    description: 'No breaking changes, no broken references, no new lint errors',
  })
  expect(pull.comments[0]?.text).toContain('Nothing new goes against its rules.')
})
