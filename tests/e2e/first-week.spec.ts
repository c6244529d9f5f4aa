// A company's first week: people come, are put where they belong, share, see what they should, and leave.
import { type Browser, expect, type Page, test } from '@playwright/test'
import {
  aMember,
  aWorkspace,
  knownPassword,
  sql,
  unique,
  type Workspace,
} from '../functions/support/people.ts'
import { codeIn, nextMail } from '../support/inbox.ts'
import { at, expectAccessible, picture, signIn, stack } from './support.ts'

test.describe.configure({ mode: 'serial' })

const invited = Array.from({ length: 10 }, () => `${unique('colleague')}@example.com`)

let workspace: Workspace
let owner: Page
let maker: Page
let makerName: string
let guest: { email: string; page: Page }
let viewer: { email: string; page: Page }

async function aPage(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, workspace.slug, { email, password: knownPassword })
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()
  return page
}

const go = (page: Page, path: string) => page.goto(at(path, workspace.slug))
const workspaceId = () => Number(Buffer.from(workspace.id, 'base64url').toString().split(':')[1])

/** A project made by the owner, with a page to read. */
async function aProject(name: string, visibility: string) {
  const answer = await fetch(`${stack().apiUrl}/rest/v1/rpc/create_project`, {
    method: 'POST',
    headers: {
      apikey: stack().anonKey,
      authorization: `Bearer ${workspace.owner.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ p_workspace_id: workspaceId(), p_name: name, p_visibility: visibility }),
  })
  expect(answer.ok, await answer.text()).toBe(true)
}

test.beforeAll(async ({ browser }) => {
  workspace = await aWorkspace(stack())
  const people = await Promise.all(
    ['maker', 'viewer', 'guest'].map((role) => aMember(stack(), workspace, role)),
  )
  const [making, viewing, visiting] = people
  if (!making || !viewing || !visiting) throw new Error('nobody came')
  makerName = making.email.split('@')[0] ?? ''
  await aProject('Handbook', 'internal')
  owner = await aPage(browser, workspace.owner.email)
  maker = await aPage(browser, making.email)
  viewer = { email: viewing.email, page: await aPage(browser, viewing.email) }
  guest = { email: visiting.email, page: await aPage(browser, visiting.email) }
})
test.afterAll(async () => {
  for (const page of [owner, maker, viewer?.page, guest?.page]) await page?.context().close()
})

test('the owner invites ten people by pasting their addresses', async () => {
  await go(owner, '/admin/members')
  await owner.getByRole('button', { name: 'Invite Members' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Invite Members' })
  const field = dialog.getByRole('combobox', { name: 'E-mail addresses' })
  await field.focus()
  await field.evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, invited.join(', '))
  for (const email of invited) await expect(dialog.getByText(email)).toBeVisible()
  await picture(owner, 'invite')
  await expectAccessible(owner)
  await dialog.getByRole('button', { name: 'Send Invites' }).click()
  await expect(owner.getByText('Invites sent')).toBeVisible()
  await expect(dialog).toBeHidden()
  const table = owner.getByRole('grid', { name: 'Members' })
  await expect(table.getByText(invited[0] ?? '')).toBeVisible()
  for (const email of invited) expect((await nextMail(stack(), email)).text).toContain('accept-invite')
  await picture(owner, 'members')
  await expectAccessible(owner)
})

test('somebody asks to join: the owner’s open screen shows it, and one click lets them in', async ({
  page,
}) => {
  const email = `${unique('newcomer')}@example.com`
  await go(page, '/auth/email')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Confirmation code').fill(codeIn(await nextMail(stack(), email)))
  await page.getByLabel('Password', { exact: true }).fill(knownPassword)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(/administrators have received a notification of your request/)).toBeVisible()

  const row = owner.getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Approve' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Approve Request?' })
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await owner.getByRole('option', { name: /^Viewer/ }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(owner.getByText('The request was approved.')).toBeVisible()

  await signIn(page, workspace.slug, { email, password: knownPassword })
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()
})

test('the owner makes a group and a team', async () => {
  await go(owner, '/admin/projects')
  await owner.getByRole('button', { name: 'Create Group' }).click()
  const group = owner.getByRole('dialog', { name: 'Create Group' })
  await group.getByLabel(/^Name/).fill('Payments')
  await group.getByRole('button', { name: /^(Save|Create Group)$/ }).click()
  await expect(owner.getByText('Group Created Successfully!')).toBeVisible()
  await picture(owner, 'projects')
  await expectAccessible(owner)

  await go(owner, '/admin/teams')
  await owner.getByRole('button', { name: 'Create Team' }).first().click()
  const team = owner.getByRole('dialog', { name: 'Create Team' })
  await team.getByLabel(/^Name/).fill('Platform')
  await team.getByRole('button', { name: 'Create Team' }).click()
  await expect(owner.getByText('Team Created Successfully!')).toBeVisible()
  const members = owner.getByRole('combobox', { name: 'Add members' })
  await members.fill(makerName)
  await owner.getByRole('option').filter({ hasText: makerName }).first().click()
  await owner.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(owner.getByRole('list').filter({ hasText: makerName }).first()).toBeVisible()
  await picture(owner, 'team')
  await expectAccessible(owner)
})

test('a maker shares a private project; viewer and guest see exactly what they should', async () => {
  const makes = await maker.evaluate(
    async ({ apikey, workspace }) => {
      const { token } = await (await fetch('/api/v1/auth/access-token', { method: 'POST' })).json()
      const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const make = (p_name: string) =>
        fetch('/rest/v1/rpc/create_project', {
          method: 'POST',
          headers,
          body: JSON.stringify({ p_workspace_id: workspace, p_name, p_visibility: 'private' }),
        })
      return [(await make('Ledger')).ok, (await make('Diary')).ok]
    },
    { apikey: stack().anonKey, workspace: workspaceId() },
  )
  expect(makes).toEqual([true, true])
  await expect(viewer.page.getByRole('link', { name: 'Handbook' }).first()).toBeVisible()
  await expect(viewer.page.getByRole('link', { name: 'Ledger' })).toHaveCount(0)

  await go(maker, '/docs/ledger')
  await maker.getByRole('button', { name: 'Share' }).click()
  const dialog = maker.getByRole('dialog')
  for (const email of [viewer.email, guest.email]) {
    const name = email.split('@')[0] ?? ''
    await dialog.getByRole('combobox', { name: /^Members/ }).fill(name)
    await maker.getByRole('option').filter({ hasText: name }).first().click()
  }
  await picture(maker, 'share')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(maker.getByText('Member(s) Added Successfully!')).toBeVisible()

  for (const { page } of [viewer, guest]) {
    await expect(page.getByRole('link', { name: 'Ledger' }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Diary' })).toHaveCount(0)
  }
  await expect(guest.page.getByRole('link', { name: 'Handbook' })).toHaveCount(0)
  await go(guest.page, '/docs/diary')
  await expect(guest.page.getByText('Project not found')).toBeVisible()
  await go(guest.page, '/admin/members')
  await expect(guest.page.getByText('Permission Denied')).toBeVisible()
})

test('a removed member loses access in an open tab', async () => {
  await go(owner, '/admin/members')
  await owner.getByRole('searchbox', { name: 'Search members' }).fill(viewer.email)
  const row = owner.getByRole('row').filter({ hasText: viewer.email })
  // What was found is there, and the rows change no more under the menu.
  await expect(owner.locator('[role=row][data-id]')).toHaveCount(1)
  await row.getByRole('button', { name: 'More actions' }).click()
  await owner.getByRole('menuitem', { name: 'Delete Member' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('button', { name: /Delete/ }).click()
  await expect(owner.getByText('Member Removed')).toBeVisible()
  await expect(viewer.page).toHaveURL(/\/auth/)
  await expect(row).toHaveCount(0)
})

test('the week is in the activity, with who did it, and can be taken along', async () => {
  await go(owner, '/admin/activity')
  await expect(owner.getByText(/Platform/).first()).toBeVisible()
  await expect(owner.getByText(/Payments/).first()).toBeVisible()
  await picture(owner, 'activity')
  await expectAccessible(owner)
  const { length } = await sql(stack(), 'select 1 from public.activity_events where workspace_id = $1', [
    workspaceId(),
  ])
  expect(length).toBeGreaterThan(15)
})
