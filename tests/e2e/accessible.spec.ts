// Every screen of the workspace and its dialogs, for people who use a keyboard, a screen reader or need contrast.
import { expect, type Page, test } from '@playwright/test'
import { at, demoAccount, expectAccessible, picture, signIn } from './support.ts'

test.describe.configure({ mode: 'serial' })

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  await signIn(page, 'demo', demoAccount('owner'))
})
test.afterAll(() => page.context().close())

const screens: [path: string, shows: string | RegExp][] = [
  ['/', /./],
  ['/admin/projects', 'Projects'],
  ['/admin/teams', 'Teams'],
  ['/admin/members', 'Members'],
  ['/admin/settings', 'Settings'],
  ['/admin/activity', 'Activity'],
  ['/admin/automation', 'Automation'],
  ['/admin/billing', 'Billing'],
  ['/settings/orders-api', 'Orders API'],
  ['/settings/bookshop-api/automation', 'Bookshop API'],
  ['/account/basics', 'Account settings'],
  ['/account/security', 'Account settings'],
  ['/account/connected-accounts', 'Account settings'],
]

async function open(path: string, shows: string | RegExp) {
  await page.goto(at(path, 'demo'))
  await expect(page.getByRole('heading', { level: 1, name: shows })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0)
}

const tables = screens.slice(1, 4)

for (const [scheme, shown] of [
  ['light', screens],
  ['dark', tables],
] as const)
  test(`the screens, ${scheme}`, async () => {
    await page.emulateMedia({ colorScheme: scheme })
    for (const [path, shows] of shown) {
      await open(path, shows)
      await expectAccessible(page)
      await picture(page, `${scheme}${path.replaceAll('/', '-')}`)
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })

const dialogs: [path: string, shows: string, opens: string | RegExp][] = [
  ['/admin/projects', 'Projects', 'Create Group'],
  ['/admin/teams', 'Teams', 'Create Team'],
  ['/admin/members', 'Members', 'Invite Members'],
  ['/admin/settings', 'Settings', 'Add domain'],
  ['/admin/settings', 'Settings', 'Create token'],
  ['/admin/settings', 'Settings', /^Built In/],
]

for (const [path, shows, opens] of dialogs)
  test(`the dialog behind ${opens} opens and closes by keyboard`, async () => {
    await open(path, shows)
    const button = page.getByRole('button', { name: opens }).first()
    await expect(button).toBeEnabled()
    await button.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

test('the panel of a member and of a project', async () => {
  const panels: [path: string, shows: string, row: RegExp][] = [
    ['/admin/members', 'Members', /maker@demo/],
    ['/admin/projects', 'Projects', /Orders API/],
  ]
  for (const [path, shows, row] of panels) {
    await open(path, shows)
    await page.locator('[role=row][data-id]').filter({ hasText: row }).first().getByRole('rowheader').click()
    await expect(page.getByRole('button', { name: /^Close/ }).first()).toBeVisible()
    await expectAccessible(page)
  }
})

test('on a phone every table of the administration keeps its first column and its way to more', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/admin/projects', '/admin/members']) {
    await page.goto(at(path, 'demo'))
    const anyway = page.getByRole('button', { name: 'Continue Anyway' })
    await expect(anyway.or(page.getByRole('grid')).first()).toBeVisible()
    if (await anyway.isVisible()) await anyway.click()
    const cell = page.getByRole('rowheader').first()
    await expect(cell).toBeVisible()
    await expect.poll(async () => (await cell.boundingBox())?.width).toBeGreaterThan(90)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    await picture(page, `phone${path.replaceAll('/', '-')}`)
  }
  await page.goto(at('/admin/activity', 'demo'))
  const pages = page.getByRole('navigation', { name: 'Administration' })
  await expect(pages.getByRole('link', { name: 'Activity' })).toBeInViewport({ ratio: 0.9 })
})
