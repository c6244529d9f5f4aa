// What one person changes the others see, without a reload; and nobody notices when the line is cut.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { Client } from 'pg'
import { themePresets } from '../../supabase/functions/_shared/domain/theme-presets.ts'
import { call } from '../functions/support/call.ts'
import { aWorkspace, knownPassword } from '../functions/support/people.ts'
import { aProjectOf } from './projects.ts'
import { at, demoAccount, picture, signIn, stack } from './support.ts'

test.describe.configure({ mode: 'serial' })

const pets = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
servers: [{ url: https://pets.example }]
paths: { /pets: { get: { summary: List pets, responses: { "200": { description: The pets } } } } }
`
const todo = new URL('../fixtures/todo-12kb.yaml', import.meta.url).pathname
const workspace = `(select id from public.workspaces where slug = 'demo')`

/** Signed in on the demo's host, with the channels of workspace and account open. */
async function aReader(browser: Browser, role: 'owner' | 'maker' | 'viewer') {
  const page = await (await browser.newContext()).newPage()
  const open = channelsOpen(page, 2)
  await signIn(page, 'demo', demoAccount(role))
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()
  return { page, open }
}

/** Resolves when the server has let the page into so many channels. */
function channelsOpen(page: Page, count: number): Promise<void> {
  return new Promise((resolve) => {
    const joined = new Set<string>()
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        const [, , topic, event, body] = JSON.parse(String(payload))
        if (event === 'phx_reply' && body.status === 'ok' && topic.startsWith('realtime:')) joined.add(topic)
        if (joined.size >= count) resolve()
      })
    })
  })
}

/** Calls an rpc function as whoever is signed in on the page. */
async function rpc(page: Page, name: string, args: object): Promise<unknown> {
  return page.evaluate(
    async ({ apikey, name, args }) => {
      const session = await fetch('/api/v1/auth/access-token', { method: 'POST' })
      const { token } = await session.json()
      const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(`/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(args),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.status === 204 ? null : answer.json()
    },
    { apikey: stack().anonKey, name, args },
  )
}

async function sql(text: string, values: unknown[] = []) {
  const db = new Client({ connectionString: stack().dbUrl })
  await db.connect()
  try {
    return (await db.query(text, values)).rows
  } finally {
    await db.end()
  }
}

const person = (role: string) =>
  `(select user_id from public.emails where email = '${demoAccount(role as 'viewer').email}')`

function makeProject(page: Page, workspaceId: number, name: string, more: object = {}) {
  return rpc(page, 'create_project', { p_workspace_id: workspaceId, p_name: name, ...more }) as Promise<{
    project: { id: number; slug: string }
  }>
}

/** Everything that would tell somebody of a fault. */
async function expectCalm(page: Page) {
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(/could not be reached|went wrong|error/i)).toHaveCount(0)
}

let owner: Page
let maker: Page
let workspaceId: number

test.beforeAll(async ({ browser }) => {
  const [row] = await sql(`select ${workspace} as id`)
  workspaceId = Number(row.id)
  const [first, second] = [await aReader(browser, 'owner'), await aReader(browser, 'maker')]
  owner = first.page
  maker = second.page
  await Promise.all([first.open, second.open])
})
test.afterAll(async () => {
  await sql(`delete from public.projects where workspace_id = ${workspace} and name like 'Live %'`)
  await owner.context().close()
  await maker.context().close()
})

test('a new project, its new name and its end show in another browser', async () => {
  const sidebar = maker.getByRole('navigation', { name: 'Workspace' })
  const { project } = await makeProject(owner, workspaceId, 'Live Orchard')
  await expect(sidebar.getByRole('link', { name: 'Live Orchard' })).toBeVisible()
  await sql(`update public.projects set name = 'Live Meadow' where id = $1`, [project.id])
  await expect(sidebar.getByRole('link', { name: 'Live Meadow' })).toBeVisible()
  await rpc(owner, 'delete_project', { p_project_id: project.id })
  await expect(sidebar.getByRole('link', { name: 'Live Meadow' })).toHaveCount(0)
})

test('who waits for a description sees it arrive', async () => {
  const { project } = await makeProject(owner, workspaceId, 'Live Todos')
  await maker.goto(at(`/docs/${project.slug}`, 'demo'))
  await expect(maker.getByText('No Data Yet!')).toBeVisible()
  await owner.goto(at(`/docs/${project.slug}`, 'demo'))
  await owner.getByLabel('Import a description').setInputFiles(todo)
  await expect(maker.getByText('Data received! Bravo. Reloading...')).toBeVisible()
  await expect(maker.getByRole('tree')).toBeVisible()
  await picture(maker, 'arrived')
})

