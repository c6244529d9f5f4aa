// A workspace on a domain of its own: claimed in the settings, proven by DNS, read by visitors, left again; and the same behind
// Caddy, with certificates, as a deployment has it.
import { join } from 'node:path'
import { chromium, expect, type Page, test } from '@playwright/test'
import config from '../../playwright.config.ts'
import { themePresets } from '../../supabase/functions/_shared/domain/theme-presets.ts'
import { startNameServer } from '../doubles/dns.ts'
import { call } from '../functions/support/call.ts'
import { aWorkspace, knownPassword, type Workspace } from '../functions/support/people.ts'
import { type Caddy, startCaddy } from '../support/caddy.ts'
import { type StackInfo, startStack } from '../support/stack.ts'
import {
  at,
  expectAccessible,
  lookAnew,
  onPhone,
  picture,
  signIn,
  soon,
  stack,
  storyPorts,
} from './support.ts'

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

/** A public project with one operation. */
async function aPetStore(on: StackInfo, { id, owner }: Workspace) {
  const made = await call(on, `/workspaces/${id}/projects`, {
    token: owner.token,
    form: { name: 'Pet store', visibility: 'public', file: { name: 'pets.yaml', content: description } },
  })
  expect(made.status).toBe(201)
}

test('an owner brings a domain, visitors read there, and nothing is left when it goes', async ({
  page,
  browser,
}) => {
  const dns = await startNameServer(storyPorts().dns)
  const workspace = await aWorkspace(stack())
  await aPetStore(stack(), workspace)
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
  await onPhone(page, async () => {
    await section.scrollIntoViewIfNeeded()
    await picture(page, '1-records-on-phone')
  })

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
  await onPhone(page, () => picture(page, '2-active-on-phone'))

  await visitor.goto(`${origin}/docs/pet-store`)
  await visitor.getByRole('treeitem', { name: 'List pets' }).click()
  await expect(visitor.getByRole('heading', { name: 'List pets' }).first()).toBeVisible()
  const read = visitor.url()
  expect(read.startsWith(`${origin}/docs/pet-store/`)).toBe(true)
  // A function remembers for a second whose a domain is, and whose it is not.
  await lookAnew(async () => {
    await visitor.reload()
    await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', read, soon)
  })
  await expect(visitor.getByRole('treeitem', { name: 'List pets' })).toBeVisible()
  await expectAccessible(visitor)
  await picture(visitor, '3-read')
  await onPhone(visitor, () => picture(visitor, '3-read-on-phone'))

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
  await lookAnew(async () => {
    await visitor.goto(`${origin}/docs/pet-store`)
    await expect(visitor.getByText('Workspace does not exist')).toBeVisible(soon)
  })
  await page.goto(at('/docs/pet-store', workspace.slug))
  await expect(page.getByRole('treeitem', { name: 'List pets' })).toBeVisible()
  await dns.close()
})

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 25 6"><rect width="25" height="6" fill="#2ea44e"/></svg>`

/** A browser that finds the hosts of an installation at Caddy, on its usual ports, and takes its own certificates. */
async function aBrowserBehind(caddy: Caddy) {
  const hosts = [domain, 'waymark.localhost', '*.waymark.localhost']
  const rules = hosts.map((host) => `MAP ${host}:443 127.0.0.1:${caddy.https}`).join(', ')
  return chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--ignore-certificate-errors', `--host-resolver-rules=${rules}`],
  })
}

