// One's account and what the shell says around it: titles, phones, recent workspaces, locks and plans.
import { expect, type Page, test } from '@playwright/test'
import { startAzureServer } from '../doubles/git-hosts.ts'
import { anIntegration } from '../functions/support/integrations.ts'
import {
  aMember,
  aWorkspace,
  knownPassword,
  sql,
  unique,
  type Workspace,
} from '../functions/support/people.ts'
import { codeIn, nextMail } from '../support/inbox.ts'
import { at, demoAccount, expectAccessible, follow, picture, signIn, stack } from './support.ts'

const phone = { width: 390, height: 844 }
const overlay = 'This page is not mobile responsive.'
const enter = (page: Page, { slug, owner }: Workspace, email = owner.email, password = knownPassword) =>
  signIn(page, slug, { email, password })
const change = (slug: string, set: string) =>
  sql(stack(), `update public.workspaces set ${set} where slug = $1`, [slug])

test('the title names the page, the workspace and the product, unless that is hidden', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const { slug } = workspace
  await page.goto(at('/login'))
  await expect(page).toHaveTitle('Sign in · Waymark')
  await page.goto(at('/auth/forgot-password', slug))
  await expect(page).toHaveTitle(`Forgot your password? · ${slug} · Waymark`)
  await enter(page, workspace)
  await change(slug, 'hide_powered_by = true')
  await page.reload()
  const titles: [path: string, title: string][] = [
    ['/', `Home · ${slug}`],
    ['/account/basics', `Account · ${slug}`],
    ['/admin/members', `Members · ${slug}`],
    ['/add/projects', `Add a project · ${slug}`],
    ['/nowhere', `Page not found · ${slug}`],
  ]
  for (const [path, title] of titles) {
    await follow(page, path)
    await expect(page, path).toHaveTitle(title)
    await expect(page.getByRole('navigation', { name: 'Workspace' })).toHaveCount(
      path === '/add/projects' ? 0 : 1,
    )
  }
  await expect(page.getByText(/Powered by/)).toHaveCount(0)
})

test('names are saved, and addresses come and go', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const username = unique('ada')
  const second = `${unique('second')}@example.com`
  await enter(page, workspace)
  await page.goto(at('/account/basics', workspace.slug))
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Avatar URL').fill('https://example.com/ada.png')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Account updated')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await expect(page.getByLabel('Avatar URL')).toHaveValue('https://example.com/ada.png')
  await expect(page.getByRole('button', { name: 'Account menu: Ada Lovelace' })).toBeVisible()

  await page.getByRole('button', { name: 'Add email' }).click()
  await page.getByLabel('Email', { exact: true }).fill(second)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: second })
  await expect(row.getByText('Pending verification')).toBeVisible()
  const mail = await nextMail(stack(), second)
  await row.getByRole('button', { name: 'Resend' }).click()
  const code = codeIn(await nextMail(stack(), second, mail.id))
  await row.getByLabel('Confirmation code').fill(code)
  await row.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Email confirmed!')).toBeVisible()
  await row.getByRole('button', { name: 'Set as primary' }).click()
  await expect(row.getByText('Primary', { exact: true })).toBeVisible()
  const first = page.getByRole('listitem').filter({ hasText: workspace.owner.email })
  // A stolen token is not enough for it: after ten minutes the person is asked who they are.
  await sql(
    stack(),
    `update private.sessions s set proven_at = now() - interval '11 minutes'
     from public.users u join public.emails e on e.user_id = u.id where u.auth_id = s.auth_id and e.email = $1`,
    [second],
  )
  await first.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Confirm that it is you to go on.')).toBeVisible()
  await picture(page, 'proof')
  await page.getByLabel('Current password').fill(knownPassword)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`${workspace.owner.email} was removed from your account.`)).toBeVisible()
  await expect(first).toHaveCount(0)
})

test('what is saved without a network is refused at once, kept, and saved when it is back', async ({
  page,
}) => {
  const workspace = await aWorkspace(stack())
  const username = unique('kept')
  await enter(page, workspace)
  await page.goto(at('/account/basics', workspace.slug))
  const typed = [
    ['Username', username],
    ['Avatar URL', 'https://example.com/kept.png'],
    ['First name', 'Grace'],
    ['Last name', 'Hopper'],
  ] as const
  for (const [label, value] of typed) await page.getByLabel(label).fill(value)
  const refused = page.getByRole('alert').filter({ hasText: 'Something went wrong, please try again' })
  const save = page.getByRole('button', { name: 'Save' })
  await page.context().setOffline(true)
  await save.click()
  await expect(refused).toBeVisible()
  for (const [label, value] of typed) await expect(page.getByLabel(label)).toHaveValue(value)
  // Nothing waits to be sent by itself: the person says when.
  await page.context().setOffline(false)
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByText('Account updated')).toBeVisible()
  await expect(refused).toHaveCount(0)
  await page.reload()
  for (const [label, value] of typed) await expect(page.getByLabel(label)).toHaveValue(value)
})

