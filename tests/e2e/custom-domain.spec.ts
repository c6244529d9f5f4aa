// A workspace on a domain of its own: claimed in the settings, proven by DNS, read by visitors, left again.
import { expect, type Page, test } from '@playwright/test'
import config from '../../playwright.config.ts'
import { startNameServer } from '../doubles/dns.ts'
import { call } from '../functions/support/call.ts'
import { aWorkspace, knownPassword } from '../functions/support/people.ts'
import { at, expectAccessible, picture, signIn, stack, storyPorts } from './support.ts'

const domain = 'docs.customer.example'
const launchOptions = config.use?.launchOptions ?? {}
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${domain} 127.0.0.1`],
  },
})

const description = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
paths:
  /pets: { get: { summary: List pets, responses: { "200": { description: The pets } } } }
`

/** A value of the settings that has a button to copy it. */
const copied = (page: Page, label: string) =>
  page.getByRole('button', { name: label, exact: true }).locator('..').locator('code').innerText()

test('an owner brings a domain, visitors read there, and nothing is left when it goes', async ({
  page,
  browser,
}) => {
  const dns = await startNameServer(storyPorts().dns)
  const workspace = await aWorkspace(stack())
  const made = await call(stack(), `/workspaces/${workspace.id}/projects`, {
    token: workspace.owner.token,
    form: { name: 'Pet store', visibility: 'public', file: { name: 'pets.yaml', content: description } },
  })
  expect(made.status).toBe(201)
  const account = { email: workspace.owner.email, password: knownPassword }
  const origin = `http://${domain}:${stack().port}`

  await signIn(page, workspace.slug, account, '/admin/settings')
  const section = page.getByRole('region', { name: 'Custom Domain' })
  await section.getByRole('button', { name: 'Add custom domain' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Domain').fill('not a domain')
  await expect(dialog.getByText('Must be a valid domain name')).toBeVisible()
  await dialog.getByLabel('Domain').fill(`${workspace.slug}.waymark.localhost`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(
    dialog.getByText(`The domain ${workspace.slug}.waymark.localhost is reserved for internal use.`),
  ).toBeVisible()
  await dialog.getByLabel('Domain').fill(domain)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your domain has been updated!')).toBeVisible()
  await expect(section.getByText('Waiting for DNS')).toBeVisible()
  await expect(section.getByText('This record was not found.')).toBeVisible()
  await section.scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await picture(page, '1-records')

  // Not before it is proven.
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${origin}/docs/pet-store`)
  await expect(visitor.getByText('Workspace does not exist')).toBeVisible()

  const target = await copied(page, 'Copy the value of the CNAME record')
  dns.set(await copied(page, 'Copy the name of the TXT record'), 'TXT', [
    await copied(page, 'Copy the value of the TXT record'),
  ])
  dns.set(await copied(page, 'Copy the name of the CNAME record'), 'CNAME', [target])
  await section.getByRole('button', { name: 'Check now' }).click()
  await expect(section.getByText('Active', { exact: true })).toBeVisible({ timeout: 30_000 })
  await picture(page, '2-active')

  await visitor.goto(`${origin}/docs/pet-store`)
  await visitor.getByRole('treeitem', { name: 'List pets' }).click()
  await expect(visitor.getByRole('heading', { name: 'List pets' }).first()).toBeVisible()
  const read = visitor.url()
  expect(read.startsWith(`${origin}/docs/pet-store/`)).toBe(true)
  await visitor.reload()
  await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', read)
  await expectAccessible(visitor)
  await picture(visitor, '3-read')

  // Who is signed in elsewhere is nobody here; who signs in here is signed in here alone.
  const mine = await page.context().newPage()
  await mine.goto(`${origin}/auth/email/login`)
  await mine.getByLabel('Email or username').fill(account.email)
  await mine.getByLabel('Password', { exact: true }).fill(account.password)
  await mine.getByRole('button', { name: 'Sign in' }).click()
  await expect(mine).not.toHaveURL(/\/auth/)
  await mine.goto(`${origin}/admin/settings`)
  await expect(
    mine.getByRole('region', { name: 'Custom Domain' }).getByText('Active', { exact: true }),
  ).toBeVisible()
  const cookies = (await page.context().cookies()).filter(({ name }) => name === 'waymark_refresh')
  expect(cookies.map((cookie) => cookie.domain).toSorted()).toEqual(['.waymark.localhost', domain])

  await section.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your domain has been deleted!')).toBeVisible()
  await visitor.goto(`${origin}/docs/pet-store`)
  await expect(visitor.getByText('Workspace does not exist')).toBeVisible()
  await page.goto(at('/docs/pet-store', workspace.slug))
  await expect(page.getByRole('treeitem', { name: 'List pets' })).toBeVisible()
  await dns.close()
})
