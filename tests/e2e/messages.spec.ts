// What the product says when something goes wrong, or went well: the error catalogue (spec 1 §8), word for word, as the
// real server makes it say it. Only failures that a real server cannot be asked for are made up on the way.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { startGithub } from '../doubles/git-hosts.ts'
import { anIntegration, trust } from '../functions/support/integrations.ts'
import {
  aMember,
  aWorkspace,
  knownPassword,
  type Person,
  sql,
  unique,
  type Workspace,
} from '../functions/support/people.ts'
import { codeIn, nextMail } from '../support/inbox.ts'
import { at, expectAccessible, picture, stack } from './support.ts'

/** The words as a whole, on the page and in front of everything else. */
const says = (where: Page | Locator, words: string) =>
  expect(where.getByText(words, { exact: true })).toBeVisible()

/** Opens a page as somebody whose session the browser has: what signing in itself says is another test's. */
async function enter(page: Page, workspace: Workspace, path: string, { cookie }: Person = workspace.owner) {
  const [name = '', value = ''] = cookie.split('=')
  const domain = `.${stack().baseHost.split(':')[0]}`
  await page.context().addCookies([{ name, value, domain, path: '/api/v1/auth', httpOnly: true }])
  await page.goto(at(path, workspace.slug))
}

async function fillIn(page: Page, workspace: Workspace, email: string, password = knownPassword) {
  await page.goto(at('/auth/email/login', workspace.slug))
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const lock = (workspace: Workspace, reason: string) =>
  sql(stack(), 'update public.workspaces set locked = true, lock_reason = $2 where slug = $1', [
    workspace.slug,
    reason,
  ])

/** The server fails at an address, without a word. */
const failing = (page: Page, path: string) =>
  page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: '' }))

test('signing in: a wrong password, a server that fails, a workspace that is locked', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const maker = await aMember(stack(), workspace, 'maker')
  await fillIn(page, workspace, maker.email, 'not the password')
  await says(page, 'The email, username or password is incorrect. (UNAUTHENTICATED)')
  await failing(page, '/auth/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await says(page, 'Something went wrong, please try again.')
  await page.unroute('**/auth/login')

  await lock(workspace, 'overusage')
  await fillIn(page, workspace, maker.email)
  const denied = page.getByRole('dialog', { name: 'Access Denied' })
  await says(denied, 'The Free plan only allows for one owner to have access.')
  await expect(denied.getByText(workspace.owner.email)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'access-denied')
  await denied.getByRole('button', { name: 'Close' }).click()
  await says(page, 'The Free plan only allows for one owner to have access.')
})

test('a workspace that is locked meanwhile signs out who is in it, and says why', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const maker = await aMember(stack(), workspace, 'maker')
  await enter(page, workspace, '/account/basics', maker)
  await expect(page.getByLabel('Username')).toBeVisible()
  await lock(workspace, 'failed_payment')
  await page.reload()
  const denied = page.getByRole('dialog', { name: 'Access Denied' })
  await says(denied, 'The payment method associated with this workspace has failed.')
  await expect(denied.getByText(workspace.owner.email)).toBeVisible()
  await denied.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Email or username')).toBeVisible()
})