/** For a page that never looks again by itself: what it shows later, it was told. */
function neverPoll() {
  const start = window.setInterval
  const polls = [3_000, 5_000, 10_000]
  Object.assign(window, {
    setInterval: (run: () => void, ms: number) => (polls.includes(ms) ? 0 : start(run, ms)),
  })
}

test('a task shows as it goes on, with what it says: told at once, and looked for where no socket is', async () => {
  const { project } = await makeProject(maker, workspaceId, 'Live Foundry', { p_type: 'cli' })
  const context = owner.context()
  const [all, own, deaf] = [await context.newPage(), await context.newPage(), await context.newPage()]
  for (const page of [all, own]) await page.addInitScript(neverPoll)
  await deaf.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => void socket.close({ code: 1013 }))
  // Of workspace and account; then of the project, whose tasks one page shows and the other unfolds.
  const [isTold, isOpen, isUnfolded] = [channelsOpen(all, 2), channelsOpen(own, 3), channelsOpen(all, 3)]
  const tasks = at('/admin/automation?search=Live+Foundry', 'demo')
  await Promise.all([
    all.goto(tasks),
    own.goto(at(`/settings/${project.slug}/automation`, 'demo')),
    deaf.goto(tasks),
  ])
  for (const page of [all, deaf])
    await expect(page.getByText('No results. Try another search term.')).toBeVisible()
  await expect(own.getByText('No events to show here yet...')).toBeVisible()
  await Promise.all([isTold, isOpen])
  const [told, pages] = [
    [all, own],
    [all, own, deaf],
  ]
  for (const page of pages) await page.evaluate(() => Object.assign(window, { isSame: true }))

  // As a worker has it: its job waits, so that nobody gives the task up or does it.
  const [{ job_id: job }] = await sql(
    `with log as (
       insert into public.task_logs (task_id, workspace_id, project_id, branch_ref, event)
       values ('analyze', $1, $2, 'refs/heads/main', 'push') returning job_id)
     select job_id, graphile_worker.add_job('analyze', json_build_object('job_id', job_id),
       run_at => now() + interval '1 day', job_key => 'analyze:' || job_id) is not null from log`,
    [workspaceId, project.id],
  )
  const task = (page: Page) => page.getByRole('row', { name: /Analyze/ })
  const expectStatus = async (text: string, on: Page[]) => {
    for (const page of on) await expect(task(page).getByText(text, { exact: true })).toBeVisible()
  }
  await expectStatus('Queued', told)
  await sql(`update public.task_logs set status = 'running', started_at = now() where job_id = $1`, [job])
  await expectStatus('Running', pages)
  for (const page of pages) {
    await task(page).getByRole('button', { name: 'Expand' }).click()
    await expect(page.getByText('No events to show here yet.', { exact: true })).toBeVisible()
  }
  await isUnfolded
  await sql(
    `insert into public.task_log_lines (job_id, seq, level, message) values ($1, 1, 'info', 'The bellows blow.')`,
    [job],
  )
  for (const page of pages)
    await expect(page.getByRole('list', { name: 'Log' }).getByText('The bellows blow.')).toBeVisible()
  await picture(all, 'task')
  await sql(`update public.task_logs set status = 'success', duration_ms = 1200 where job_id = $1`, [job])
  await expectStatus('Success', told)
  for (const page of pages) {
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
    await page.close()
  }
  await sql(`select graphile_worker.remove_job('analyze:' || $1::text)`, [job])
})

test('a changed role shows without a reload', async () => {
  await maker.goto(at('/', 'demo'))
  await expect(maker.getByRole('link', { name: 'Add project' }).first()).toBeVisible()
  const set = (role: string) =>
    sql(
      `update public.workspace_members set role = $1 where workspace_id = ${workspace} and user_id = ${person('maker')}`,
      [role],
    )
  await expectChannels(maker)
  await set('viewer')
  await expect(maker.getByRole('link', { name: 'Add project' })).toHaveCount(0)
  await set('maker')
  await expect(maker.getByRole('link', { name: 'Add project' }).first()).toBeVisible()
})

