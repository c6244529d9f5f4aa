// A workspace in each of the six presets: shell, settings, docs and sign-in stay readable, also where the reader likes it dark.
import { expect, type Page, test } from '@playwright/test'
import { themePresets } from '../../supabase/functions/_shared/domain/theme-presets.ts'
import { sql } from '../functions/support/people.ts'
import { at, demoAccount, expectAccessible, signIn, stack } from './support.ts'

test.describe.configure({ mode: 'serial' })

let page: Page
let visitor: Page
test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  visitor = await (await browser.newContext()).newPage()
  await signIn(page, 'demo', demoAccount('owner'))
})
test.afterAll(async () => {
  await dress({})
  await page.context().close()
  await visitor.context().close()
})

const dress = (theme: object) =>
  sql(stack(), "update public.workspaces set theme = $1 where slug = 'demo'", [JSON.stringify(theme)])

async function look(of: Page, path: string) {
  await of.goto(at(path, 'demo'))
  await expect(of.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(of.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0)
  await expectAccessible(of)
}

for (const [name, theme] of Object.entries(themePresets))
  test(`the preset ${name} can be read`, async () => {
    await dress(theme)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await visitor.emulateMedia({ colorScheme })
      for (const path of ['/', '/admin/settings', '/docs/orders-api']) await look(page, path)
      await look(visitor, '/auth')
      const worn = await page.evaluate(() => document.documentElement.outerHTML.toLowerCase())
      expect(worn).toContain(theme['color-sidebar-bg'])
    }
  })
