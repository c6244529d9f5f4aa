// The webhook of a project that is deleted: it goes at the Git host, too, and the deletion waits for nothing there.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import { webhookAddresses } from '../../supabase/functions/_shared/git/webhooks/addresses.ts'
import type { Repository } from '../doubles/git/state.ts'
import { startBitbucketDataCenter } from '../doubles/git-hosts.ts'
import type { GitHostDouble } from '../doubles/oauth-host.ts'
import { blockTable } from './support/blockade.ts'
import { aGitProject, type GitProject, gitEnv, giveServiceAccount } from './support/git-project.ts'
import type { WorkerProcess } from './support/worker-process.ts'
import { aWorld, type World } from './support/world.ts'

const env = { ...gitEnv, WAYMARK_URL: 'http://waymark.localhost:3000' }

let world: World
let host: GitHostDouble
let worker: WorkerProcess
let count = 0
beforeAll(async () => {
  world = await aWorld()
  host = await startBitbucketDataCenter(['http://waymark.localhost:3000/'])
  host.state.addOrganization('ACME')
  worker = await world.worker(env)
})
beforeEach(() => {
  host.limited = 0
})
afterAll(async () => {
  await world.end()
  await host.close()
})

interface Installed {
  project: GitProject
  repository: Repository
}

/** A project whose webhook is installed, with a hook of somebody else's beside it. */
async function installed(
  workspaceId = world.workspaceId,
  { account = true, repository = aRepository() } = {},
): Promise<Installed> {
  const project = await aGitProject(
    world,
    host,
    { url: `${host.url}/scm/ACME/${repository.slug}.git` },
    { workspaceId, apiUrl: `${host.url}/rest/api/1.0`, externalId: String(repository.id) },
  )
  if (account) await giveServiceAccount(world, project, host.person.username, host.person.password)
  const { integration } = await world.untilRow<{ integration: string }>(
    'select workspace_integration_id as integration from public.project_repositories where project_id = $1',
    [project.id],
  )
  const { own } = webhookAddresses('http://waymark.localhost:3000', Number(integration), Number(project.id))
  const id = String(host.state.number())
  repository.hooks.push({ id, url: own, secret: 's', events: [] })
  await world.db.query(
    `update public.project_repositories
     set webhook_external_id = $2, webhook_installed_at = now(), webhook_has_own_secret = true where project_id = $1`,
    [project.id, id],
  )
  return { project, repository }
}

function aRepository(): Repository {
  const repository = host.state.addRepository('ACME', `pets-${++count}`, { files: { 'a.md': '# A\n' } })
  const id = String(host.state.number())
  repository.hooks.push({ id, url: 'https://ci.example.com/hook', secret: 's', events: [] })
  return repository
}

const removed = ({ id }: GitProject) => world.asOwner('select public.delete_project($1)', [id])
const nothingLeft = () =>
  world.untilRow(
    `select 1 as done where not exists (select from private.webhook_leftovers)
       and not exists (select from graphile_worker.jobs where task_identifier = 'remove_webhook')`,
  )
const hooksOf = ({ repository }: Installed) => repository.hooks.map(({ url }) => url)
const foreign = ['https://ci.example.com/hook']

test('goes at the host with its project, of several at once too, and no other does', async () => {
  const all = [await installed(), await installed(), await installed()]
  const stays = await installed()
  for (const { project } of all) await removed(project)
  await nothingLeft()
  for (const one of all) expect(hooksOf(one)).toEqual(foreign)
  expect(hooksOf(stays)).toHaveLength(2)
})

test('takes few others at its address along: a host that lists many keeps nobody waiting', async () => {
  const one = await installed()
  const own = one.repository.hooks.at(-1)
  for (let more = 0; more < 9; more++)
    one.repository.hooks.push({ ...own, id: String(host.state.number()) } as typeof own & object)
  await removed(one.project)
  await nothingLeft()
  expect(hooksOf(one)).toHaveLength(6)
})

test('goes with its workspace, whose integration and accounts are gone by then', async () => {
  const workspaceId = await world.aWorkspace('leaving-hooks')
  const one = await installed(workspaceId)
  await world.db.query("update public.workspaces set delete_at = now() - interval '1 minute' where id = $1", [
    workspaceId,
  ])
  await world.db.query(
    `select graphile_worker.add_job('delete_workspace', json_build_object('workspace_id', $1::bigint))`,
    [workspaceId],
  )
  await world.untilRow('select 1 as gone where not exists (select from public.workspaces where id = $1)', [
    workspaceId,
  ])
  await nothingLeft()
  expect(hooksOf(one)).toEqual(foreign)
})

test('keeps no deletion waiting where the host has no time, and is asked for again', async () => {
  const one = await installed()
  host.limited = 1
  await removed(one.project)
  await nothingLeft()
  expect([hooksOf(one), host.limited]).toEqual([foreign, 0])
})

test('stays where nobody may ask the host any more, and that is an end', async () => {
  const [nobody, wrong] = [await installed(undefined, { account: false }), await installed()]
  const { password } = host.person
  host.person.password = 'another'
  await removed(nobody.project)
  await removed(wrong.project)
  await nothingLeft()
  host.person.password = password
  expect([hooksOf(nobody).length, hooksOf(wrong).length]).toEqual([2, 2])
})

test('is not taken from who has come to the repository since', async () => {
  const before = await installed()
  await worker.end('SIGTERM')
  await removed(before.project)
  const after = await installed(undefined, { repository: before.repository })
  worker = await world.worker(env)
  await nothingLeft()
  expect(hooksOf(after)).toEqual([
    ...foreign,
    expect.stringContaining(encodeId('prj', Number(after.project.id))),
  ])
})

test('is gone once, when a worker was killed before it had said so', async () => {
  const one = await installed()
  await worker.end('SIGTERM')
  await removed(one.project)
  const blockade = await blockTable(world, 'private.webhook_leftovers')
  worker = await world.worker(env)
  await blockade.reached()
  await worker.end('SIGKILL')
  expect(hooksOf(one)).toEqual(foreign)
  await blockade.lift()
  worker = await world.worker(env)
  await nothingLeft()
  expect(hooksOf(one)).toEqual(foreign)
})
