// What one person changes the others see, without a reload; and nobody notices when the line is cut.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { Client } from 'pg'
import { at, demoAccount, picture, signIn, stack } from './support.ts'

test.describe.configure({ mode: 'serial' })

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

function makeProject(page: Page, workspaceId: number, name: string) {
  return rpc(page, 'create_project', { p_workspace_id: workspaceId, p_name: name }) as Promise<{
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