test('a new password signs in, the old one no longer', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  await enter(page, workspace)
  await page.goto(at('/account/security', workspace.slug))
  await page.getByLabel('Current password').fill(knownPassword)
  await page.getByLabel('New password').fill('brand-new-1')
  await page.getByLabel('Confirm password').fill('brand-new-1')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password updated.')).toBeVisible()
  await page.context().clearCookies()
  await page.goto(at('/auth/email/login', workspace.slug))
  await page.getByLabel('Email or username').fill(workspace.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(knownPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await enter(page, workspace, workspace.owner.email, 'brand-new-1')
})

test('an account at an integration is connected, and disconnected', async ({ page }) => {
  const host = await startAzureServer()
  try {
    const workspace = await aWorkspace(stack())
    await anIntegration(stack(), workspace, {
      kind: 'azure_devops_server',
      name: 'Our Azure',
      config_type: 'custom',
      config: { hostUrl: host.url, apiUrl: host.url },
    })
    await enter(page, workspace)
    await page.goto(at('/account/connected-accounts', workspace.slug))
    await page.getByRole('button', { name: 'Connect Our Azure' }).click()
    await page.getByLabel('Username').fill(host.person.username)
    await page.getByLabel('Password', { exact: true }).fill(host.person.password)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByText('Your account was connected.')).toBeVisible()
    await page.getByRole('button', { name: 'Disconnect Our Azure' }).click()
    await expect(page.getByText('Your account was disconnected.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connect Our Azure' })).toBeVisible()
  } finally {
    await host.close()
  }
})

test('the daily digest: a member’s choice, and a guest’s only where guests get it', async ({
  page,
  browser,
}) => {
  const workspace = await aWorkspace(stack())
  const guest = await aMember(stack(), workspace, 'guest')
  const digest = (on: Page) => on.getByRole('switch', { name: /daily digest/ })
  await enter(page, workspace)
  await page.goto(at('/account/basics', workspace.slug))
  await digest(page).click()
  await expect(page.getByText('You have unsubscribed from the daily summary')).toBeVisible()
  await page.reload()
  await expect(digest(page)).not.toBeChecked()

  const visit = await (await browser.newContext()).newPage()
  await change(workspace.slug, 'guests_receive_daily_digest = false')
  await enter(visit, workspace, guest.email)
  await visit.goto(at('/account/basics', workspace.slug))
  await expect(visit.getByText(/managed from the bottom of the emails/)).toBeVisible()
  await expect(digest(visit)).toHaveCount(0)
  await change(workspace.slug, 'guests_receive_daily_digest = true')
  await visit.reload()
  await expect(digest(visit)).toBeVisible()
  await visit.context().close()
})

test('on a phone: what has no layout for it warns, and the account has a pane of its own', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await signIn(page, 'demo', demoAccount('maker'))
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  for (const path of ['/explore', '/proposals/x', '/add/projects', '/settings/x', '/admin', '/roadmap']) {
    await follow(page, path)
    await expect(page.getByText(overlay), path).toBeVisible()
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page.getByText(overlay), path).toHaveCount(0)
  }
  // Nothing of the app lies behind an address that was typed.
  await page.goto(at('/admin/members', 'demo'))
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(at('/', 'demo'))
  await expect(page.getByText(overlay)).toHaveCount(0)

  await page.goto(at('/nowhere', 'demo'))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Account settings' }).click()
  await expect(page.getByText(overlay)).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(at('/nowhere', 'demo'))
  await expect(page.getByText(overlay)).toHaveCount(0)
  await page.goto(at('/account', 'demo'))
  await page.getByRole('button', { name: 'Continue Anyway' }).click()
  const cookies = async () => (await page.context().cookies(at('/', 'demo'))).map(({ name }) => name)
  await expect.poll(cookies).toContain('show_non_responsive_pages')

  // The address leads on to the first section; a menu that is opened before goes with the page.
  await expect(page).toHaveURL(at('/account/basics', 'demo'))
  await expect(page.getByRole('heading', { name: 'Account Basics' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const pane = page.getByRole('navigation', { name: 'Account', exact: true })
  await expect(pane).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'account-pane')
  await pane.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL(at('/account/security', 'demo'))
  await expect(pane).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await pane.getByRole('link', { name: 'Back to the workspace' }).click()
  await expect(page).toHaveURL(at('/', 'demo'))
})

