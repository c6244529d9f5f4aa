// Two people in one operation, one in its form and one in the code: what both wrote differently is asked of who came last.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { demoAccount, picture, signIn } from './support.ts'

async function writer(browser: Browser, role: 'owner' | 'maker', path: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, 'demo', demoAccount(role), path)
  return { context, page }
}

const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible()
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

/** The card at each width, in light and dark. */
async function pictures(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await picture(page, `${name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('one writes code while the other fills in the form of the same operation, offline for a while', async ({
  browser,
}) => {
  const address = '/studio/in-one-operation'
  const { page: ada, context: adas } = await writer(browser, 'owner', '/add/projects')
  await ada.getByLabel('Name', { exact: true }).fill('In one operation')
  await ada.getByRole('button', { name: 'Create project' }).click()
  await ada.getByRole('button', { name: /^Start with a template/ }).click()
  await ada.getByRole('treeitem', { name: /^GET/i }).first().click()
  await expect(ada.getByRole('heading', { name: /^GET \/items/ })).toBeAttached()
  const { page: ben, context: bens } = await writer(browser, 'maker', address)
  await ben.getByRole('button', { name: 'Code', exact: true }).click()
  const line = ben.locator('.cm-line').filter({ hasText: 'summary: List items' })
  await line.click()
  await ben.keyboard.press('End')

  await field(ada, 'Summary').focus()
  await ben.keyboard.type(' for all')
  await expect(field(ada, 'Summary')).toHaveValue('List items for all')
  await saved(ben)

  await adas.setOffline(true)
  await field(ada, 'Summary').fill('What there is')
  await field(ada, 'Summary').blur()
  await expect(ada.getByText('Offline: changes are kept here and sent later')).toBeVisible()
  await ben.keyboard.type(', by name')
  await saved(ben)
  await adas.setOffline(false)

  const card = ada.getByRole('region', { name: /you wrote this at the same time: GET \/items › summary/ })
  await expect(card).toContainText('List items for all, by name')
  await expect(field(ada, 'Summary')).toHaveValue('What there is')
  await expect(ben.locator('.cm-content')).toContainText('summary: What there is')
  await pictures(ada, 'conflict-form')
  await adas.close()
  await bens.close()
})