test('settings, docs settings and the look of a workspace repaint in open tabs', async ({ browser }) => {
  const { slug, id, owner: admin } = await aWorkspace(stack())
  const files: [string, string][] = [['pets.yaml', pets]]
  await aProjectOf(admin.token, id, { name: 'Pet store', visibility: 'internal' }, files)
  const change = async (json: object) => {
    const answer = await call(stack(), `/workspaces/${id}`, { method: 'PATCH', token: admin.token, json })
    expect(answer.status, answer.text).toBe(200)
  }
  const context = await browser.newContext()
  const [docs, settings] = [await context.newPage(), await context.newPage()]
  const isOpen = [docs, settings].map((page) => channelsOpen(page, 2))
  await signIn(docs, slug, { email: admin.email, password: knownPassword }, '/docs/pet-store')
  await docs.getByRole('treeitem', { name: 'List pets' }).click()
  const tryIt = docs.getByRole('button', { name: 'Try it', exact: true })
  await tryIt.click()
  const mock = docs.getByRole('option', { name: /^Mock server/ })
  await expect(mock).toHaveCount(1)
  await settings.goto(at('/admin/settings', slug))
  const toggle = (name: string) => settings.getByRole('switch', { name, exact: true })
  await expect(toggle('Allow Join Requests')).toBeChecked()
  await Promise.all(isOpen)
  // What a reload would take away.
  for (const page of [docs, settings]) await page.evaluate(() => Object.assign(window, { isSame: true }))

  await change({ allow_join_requests: false, show_tryit_mock_server: false, theme: themePresets.rolex })
  await expect(toggle('Allow Join Requests')).not.toBeChecked()
  await expect(toggle('Show Mock Servers')).not.toBeChecked()
  await expect(mock).toHaveCount(0)
  const background = themePresets.rolex['color-sidebar-bg']
  const rgb = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16)).join(', ')
  for (const page of [docs, settings])
    await expect(page.getByRole('navigation', { name: 'Workspace' })).toHaveCSS(
      'background-color',
      `rgb(${rgb})`,
    )
  await change({ show_tryit: false, name: 'Orchard' })
  await expect(tryIt).toHaveCount(0)
  await expect(settings.getByText('Orchard').first()).toBeVisible()
  for (const page of [docs, settings]) expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  await context.close()
})

/** The page answers notices: its channels are open. */
async function expectChannels(page: Page) {
  const open = channelsOpen(page, 2)
  await page.reload()
  await open
}

test('who is removed is signed out, and so is everybody when the workspace is locked', async ({
  browser,
}) => {
  const { page: viewer, open } = await aReader(browser, 'viewer')
  await open
  const [row] = await sql(
    `delete from public.workspace_members where workspace_id = ${workspace} and user_id = ${person('viewer')} returning *`,
  )
  await expect(viewer).toHaveURL(/\/auth\/email\/login/)
  await expect(
    viewer.getByText('The account you are signed in with is not a member of this workspace.'),
  ).toBeVisible()
  await picture(viewer, 'removed')
  await sql('insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, $3)', [
    row.workspace_id,
    row.user_id,
    row.role,
  ])
  await viewer.context().close()

  await expectChannels(maker)
  try {
    await sql(
      `update public.workspaces set locked = true, lock_reason = 'failed_payment' where slug = 'demo'`,
    )
    await expect(maker.getByRole('dialog', { name: 'Access Denied' })).toBeVisible()
    await picture(maker, 'locked')
  } finally {
    await sql(`update public.workspaces set locked = false, lock_reason = null where slug = 'demo'`)
  }
  await maker.getByRole('button', { name: 'Close' }).click()
  // The cookie is still good: the page that is opened next is signed in again.
  await maker.goto(at('/', 'demo'))
  await expect(maker.getByRole('button', { name: /^Account menu/ })).toBeVisible()
})

test('a browser without a network says nothing, and catches up when it is back', async () => {
  await expectChannels(maker)
  const sidebar = maker.getByRole('navigation', { name: 'Workspace' })
  await maker.context().setOffline(true)
  await makeProject(owner, workspaceId, 'Live Island')
  await expectCalm(maker)
  await picture(maker, 'offline')
  await maker.context().setOffline(false)
  await expect(sidebar.getByRole('link', { name: 'Live Island' })).toBeVisible()
  await expectCalm(maker)
})

test('without a socket views poll, and with it they are told again', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  let plugged = true
  let cut: () => void = () => undefined
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    if (!plugged) return void socket.close({ code: 1013 })
    const server = socket.connectToServer()
    cut = () => {
      server.close()
      socket.close({ code: 1011 })
    }
  })
  const { project } = await makeProject(owner, workspaceId, 'Live Cable')
  await signIn(page, 'demo', demoAccount('maker'))
  await page.goto(at(`/docs/${project.slug}`, 'demo'))
  await expect(page.getByText('No Data Yet!')).toBeVisible()

  plugged = false
  cut()
  await owner.goto(at(`/docs/${project.slug}`, 'demo'))
  await owner.getByLabel('Import a description').setInputFiles(todo)
  await expect(page.getByRole('tree')).toBeVisible()
  await expectCalm(page)

  const name = (text: string) => sql('update public.projects set name = $2 where id = $1', [project.id, text])
  plugged = true
  await name('Live Wire')
  await expect(page.getByRole('link', { name: 'Live Wire' }).first()).toBeVisible({ timeout: 30_000 })
  await name('Live Current')
  await expect(page.getByRole('link', { name: 'Live Current' }).first()).toBeVisible()
  await expectCalm(page)
  await page.context().close()
})
