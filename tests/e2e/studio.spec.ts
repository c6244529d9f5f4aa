// Two people write one description in two browsers, one of them offline for a while; it is published, and readers see it.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { at, demoAccount, expectAccessible, picture, signIn } from './support.ts'

const name = 'Written together'
const address = '/studio/written-together'

/** Signed in on the demo's host, at the project. */
async function writer(browser: Browser, role: 'owner' | 'maker', path: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, 'demo', demoAccount(role), path)
  return { context, page }
}

/** Shows the code, and puts the caret at the end of a line. */
async function goToLine(page: Page, text: string) {
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await page.locator('.cm-line').filter({ hasText: text }).first().click()
  await page.keyboard.press('End')
}

/** The text without the names at the others' carets. */
async function codeOf(page: Page): Promise<string> {
  return page.locator('.cm-content').evaluate((content) => {
    const copy = content.cloneNode(true) as HTMLElement
    for (const caret of copy.querySelectorAll('.cm-caret')) caret.remove()
    return [...copy.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')
  })
}

const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible()

test('two people write one file together, one is offline for a while, and readers see what they publish', async ({
  browser,
}) => {
  const { page: ada, context: adas } = await writer(browser, 'owner', '/add/projects')
  await ada.getByLabel('Name', { exact: true }).fill(name)
  await ada.getByRole('button', { name: 'Create project' }).click()
  await expect(ada).toHaveURL(at(address, 'demo'))
  await expect(ada.getByRole('heading', { name: `Design ${name}` })).toBeVisible()
  await picture(ada, 'studio-empty')
  await expectAccessible(ada)
  await ada.getByRole('button', { name: /^Start with a template/ }).click()
  await expect(ada.getByRole('tab', { name: /api\.yaml/ })).toBeVisible()

  const { page: ben, context: bens } = await writer(browser, 'maker', address)
  await goToLine(ada, 'summary: List items')
  await goToLine(ben, 'version:')
  await expect(ada.getByRole('list', { name: 'Who is here' })).toBeVisible()
  await ada.keyboard.type(' of the store')
  await ben.keyboard.type(' # first')
  await expect.poll(() => codeOf(ben)).toContain('summary: List items of the store')
  await expect.poll(() => codeOf(ada)).toContain("version: '1.0' # first")
  await expect(ada.locator('.cm-caret')).toHaveCount(1)
  await picture(ada, 'studio-together')
  // Only its panes scroll: what is hidden from sight in them makes the page no longer.
  const beyond = () => document.documentElement.scrollHeight - window.innerHeight
  await expect.poll(() => ada.evaluate(beyond)).toBe(0)
  await expectAccessible(ada)

  await bens.setOffline(true)
  await ben.keyboard.type(', typed on a plane')
  await expect(ben.getByText('Offline: changes are kept here and sent later')).toBeVisible()
  await ada.keyboard.type(', all of them')
  await saved(ada)
  expect(await codeOf(ada)).not.toContain('plane')
  await bens.setOffline(false)
  await saved(ben)
  await expect.poll(() => codeOf(ada)).toContain('# first, typed on a plane')
  await expect.poll(() => codeOf(ben)).toContain('List items of the store, all of them')
  expect(await codeOf(ben)).toBe(await codeOf(ada))

  await ada.getByRole('button', { name: /^Publish/ }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByLabel(/^What has changed/).fill('The first version')
  await expect(dialog.getByRole('textbox', { name: 'reference/api.yaml' }).last()).toContainText(
    'openapi: 3.1.0',
  )
  await picture(ada, 'studio-publish')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await ada.getByRole('link', { name: 'Read the documentation' }).click({ timeout: 45_000 })
  // The address of the project leads on to its first page.
  await expect(ada.getByRole('heading', { level: 1, name })).toBeVisible()
  await ada.getByRole('treeitem', { name: /List items of the store/ }).click()
  await expect(
    ada.getByRole('heading', { level: 1, name: 'List items of the store, all of them' }),
  ).toBeVisible()
  await ada.getByRole('link', { name: 'Open in Studio' }).click()
  await expect(ada.getByRole('tab', { name: /api\.yaml/ })).toBeVisible()
  await adas.close()
  await bens.close()
})