test('behind Caddy a dressed workspace is read at its own domain, signed in to there alone, and gone with the domain', async () => {
  test.setTimeout(300_000)
  const dns = await startNameServer()
  const own = await startStack({
    args: ['--no-demo'],
    env: {
      WAYMARK_URL: 'https://waymark.localhost',
      WAYMARK_TRUSTED_HOPS: '1',
      WAYMARK_DNS_SERVERS: dns.address,
    },
  })
  const caddy = await startCaddy({
    WAYMARK_BASE_HOST: 'waymark.localhost',
    WAYMARK_DIST: join(import.meta.dirname, '../../web/dist'),
    SUPABASE_URL: own.apiUrl,
    SUPABASE_ANON_KEY: own.anonKey,
  })
  const browser = await aBrowserBehind(caddy)
  try {
    const workspace = await aWorkspace(own)
    await aPetStore(own, workspace)
    const owner = await (await browser.newContext()).newPage()
    const visitor = await (await browser.newContext()).newPage()
    const enter = async (page: Page, origin: string, path: string) => {
      await page.goto(`${origin}/auth/email/login?${new URLSearchParams({ r: path })}`)
      await page.getByLabel('Email or username').fill(workspace.owner.email)
      await page.getByLabel('Password', { exact: true }).fill(knownPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).not.toHaveURL(/\/auth/)
    }
    const origin = `https://${domain}`

    // No certificate for a domain that nobody proved.
    await expect(visitor.goto(`${origin}/docs/pet-store`)).rejects.toThrow(/ERR_SSL/)

    await enter(owner, `https://${workspace.slug}.waymark.localhost`, '/admin/settings')
    await owner.getByRole('button', { name: 'Edit theme' }).click()
    const theme = owner.getByRole('dialog', { name: 'Theme' })
    await theme.getByRole('combobox', { name: 'Preset' }).click()
    await owner.getByRole('option', { name: 'rolex' }).click()
    await theme.getByRole('button', { name: 'Save' }).click()
    await expect(theme).toHaveCount(0)
    await owner.getByRole('button', { name: 'Edit logo' }).click()
    const pictures = owner.getByRole('dialog', { name: 'Logo' })
    await pictures
      .getByLabel('Upload a logo')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
    await expect(pictures.getByRole('img', { name: 'Preview of the logo' })).toBeVisible()
    await pictures.getByRole('button', { name: 'Save' }).click()
    await expect(pictures).toHaveCount(0)
    const section = owner.getByRole('region', { name: 'Custom Domain' })
    await section.getByRole('button', { name: 'Add custom domain' }).click()
    await owner.getByRole('dialog').getByLabel('Domain').fill(domain)
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    for (const type of ['TXT', 'CNAME'] as const)
      dns.set(await copied(owner, `Copy the name of the ${type} record`), type, [
        await copied(owner, `Copy the value of the ${type} record`),
      ])
    await section.getByRole('button', { name: 'Check now' }).click()
    await expect(section.getByText('Active', { exact: true })).toBeVisible({ timeout: 30_000 })

    const asked: string[] = []
    visitor.on('request', (request) => asked.push(new URL(request.url()).origin))
    await lookAnew(async () => {
      await visitor.goto(`${origin}/docs/pet-store`)
      await visitor.getByRole('treeitem', { name: 'List pets' }).click(soon)
    })
    await expect(visitor.getByRole('heading', { name: 'List pets' }).first()).toBeVisible()
    expect(new Set(asked)).toEqual(new Set([origin]))
    const page = () => visitor.evaluate(() => document.documentElement.outerHTML.toLowerCase())
    await expect.poll(page).toContain(themePresets.rolex['color-sidebar-bg'])
    await expect(visitor.locator('img[src*="/pictures/"]').first()).toBeVisible()
    const text = (path: string) => visitor.evaluate(async (path) => (await fetch(path)).text(), path)
    await expect.poll(() => text('/sitemaps/1.xml')).toContain(`<loc>${origin}/docs/pet-store`)
    expect(await text('/sitemaps/1.xml')).not.toContain('waymark.localhost')
    // Readers without scripts find the page, and its name, in the first HTML.
    // The gateway waits for it a second and a half, and sends the bare page then.
    const first = () => text(new URL(visitor.url()).pathname)
    await expect.poll(first).toContain(`<link rel="canonical" href="${visitor.url()}"`)
    await expect.poll(first).toMatch(/<h1[^>]*>List pets/)
    await expectAccessible(visitor)
    await picture(visitor, '4-behind-caddy')
    await onPhone(visitor, () => picture(visitor, '4-behind-caddy-on-phone'))

    // Who signs in here is signed in here alone.
    await enter(visitor, origin, '/admin/settings')
    await expect(visitor.getByRole('region', { name: 'Custom Domain' })).toBeVisible()
    const cookies = (await visitor.context().cookies()).filter(({ name }) => name === 'waymark_refresh')
    expect(cookies.map((cookie) => cookie.domain)).toEqual([domain])

    await section.getByRole('button', { name: 'Remove' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(owner.getByText('Your domain has been deleted!')).toBeVisible()
    await visitor.context().clearCookies()
    await lookAnew(async () => {
      await visitor.goto(`${origin}/docs/pet-store`)
      await expect(visitor.getByText('Workspace does not exist')).toBeVisible(soon)
    })
    await expect.poll(() => text('/sitemaps/1.xml')).not.toContain('/docs/')
    // A function remembers for a second whose a domain is.
    const allowed = () => fetch(`${own.apiUrl}/functions/v1/api/domains/allowed?domain=${domain}`)
    await expect.poll(async () => (await allowed()).status).toBe(404)
  } finally {
    await browser.close()
    await caddy.stop()
    await own.stop()
    await dns.close()
  }
})
