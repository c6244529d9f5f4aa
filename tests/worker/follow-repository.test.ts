// A repository that is renamed or moved: its project follows what the host says of its id, not what a webhook says.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Repository } from '../doubles/git/state.ts'
import { startBitbucketDataCenter, startGitlab } from '../doubles/git-hosts.ts'
import type { GitHostDouble } from '../doubles/oauth-host.ts'
import { aGitProject, type GitProject, gitEnv, giveServiceAccount, pushed } from './support/git-project.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
let host: GitHostDouble
let repository: Repository
let other: Repository
let project: GitProject

beforeAll(async () => {
  world = await aWorld()
  host = await startBitbucketDataCenter(['http://waymark.localhost:3000/'])
  host.state.addOrganization('ACME')
  repository = host.state.addRepository('ACME', 'pets', { files: { 'a.md': '# A\n' } })
  other = host.state.addRepository('ACME', 'other', { files: { 'b.md': '# B\n' } })
  project = await aGitProject(
    world,
    host,
    { url: `${host.url}/scm/ACME/pets.git` },
    { apiUrl: `${host.url}/rest/api/1.0`, externalId: String(repository.id) },
  )
  await world.worker(gitEnv)
  await world.finished(project.job)
})
afterAll(async () => {
  await world.end()
  await host.close()
})

const told = async (org: string | null, slug: string | null) => {
  await world.db.query(`select private.apply_git_event(p, $2) from public.projects p where id = $1`, [
    project.id,
    JSON.stringify({ type: 'repository_changed', external_org_slug: org, external_slug: slug }),
  ])
  await world.untilRow(
    `select 1 as done where not exists (select from graphile_worker.jobs where task_identifier = 'follow_repository')`,
  )
}
const place = async () =>
  (
    await world.db.query(
      'select remote_url_http, external_slug, external_org_slug, external_id from public.project_repositories where project_id = $1',
      [project.id],
    )
  ).rows[0]

test('a project follows its repository where the host says that it is', async () => {
  const before = await place()
  // Nobody may ask yet.
  host.state.rename(repository, 'animals')
  await told('ACME', 'animals')
  expect(await place()).toEqual(before)
  await giveServiceAccount(world, project, host.person.username, host.person.password)
  // Another repository there, one that is not there, and names that lead elsewhere in a path.
  for (const [org, slug] of [
    ['ACME', other.slug],
    ['ACME', 'nowhere'],
    ['..', '../other'],
    ['ACME/repos/other?', 'x'],
  ])
    await told(org ?? null, slug ?? null)
  expect(await place()).toEqual(before)
  await told('ACME', 'animals')
  expect(await place()).toEqual({
    ...before,
    remote_url_http: expect.stringMatching(/\/animals\.git$/),
    external_org_slug: 'ACME',
    external_slug: 'animals',
  })
})

test('a project of a host that tells nobody of it is followed by the next analysis, and by nothing else', async () => {
  const gitlab = await startGitlab(['http://waymark.localhost:3000/'])
  try {
    const acme = gitlab.state.addOrganization('acme')
    const shop = gitlab.state.addRepository(acme.slug, 'shop', { files: { 'a.md': '# A\n' } })
    const mine = await aGitProject(
      world,
      gitlab,
      { url: `${gitlab.url}/acme/shop.git` },
      { kind: 'gitlab', apiUrl: `${gitlab.url}/api/v4`, externalId: String(shop.id) },
    )
    await giveServiceAccount(world, mine, gitlab.person.username, gitlab.personalToken())
    await world.finished(mine.job)
    expect((await world.finished(await pushed(world, mine, 'main'))).status).toBe('success')
    gitlab.state.rename(shop, 'animals')
    const commit = gitlab.state.commit(shop, 'main', { 'b.md': '# B\n' })
    const task = await world.finished(await pushed(world, mine, 'main'))
    expect([task.status, task.lines.join()]).toEqual(['success', expect.not.stringContaining('starts again')])
    const { rows } = await world.db.query(
      `select r.external_slug, r.remote_url_http, b.commit_hash from public.project_repositories r
       join public.branches b on b.project_id = r.project_id where r.project_id = $1`,
      [mine.id],
    )
    expect(rows).toEqual([
      { external_slug: 'animals', remote_url_http: `${gitlab.url}/acme/animals.git`, commit_hash: commit },
    ])
    // Another one in its old place is not read for it, and a repository that is gone is said to be.
    gitlab.state.rename(shop, 'gone')
    await world.db.query(
      `update public.project_repositories set external_id = '999999' where project_id = $1`,
      [mine.id],
    )
    const lost = await world.finished(await pushed(world, mine, 'main'))
    expect(lost.payload.error?.message).toMatch(/^The Git host has no such repository/)
  } finally {
    await gitlab.close()
  }
})