test('without an account: not found, no invitation, a wrong code, no way in by a new password', async ({
  page,
}) => {
  const workspace = await aWorkspace(stack())
  const stranger = await aWorkspace(stack())
  await page.goto(at('/login'))
  await page.getByLabel('Email').fill(`${unique('nobody')}@example.com`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await says(page, 'Account not found')
  await expect(page).toHaveURL(/\/login\/notfound$/)

  await page.goto(at('/auth/accept-invite?token=nobody-sent-this', workspace.slug))
  await says(page, 'Invalid invite URL')
  await expect(page).toHaveURL(/\/auth\/email\/login$/)

  const email = `${unique('new')}@example.com`
  await page.goto(at(`/welcome/verify?email=${encodeURIComponent(email)}&slug=${unique('new')}&company=New`))
  await page.getByLabel('Confirmation code').fill('000000')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await says(page, 'Invalid confirmation code')

  await page.goto(at('/auth/forgot-password', workspace.slug))
  await page.getByLabel('Email').fill(stranger.owner.email)
  await page.getByRole('button', { name: 'Send reset code' }).click()
  await says(page, "If an account with that email exists, we've sent it a reset code")
  await page.getByLabel('Reset code').fill(codeIn(await nextMail(stack(), stranger.owner.email)))
  await page.getByLabel('New password').fill('brand-new-1')
  await page.getByLabel('Confirm password').fill('brand-new-1')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await says(page, 'You need to be a member of this workspace to reset your password.')
})

test('an address that would open the workspace is confirmed first', async ({ page }) => {
  const [workspace, home] = [await aWorkspace(stack()), await aWorkspace(stack())]
  const email = `${home.slug}@${unique('corp')}.example`
  await sql(
    stack(),
    `insert into public.approved_domains (workspace_id, domain, role)
     select id, split_part($2, '@', 2), 'maker' from public.workspaces where slug = $1`,
    [workspace.slug, email],
  )
  await sql(
    stack(),
    'insert into public.emails (user_id, email) select user_id, $2 from public.emails where email = $1',
    [home.owner.email, email],
  )
  await fillIn(page, workspace, home.owner.email)
  await says(page, 'Workspace email confirmation required')
  await page.getByLabel('Confirmation code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await says(page, 'Invalid confirmation code')
  await page.getByRole('button', { name: 'Send the code again' }).click()
  await says(page, `A verification email was sent to ${email}.`)
  await nextMail(stack(), email)
  await page.getByLabel('Confirmation code').fill(codeIn(await nextMail(stack(), email)))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await says(page, 'Email successfully confirmed. Please login again.')
})

test('the account: addresses, names, password and the daily summary', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const email = `${unique('second')}@example.com`
  await enter(page, workspace, '/account/basics')
  await page.getByRole('button', { name: 'Add email' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await says(page, `A verification email was sent to ${email}.`)
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row.getByRole('button', { name: 'Set as primary' }).click()
  await says(page, 'Please confirm this email before setting it to your primary address.')
  await row.getByLabel('Confirmation code').fill('000000')
  await row.getByRole('button', { name: 'Confirm' }).click()
  await says(page, 'Invalid confirmation code')
  // Two at most: the first made room.
  await expect(page.getByText(`A verification email was sent to ${email}.`)).toBeHidden()
  await row.getByLabel('Confirmation code').fill(codeIn(await nextMail(stack(), email)))
  await row.getByRole('button', { name: 'Confirm' }).click()
  await says(page, 'Email confirmed!')
  await row.getByRole('button', { name: 'Set as primary' }).click()
  await says(page, 'Your primary email address was updated.')
  const old = page.getByRole('listitem').filter({ hasText: workspace.owner.email })
  await old.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await says(page, `${workspace.owner.email} was removed from your account.`)

  await page.getByRole('switch', { name: /daily digest/ }).click()
  await says(page, 'You have unsubscribed from the daily summary')
  await page.getByRole('switch', { name: /daily digest/ }).click()
  await says(page, 'You have subscribed to the daily summary')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Username').fill(unique('ada'))
  await page.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Account updated')

  await page.goto(at('/account/security', workspace.slug))
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill('brand-new-1')
  await page.getByLabel('Confirm password').fill('brand-new-1')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await says(page, 'The current password is incorrect.')
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'The current password is incorrect.',
  )
  await page.getByLabel('Current password').fill(knownPassword)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await says(page, 'Password updated.')
})

test('at a provider: connected and disconnected, popups blocked, nobody’s account, switched off meanwhile', async ({
  page,
  browser,
}) => {
  const host = await startGithub([`${stack().waymarkUrl}/oauth/callback`])
  try {
    const workspace = await aWorkspace(stack())
    await trust(stack(), host.url)
    const { clientId, clientSecret } = host
    await anIntegration(stack(), workspace, {
      kind: 'github',
      name: 'Our GitHub',
      config_type: 'custom',
      config: { hostUrl: host.url, apiUrl: `${host.url}/api/v3`, clientId },
      secrets: { clientSecret },
    })
    await enter(page, workspace, '/account/connected-accounts')
    const authorize = async (from: Page, button: string) => {
      const opens = from.waitForEvent('popup')
      await from.getByRole('button', { name: button }).click()
      await (await opens).getByRole('button', { name: 'Authorize' }).click()
    }
    await authorize(page, 'Connect Our GitHub')
    await says(page, 'Your account was connected.')
    await page.getByRole('button', { name: 'Disconnect Our GitHub' }).click()
    await says(page, 'Your account was disconnected.')

    const guest = await browser.newPage()
    await guest.goto(at('/auth', workspace.slug))
    host.person = {
      ...host.person,
      id: 4711,
      emails: [{ email: 'a@example.com', verified: false, primary: true }],
    }
    await authorize(guest, 'Continue with Our GitHub')
    await says(
      guest,
      'Permission denied. You need to connect with a GitHub account that has an email associated with it that has either been invited to this workspace, or matches one of the allowed email domains on this workspace.',
    )
    await guest.evaluate(() => Object.assign(window, { open: () => null }))
    await guest.getByRole('button', { name: 'Continue with Our GitHub' }).click()
    await expect(guest.getByText(/allow popups for this site/)).toBeVisible()
    await sql(
      stack(),
      'delete from public.workspace_integrations where name = $2 and workspace_id = (select id from public.workspaces where slug = $1)',
      [workspace.slug, 'Our GitHub'],
    )
    await guest.getByRole('button', { name: 'Continue in this window' }).click()
    await says(guest, 'Unknown authentication url')

    const nonce = 'ab'.repeat(16)
    await guest.goto(at(`/oauth/callback?code=abc&state=${nonce}`, workspace.slug))
    await says(guest, 'Encountered an error during authentication')
    await guest.close()
  } finally {
    await host.close()
  }
})

test('an address without a page, an object that is not there, a screen that breaks', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  await page.goto(at('/nowhere', workspace.slug))
  await says(page, 'Page not found')

  const connections = '**/rest/v1/rpc/connected_accounts'
  const gone = { code: 'PT404', message: 'Gone.', details: null, hint: 'NOT_FOUND' }
  await page.route(connections, (route) => route.fulfill({ status: 404, json: gone }))
  await enter(page, workspace, '/account/connected-accounts')
  await says(page, 'Page not found')

  await page.route(connections, (route) => route.fulfill({ json: { not: 'a list' } }))
  await page.reload()
  await says(page, 'Oops, something went wrong!')
  await expectAccessible(page)
  await picture(page, 'oops')
  await page.unroute(connections)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Connected accounts' })).toBeVisible()
})
