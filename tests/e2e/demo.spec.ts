// What the people of the demo workspace meet: each role sees what it may, finds it, and is told what it may not.
import { expect, test } from '@playwright/test'
import { fetchHost } from '../support/stack.ts'
import { at, demoAccount, expectAccessible, picture, signIn, stack } from './support.ts'

test('a viewer reads what is internal or public, and cannot add a project', async ({ page }) => {
  await signIn(page, 'demo', demoAccount('viewer'))
  const sidebar = page.getByRole('navigation', { name: 'Workspace' })
  await expect(sidebar.getByRole('link', { name: 'Orders API' }).first()).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Bookshop API' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add project' })).toHaveCount(0)
  await page.goto(at('/add/projects', 'demo'))
  await expect(page.getByText('You do not have sufficient permission to view this page')).toBeVisible()
  await expect(page).toHaveURL(at('/', 'demo'))
  await page.goto(at('/docs/bookshop-api', 'demo'))
  await expect(page.getByText('Project not found')).toBeVisible()
})

test('a guest reads the private project that was shared, and nothing internal', async ({ page }) => {
  await signIn(page, 'demo', demoAccount('guest'))
  const sidebar = page.getByRole('navigation', { name: 'Workspace' })
  await expect(sidebar.getByRole('link', { name: 'Bookshop API' }).first()).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Orders API' })).toHaveCount(0)
  await page.goto(at('/docs/orders-api', 'demo'))
  await expect(page.getByText('Project not found')).toBeVisible()
  await page.goto(at('/docs/bookshop-api', 'demo'))
  await expect(page.getByRole('tree')).toBeVisible()
})

test('a visitor reads the public project, and is asked to sign in for the rest', async ({ page }) => {
  await page.goto(at('/docs/waymark-api', 'demo'))
  await expect(page.getByRole('tree')).toBeVisible()
  await expectAccessible(page)
  await page.goto(at('/docs/orders-api', 'demo'))
  await expect(page.getByText('Project not found')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /sign in/i })
    .click()
  await expect(page).toHaveURL(/\/auth\/email\/login\?r=%2Fdocs%2Forders-api$/)
  await page.goto(at('/', 'demo'))
  await expect(page).toHaveURL(/\/auth\/email\/login/)
})

test('a chat unfurls a public page by its first HTML, and is told nothing of an internal one', async () => {
  const read = async (path: string) => {
    const answer = await fetchHost(stack(), 'demo', path, { headers: { accept: 'text/html' } })
    const meta = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`).exec(answer.text)?.[1]
    const [, title] = /<title>([^<]*)</.exec(answer.text) ?? []
    const [, canonical = ''] = /<link rel="canonical" href="([^"]+)"/.exec(answer.text) ?? []
    return { title, canonical, meta, text: answer.text }
  }
  // A page whose parts take longer than the gateway waits is the bare one: it is made again then.
  await expect
    .poll(async () => (await read('/docs/waymark-api')).title)
    .toMatch(/^Using Waymark.* · Waymark API · /)
  const { title, canonical, meta, text } = await read('/docs/waymark-api')
  expect(meta('og:title')).toMatch(/^Using Waymark.* · Waymark API$/)
  expect(meta('description')).toMatch(/\w+ \w+/)
  expect([meta('og:description'), meta('og:url')]).toEqual([meta('description'), canonical])
  expect(text).toContain('Everything you do in Waymark')
  // The address that it names is the page itself, and its picture is one.
  await expect.poll(async () => (await read(new URL(canonical).pathname)).title).toBe(title)
  const image = await fetchHost(stack(), 'demo', new URL(meta('og:image') ?? '').pathname)
  expect([image.status, image.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])

  const internal = await read('/docs/orders-api')
  expect(internal.text).not.toContain('Orders API')
  expect(internal.meta('robots')).toBe('noindex')
})

test('search finds an operation by half a word, and its star finds it again', async ({ page }) => {
  await signIn(page, 'demo', demoAccount('maker'))
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('ship')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'search')
  await page
    .getByRole('option', { name: /shipments of an order/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/docs\/orders-api\//)
  await expect(page.getByRole('heading', { level: 1, name: /shipments of an order/i })).toBeVisible()
  await page.getByRole('button', { name: 'Star', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Starred', exact: true })).toBeEnabled()
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  const explorer = page.getByRole('main')
  // The page that is left has a button of the same name.
  await expect(explorer.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
  await explorer.getByRole('button', { name: 'Starred', exact: true }).click()
  await expect(explorer.getByRole('link', { name: /shipments of an order/i }).first()).toBeVisible()
})

test('Ctrl K leads to projects and people as well, and on a phone it fills the screen', async ({ page }) => {
  await signIn(page, 'demo', demoAccount('owner'))
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('combobox').fill('style guide')
  await expect(page.getByRole('option', { name: /API style guide/ }).first()).toBeVisible()
  await picture(page, 'search-390')
  await search.getByRole('combobox').fill(demoAccount('viewer').email)
  await page.getByRole('option', { name: new RegExp(demoAccount('viewer').email) }).click()
  await expect(page).toHaveURL(/\/admin\/members\?q=/)
})

test('a viewer explores every project they read as one tree', async ({ page }) => {
  await signIn(page, 'demo', demoAccount('viewer'))
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  await page.getByRole('button', { name: 'Expand all' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('creat ordr')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Create an order/ })
    .first()
    .click()
  await expect(
    page.getByRole('region', { name: 'Create an order' }).getByText('/orders').first(),
  ).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'explorer')
  await page.getByRole('link', { name: 'Open in docs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create an order' })).toBeVisible()
})

test('an unknown page and an unknown workspace say so', async ({ page }) => {
  await signIn(page, 'demo', demoAccount('maker'))
  await page.goto(at('/no/such/page', 'demo'))
  await expect(page.getByText('Page not found')).toBeVisible()
  await expectAccessible(page)
  await page.goto(at('/', 'nobody-has-this'))
  await expect(page.getByText('Workspace does not exist')).toBeVisible()
})

test('on a phone the shell folds into a bar, and pages without a mobile layout warn', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'demo', demoAccount('maker'))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('link', { name: 'Orders API' }).first()).toBeVisible()
  await picture(page, 'menu-390')
  await page.goto(at('/add/projects', 'demo'))
  await expect(page.getByText('This page is not mobile responsive.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue Anyway' }).click()
  await expect(page.getByText('This page is not mobile responsive.')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Add a project' })).toBeVisible()
  await expect(page.getByText('This page is not mobile responsive.')).toHaveCount(0)
})
