// What the product says when something goes wrong, or went well: the error catalogue, word for word, as the
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
  await page.context().addCookies([
    { name, value, domain, path: '/api/v1/auth', httpOnly: true },
    // Says that there is one, to scripts.
    { name: 'waymark_session', value: '1', domain, path: '/' },
  ])
  await page.goto(at(path, workspace.slug))
}

async function fillIn(page: Page, email: string, password = knownPassword) {
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const lock = (workspace: Workspace, reason: string) =>
  sql(stack(), 'update public.workspaces set locked = true, lock_reason = $2 where slug = $1', [
    workspace.slug,
    reason,
  ])

test('a workspace that is locked signs out who is in it; signing in says what is wrong', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const maker = await aMember(stack(), workspace, 'maker')
  await enter(page, workspace, '/account/basics', maker)
  await expect(page.getByLabel('Username')).toBeVisible()
  await lock(workspace, 'failed_payment')
  await page.reload()
  const denied = page.getByRole('dialog', { name: 'Access Denied' })
  const reason = 'The payment method associated with this workspace has failed.'
  await says(denied, reason)
  await expect(denied.getByText(workspace.owner.email)).toBeVisible()
  await expectAccessible(page)
  await denied.getByRole('button', { name: 'Close' }).click()

  await fillIn(page, maker.email, 'not the password')
  await says(page, 'The email, username or password is incorrect. (UNAUTHENTICATED)')
  await page.route('**/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await says(page, 'Something went wrong, please try again.')
  await page.unroute('**/auth/login')
  await fillIn(page, maker.email)
  await says(denied, reason)
  await denied.getByRole('button', { name: 'Close' }).click()
  await says(page, reason)
})

test('a new password is no way into a workspace of others', async ({ page }) => {
  const [workspace, home] = [await aWorkspace(stack()), await aWorkspace(stack())]
  await page.goto(at('/auth/forgot-password', workspace.slug))
  await page.getByLabel('Email').fill(home.owner.email)
  await page.getByRole('button', { name: 'Send reset code' }).click()
  await says(page, "If an account with that email exists, we've sent it a reset code")
  await page.getByLabel('Reset code').fill(codeIn(await nextMail(stack(), home.owner.email)))
  await page.getByLabel('New password').fill('brand-new-1')
  await page.getByLabel('Confirm password').fill('brand-new-1')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await says(page, 'You need to be a member of this workspace to reset your password.')
})

test('after five wrong codes a new one is needed, whoever has the address', async ({ page }) => {
  const home = await aWorkspace(stack())
  const fill = async (code: string) => {
    await page.getByLabel('Reset code').fill(code)
    await page.getByLabel('New password').fill('brand-new-1')
    await page.getByLabel('Confirm password').fill('brand-new-1')
    const answered = page.waitForResponse('**/auth/password/reset')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await answered
  }
  const fillWrong = async () => {
    await fill('00000x')
    // Once the answer is shown: it takes the caret to the code.
    await expect(page.getByRole('button', { name: 'Set new password' })).toBeEnabled()
  }
  for (const email of [`${unique('nobody')}@example.com`, home.owner.email]) {
    await page.goto(at('/auth/forgot-password', home.slug))
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset code' }).click()
    for (let n = 0; n < 4; n++) await fillWrong()
    await expect(page.getByText('Invalid confirmation code', { exact: true })).toBeVisible()
    await fillWrong()
    await says(page, 'Invalid confirmation code. Please ask for a new one.')
  }
  const first = await nextMail(stack(), home.owner.email)
  await page.getByRole('button', { name: 'Send the code again' }).click()
  await says(page, "If an account with that email exists, we've sent it a reset code")
  await fill(codeIn(await nextMail(stack(), home.owner.email, first.id)))
  await expect(page.getByRole('button', { name: 'Set new password' })).toBeHidden()
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
  await page.goto(at('/auth/email/login', workspace.slug))
  await fillIn(page, home.owner.email)
  await says(page, 'Workspace email confirmation required')
  await page.getByLabel('Confirmation code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await says(page, 'Invalid confirmation code')
  const first = await nextMail(stack(), email)
  await page.getByRole('button', { name: 'Send the code again' }).click()
  await says(page, `A verification email was sent to ${email}.`)
  await page.getByLabel('Confirmation code').fill(codeIn(await nextMail(stack(), email, first.id)))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await says(page, 'Email successfully confirmed. Please login again.')
})

test('the account: its addresses, the daily summary and the password', async ({ page }) => {
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
  const digest = page.getByRole('switch', { name: /daily digest/ })
  await digest.click()
  await says(page, 'You have unsubscribed from the daily summary')
  await digest.click()
  await says(page, 'You have subscribed to the daily summary')

  await page.goto(at('/account/security', workspace.slug))
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill('brand-new-1')
  await page.getByLabel('Confirm password').fill('brand-new-1')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await says(page, 'The current password is incorrect.')
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'The current password is incorrect.',
  )
})

const isOurs = 'name = $2 and workspace_id = (select id from public.workspaces where slug = $1)'

test('at a provider: nobody’s account, popups blocked, gone meanwhile, an answer nobody asked for', async ({
  page,
}) => {
  const host = await startGithub([`${stack().waymarkUrl}/oauth/integrations/`])
  try {
    const workspace = await aWorkspace(stack())
    await trust(stack(), 'github', host.url, `${host.url}/api/v3`)
    const { clientId, clientSecret } = host
    await anIntegration(stack(), workspace, {
      kind: 'github',
      name: 'Our GitHub',
      config_type: 'custom',
      config: { hostUrl: host.url, apiUrl: `${host.url}/api/v3`, clientId },
      secrets: { clientSecret },
    })
    const ours = [workspace.slug, 'Our GitHub']
    await sql(
      stack(),
      `update public.workspace_integrations set allow_user_register = false where ${isOurs}`,
      ours,
    )
    await page.goto(at('/auth', workspace.slug))
    const authorizeWith = async (email: string, verified: boolean) => {
      host.person = { ...host.person, id: 4711, emails: [{ email, verified, primary: true }] }
      const opens = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Continue with Our GitHub' }).click()
      await (await opens).getByRole('button', { name: 'Authorize' }).click()
    }
    const nobody = `${unique('nobody')}@example.com`
    const refused =
      'Permission denied. You need to connect with a GitHub account that has an email associated with it that has either been invited to this workspace, or matches one of the allowed email domains on this workspace.'
    await authorizeWith(nobody, true)
    await says(page, refused)
    await page.reload()
    await authorizeWith(nobody, false)
    await says(page, refused)
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await page.getByRole('button', { name: 'Continue with Our GitHub' }).click()
    await expect(page.getByText(/allow popups for this site/)).toBeVisible()
    await sql(stack(), `delete from public.workspace_integrations where ${isOurs}`, ours)
    await page.getByRole('button', { name: 'Continue in this window' }).click()
    await says(page, 'Unknown authentication url')

    const nonce = 'ab'.repeat(16)
    await page.goto(at(`/oauth/callback?code=abc&state=${nonce}`, workspace.slug))
    await says(page, 'Encountered an error during authentication')
  } finally {
    await host.close()
  }
})

test('what is not there is not found; a screen that breaks can be loaded again', async ({ page }) => {
  const workspace = await aWorkspace(stack())
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
