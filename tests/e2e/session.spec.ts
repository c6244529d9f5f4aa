// Sessions that hold: many tabs, one rotation; nobody at the keyboard; signed out here, there and everywhere.
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { aWorkspace, knownPassword, sql, type Workspace } from '../functions/support/people.ts'
import { at, picture, signIn, stack } from './support.ts'

const idleSeconds = 600

async function entered(page: Page, workspace: Workspace) {
  await signIn(page, workspace.slug, { email: workspace.owner.email, password: knownPassword })
}

const expectInside = (page: Page) => expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()
const expectOutside = (page: Page) => expect(page.getByLabel('Email or username')).toBeVisible()

/** A workspace that signs people out when nobody is there, and two tabs of its owner with a clock of ours. */
async function twoTabs(context: BrowserContext) {
  const workspace = await aWorkspace(stack())
  await sql(stack(), 'update public.workspaces set idle_timeout_seconds = $2 where slug = $1', [
    workspace.slug,
    idleSeconds,
  ])
  await context.clock.install()
  const first = await context.newPage()
  await entered(first, workspace)
  const second = await context.newPage()
  await second.goto(at('/account/basics', workspace.slug))
  await expectInside(second)
  // Both have learned of the time-out when the account's page has everything it shows.
  await expect(second.getByLabel('Username')).toBeVisible()
  await expect.poll(() => lastActive(second)).toBeGreaterThan(0)
  return { workspace, first, second }
}

/** When somebody was last active, as a tab has it. */
const lastActive = (tab: Page) =>
  tab.evaluate(() => Number(window.localStorage.getItem('waymark-last-activity')))

test('twenty tabs opened at once share one rotation of the refresh token', async ({ context, page }) => {
  // Twenty pages on two cores.
  test.setTimeout(240_000)
  const workspace = await aWorkspace(stack())
  await entered(page, workspace)
  // Nobody is there to ask: the browser was closed, and opens its tabs again.
  await page.close()
  let rotations = 0
  context.on('response', (response) => {
    if (/\/auth\/access-token/.test(response.url()) && response.ok()) rotations++
  })
  const tabs = await Promise.all(Array.from({ length: 20 }, () => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto(at('/account/basics', workspace.slug))))
  for (const tab of tabs) await expect(tab.getByLabel('Username')).toBeVisible({ timeout: 60_000 })
  expect(rotations).toBe(1)
})

test('signing out in one tab signs the others out, without asking the server again', async ({
  context,
  page,
}) => {
  const workspace = await aWorkspace(stack())
  await entered(page, workspace)
  const other = await context.newPage()
  await other.goto(at('/account/basics', workspace.slug))
  await expectInside(other)
  let calls = 0
  other.on('request', (request) => {
    if (request.url().endsWith('/auth/logout')) calls++
  })
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expectOutside(other)
  expect(calls).toBe(0)
})

test('nobody at the keyboard: all tabs are signed out and say why', async ({ context }) => {
  const { first, second } = await twoTabs(context)
  await context.clock.fastForward((idleSeconds - 30) * 1000)
  const before = await lastActive(first)
  await second.mouse.move(200, 200)
  await expect.poll(() => lastActive(first)).toBeGreaterThan(before)
  await context.clock.fastForward(60_000)
  await expectInside(first)
  await context.clock.fastForward((idleSeconds + 5) * 1000)
  await expectOutside(first)
  await expectOutside(second)
  await expect(first.getByText('You were signed out because you were not active for a while.')).toBeVisible()
  await picture(first, 'idle')
})

test('closing the tab that watches hands the watch over', async ({ context }) => {
  const { first, second } = await twoTabs(context)
  await first.close()
  await context.clock.fastForward((idleSeconds + 5) * 1000)
  await expectOutside(second)
})

test('a session that is ended from elsewhere ends at its next refresh, and a locked workspace says so', async ({
  page,
}) => {
  const workspace = await aWorkspace(stack())
  await entered(page, workspace)
  await sql(
    stack(),
    `update public.workspaces set lock_at = now() + interval '3 days', lock_reason = 'failed_payment' where slug = $1`,
    [workspace.slug],
  )
  await expect(
    page.getByText(
      /^The payment method associated with this workspace has failed. All members other than the oldest owner will lose access to this workspace on /,
    ),
  ).toBeVisible()
  await picture(page, 'lock-pending')
  await sql(
    stack(),
    `delete from auth.sessions where user_id = (select u.auth_id from public.users u join public.emails e on e.user_id = u.id where e.email = $1)`,
    [workspace.owner.email],
  )
  await page.reload()
  await expectOutside(page)
})
