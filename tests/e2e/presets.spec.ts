// A workspace in each of the six presets: shell, settings, docs and sign-in stay readable, also where the reader likes it dark.
import { expect, type Page, test } from '@playwright/test'
import { type ThemePreset, themePresets } from '../../supabase/functions/_shared/domain/theme-presets.ts'
import { sql } from '../functions/support/people.ts'
import {
  at,
  demoAccount,
  expectAccessible,
  expectAccessibleInTheDark,
  lookAnew,
  onPhone,
  picture,
  signIn,
  soon,
  stack,
} from './support.ts'

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

const wears = (of: Page, preset: ThemePreset, within = {}) =>
  expect
    .poll(() => of.evaluate(() => document.querySelector('style[data-workspace-theme]')?.textContent), within)
    .toContain(`--mui-palette-brand-main:${themePresets[preset]['color-primary']}`)

/** Presets are colours: all else that axe has to say of a page it says in one of them. */
const whole: ThemePreset = 'swiss'
const looked = (preset: ThemePreset) =>
  preset === whole ? { strictly: true } : { coloursOnly: true, strictly: true }

/** What axe has to say of a page; then its colours where the reader likes it dark. */
async function look(of: Page, path: string, preset: ThemePreset) {
  await of.emulateMedia({ colorScheme: 'light' })
  await of.goto(at(path, 'demo'))
  await expect(of.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(of.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0)
  // What the browser remembers of the workspace is there first.
  await wears(of, preset)
  await expectAccessible(of, looked(preset))
  await of.emulateMedia({ colorScheme: 'dark' })
  await expect(of.locator('html[data-color-scheme=dark]')).toBeAttached()
  await expectAccessible(of, { coloursOnly: true })
}

/** Where the demo's documentation has something of a type. */
async function docsPath(type: string): Promise<string> {
  const [node] = await sql<{ slug: string }>(
    stack(),
    `select n.slug from public.branch_nodes n join public.projects p on p.default_branch_id = n.branch_id
     join public.workspaces w on w.id = p.workspace_id
     where w.slug = 'demo' and p.slug = 'orders-api' and n.type = $1 order by n.slug limit 1`,
    [type],
  )
  return `/docs/orders-api/${node?.slug}`
}

const presets = Object.keys(themePresets) as ThemePreset[]
for (const preset of presets)
  test(`whoever reads in ${preset} finds nothing in their way`, async () => {
    await dress(themePresets[preset])
    const pages = ['/', '/admin/settings', await docsPath('http_operation'), await docsPath('article')]
    for (const path of pages) await look(page, path, preset)
    await look(visitor, '/auth', preset)
  })

for (const preset of presets)
  test(`a dialog above the settings, and a page that is not there, can be read in ${preset}`, async () => {
    const isWhole = preset === whole
    const lookOnPhone = (of: Page, name: string) =>
      isWhole ? expectAccessibleInTheDark(of, name) : onPhone(of, () => picture(of, name))
    await page.emulateMedia({ colorScheme: null })
    await visitor.emulateMedia({ colorScheme: null })
    await dress(themePresets[preset])
    await page.goto(at('/admin/settings', 'demo'))
    await wears(page, preset)
    await page.getByRole('button', { name: 'Edit theme' }).click()
    const dialog = page.getByRole('dialog', { name: 'Theme' })
    await expect(dialog.getByLabel('Background', { exact: true })).toBeVisible()
    await expectAccessible(page, looked(preset))
    await picture(page, 'theme')
    await lookOnPhone(page, 'theme-on-phone')
    await lookAnew(async () => {
      await visitor.goto(at('/nowhere', 'demo'))
      await wears(visitor, preset, soon)
    })
    await expect(visitor.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expectAccessible(visitor, looked(preset))
    await picture(visitor, 'not-found')
    await lookOnPhone(visitor, 'not-found-on-phone')
  })