test('the workspaces one was in lately are a click away, for fourteen days', async ({ page, context }) => {
  const { slug } = await aWorkspace(stack())
  const name = (workspace: string) => `Continue to ${workspace}.${stack().baseHost}`
  for (const workspace of ['demo', slug]) {
    await page.goto(at('/auth/email/login', workspace))
    await expect(page.getByLabel('Email or username')).toBeVisible()
    const kept = () => page.evaluate(() => window.localStorage.getItem('recently-accessed'))
    await expect.poll(kept).toBe(JSON.stringify([`${workspace}.${stack().baseHost}`]))
  }
  await page.goto(at('/login'))
  await expect(page.getByRole('link', { name: /^Continue to/ })).toHaveText([name(slug), name('demo')])
  const recent = async () => (await context.cookies()).find((one) => one.name === 'recent_workspace')
  await expect.poll(async () => (await recent())?.value).toBe(`${slug}_demo`)
  const cookie = await recent()
  expect(cookie).toMatchObject({ value: `${slug}_demo`, domain: '.waymark.localhost', path: '/' })
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThanOrEqual(14)
  await context.addCookies([
    { name: 'recent_workspace', value: 'evil.example%2F', domain: '.waymark.localhost', path: '/' },
  ])
  await page.reload()
  await expect(page.getByRole('link', { name: /^Continue to/ })).toHaveCount(2)
  await page.getByRole('link', { name: name('demo') }).click()
  await expect(page).toHaveURL(at('/auth/email/login', 'demo'))
})

test('one finds one’s workspaces by e-mail, or goes where one knows the address', async ({ page }) => {
  const { owner, slug } = await aWorkspace(stack())
  await page.goto(at('/login'))
  await page.getByLabel('Email').fill(`${unique('nobody')}@example.com`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(at('/login/notfound'))
  await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Try a different email' }).click()
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(at('/login/emailsent'))
  await expect(page.getByText(owner.email)).toBeVisible()
  expect((await nextMail(stack(), owner.email)).text).toContain(at('', slug))
  await page.goto(at('/links'))
  const address = page.getByLabel('Workspace URL')
  await address.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Take Me to My Workspace' }).click()
  await expect(page.getByText('Invalid URL or Subdomain')).toBeVisible()
  await address.fill(slug)
  await page.getByRole('button', { name: 'Take Me to My Workspace' }).click()
  await expect(page).toHaveURL(at('/auth/email/login', slug))
})

test('a locked workspace says so: to its owner in a dialog, to others instead of letting them in', async ({
  page,
  browser,
}) => {
  const workspace = await aWorkspace(stack())
  const maker = await aMember(stack(), workspace, 'maker')
  await change(workspace.slug, `locked = true, lock_reason = 'overusage'`)
  await enter(page, workspace)
  const told = page.getByRole('dialog', { name: 'This workspace is locked' })
  await expect(told).toContainText('This workspace is on the Free plan.')
  await expectAccessible(page)
  await told.getByRole('button', { name: 'Close' }).click()
  await expect(told).toHaveCount(0)

  const other = await (await browser.newContext()).newPage()
  await other.goto(at('/auth/email/login', workspace.slug))
  await other.getByLabel('Email or username').fill(maker.email)
  await other.getByLabel('Password', { exact: true }).fill(knownPassword)
  await other.getByRole('button', { name: 'Sign in' }).click()
  const denied = other.getByRole('dialog', { name: 'Access Denied' })
  await expect(denied).toContainText('The Free plan only allows for one owner to have access.')
  await expect(denied).toContainText(workspace.owner.email)
  await picture(other, 'access-denied')
  await denied.getByRole('button', { name: 'Close' }).click()
  await expect(other).toHaveURL(/\/auth\/email\/login/)
  await other.context().close()
})

test('what the plan does not hold is offered with the way to it', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  await sql(
    stack(),
    `update public.billing_accounts set billing_product_id = 1
     where workspace_id = (select id from public.workspaces where slug = $1)`,
    [workspace.slug],
  )
  await enter(page, workspace)
  await page.goto(at('/admin/settings', workspace.slug))
  await page.getByRole('button', { name: 'Add integration' }).click()
  await page.getByRole('menuitem', { name: /^SAML/ }).click()
  const upsell = page.getByRole('dialog', { name: 'Unlock the power of your workspace' })
  await expect(upsell).toContainText('SAML integration')
  await upsell.getByRole('link', { name: 'Go to Billing' }).click()
  await expect(page).toHaveURL(at('/admin/billing?plan=pro_team', workspace.slug))
})
