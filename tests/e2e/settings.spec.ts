// A workspace is opened to people and programs in its settings, and closed again.
import { expect, type Page, test } from '@playwright/test'
import { startAzureServer } from '../doubles/git-hosts.ts'
import { call } from '../functions/support/call.ts'
import { aWorkspace, knownPassword, unique, type Workspace } from '../functions/support/people.ts'
import { at, confirmAddress, expectAccessible, onPhone, picture, signIn, stack } from './support.ts'

async function openSettings(page: Page): Promise<Workspace> {
  const workspace = await aWorkspace(stack())
  await signIn(page, workspace.slug, { email: workspace.owner.email, password: knownPassword })
  await page.goto(at('/admin/settings', workspace.slug))
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
  return workspace
}

test('an integration is tried, added, signed in with and uninstalled', async ({ page, browser }) => {
  const host = await startAzureServer()
  const visitor = await (await browser.newContext()).newPage()
  try {
    const workspace = await openSettings(page)
    await picture(page, 'settings')
    await onPhone(page, () => picture(page, 'settings-on-phone'))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add integration' }).click()
    await page.getByRole('menuitem', { name: 'Azure DevOps Server' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Azure DevOps Server' })
    await dialog.getByLabel(/^Name/).fill('Our Azure')
    await dialog.getByLabel(/^Host URL/).fill('not an address')
    await dialog.getByLabel(/^API URL/).fill(host.url)
    await expect(dialog.getByText('Must be a valid URL.')).toBeVisible()
    await dialog.getByLabel(/^Host URL/).fill(host.url)
    await dialog.getByRole('button', { name: 'Test these settings' }).click()
    await expect(dialog.getByText('Everything looks good!')).toBeVisible()
    await picture(page, 'integration')
    await onPhone(page, () => picture(page, 'integration-on-phone'))
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Workspace Integration Added')).toBeVisible()

    const domain = `${unique('corp')}.example`
    host.person = { ...host.person, emails: [{ email: `octo@${domain}`, verified: true, primary: true }] }
    await page.getByRole('button', { name: 'Add domain' }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Domain/)
      .fill(domain)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Domain Added')).toBeVisible()

    const byAzure = async () => {
      await visitor.goto(at('/auth', workspace.slug))
      await visitor.getByRole('link', { name: 'Continue with Our Azure' }).click()
      await visitor.getByLabel('Username').fill(host.person.username)
      await visitor.getByLabel('Password', { exact: true }).fill(host.person.password)
      await visitor.getByRole('button', { name: 'Sign in' }).click()
    }
    await byAzure()
    await confirmAddress(visitor, `octo@${domain}`)
    await byAzure()
    await expect(visitor.getByRole('navigation', { name: 'Workspace' })).toBeVisible()

    await page.getByRole('button', { name: /Our Azure/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
    await page.getByRole('button', { name: 'Yes, Remove' }).click()
    await expect(page.getByText('Your integration Our Azure was uninstalled.')).toBeVisible()
    await visitor.context().clearCookies()
    await visitor.goto(at('/auth', workspace.slug))
    await expect(visitor).toHaveURL(/\/auth\/email\/login$/)
  } finally {
    await host.close()
    await visitor.context().close()
  }
})

test('the last way in stays open, and idle people are signed out where the workspace says so', async ({
  page,
}) => {
  await openSettings(page)
  await page.getByRole('button', { name: /Built In/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/This is the last enabled sign-in integration/)).toBeVisible()
  await expect(dialog.getByRole('switch', { name: 'Enabled' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('combobox', { name: 'Sign out people who are idle' }).click()
  await page.getByRole('option', { name: 'After 30 minutes' }).click()
  await expect(page.getByText('Sign out people who are idle updated')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Sign out people who are idle' })).toHaveText(
    'After 30 minutes',
  )
})

test('a token is shown once, opens the projects to a program, and is revoked', async ({ page }) => {
  const workspace = await openSettings(page)
  const reads = async (token: string) =>
    (await call(stack(), `/workspaces/${workspace.id}/projects`, { token })).status
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name/).fill('Nightly export')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByLabel('Token')).toHaveValue(/^wmk_/)
  const token = await dialog.getByLabel('Token').inputValue()
  await picture(page, 'token')
  await onPhone(page, () => picture(page, 'token-on-phone'))
  await dialog.getByRole('button', { name: /Done|Close/ }).click()
  expect(await reads(token)).toBe(200)
  await expect(page.getByText(token)).toHaveCount(0)

  await page
    .getByRole('row')
    .filter({ hasText: 'Nightly export' })
    .getByRole('button', { name: 'More actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog', { name: 'Revoke Token?' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Nightly export was revoked.')).toBeVisible()
  expect(await reads(token)).toBe(401)
})
