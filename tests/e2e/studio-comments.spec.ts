// Two people talk about an operation: one in the form, the other in the code; by mail, live, and after a component was renamed.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { mailAbout } from '../support/inbox.ts'
import { at, demoAccount, expectAccessible, picture, signIn, stack } from './support.ts'

const address = '/studio/talked-about'

async function writer(browser: Browser, role: 'owner' | 'maker', path: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, 'demo', demoAccount(role), path)
  return page
}

const panel = (page: Page) => page.getByRole('region', { name: 'Comments' })

test('one is asked in the form, hears of it in the code and by mail, and settles it', async ({ browser }) => {
  const ada = await writer(browser, 'owner', '/add/projects')
  await ada.getByLabel('Name', { exact: true }).fill('Talked about')
  await ada.getByRole('button', { name: 'Create project' }).click()
  await ada.getByRole('button', { name: /^Start with a template/ }).click()
  await expect(ada.getByRole('tab', { name: /api\.yaml/ })).toBeVisible()
  const milo = await writer(browser, 'maker', address)
  await milo.getByRole('button', { name: 'Code', exact: true }).click()
  await expect(milo.locator('.cm-content')).toContainText('List items')

  // In the form, with a mention that is completed.
  await ada
    .getByRole('tree', { name: /outline|parts/i })
    .getByText('/items')
    .first()
    .click()
  await ada
    .getByRole('treeitem', { name: /List items|GET/ })
    .first()
    .click()
  await ada.getByRole('button', { name: 'Comment on this operation' }).click()
  const box = panel(ada).getByRole('textbox', { name: /^Comment on GET \/items/ })
  await box.fill('Should this be paged, @mil')
  await ada.getByRole('option', { name: /Milo Berg/ }).click()
  await expect(box).toHaveValue(/@maker $/)
  await picture(ada, 'comments-new')
  await expectAccessible(ada)
  await panel(ada).getByRole('button', { name: 'Comment', exact: true }).last().click()
  await expect(panel(ada).getByText('Should this be paged,')).toBeVisible()
  await expect(ada.getByRole('button', { name: '1 comment on this operation' })).toBeVisible()

  // The other sees it at once, beside the code.
  await expect(milo.getByRole('button', { name: 'Show the comments, 1 unread mention' })).toBeVisible()
  await milo.locator('.cm-comment-bubble').click()
  await expect(panel(milo).getByText('Should this be paged,')).toBeVisible()
  await expect(milo.getByRole('button', { name: 'Hide the comments' })).toBeVisible()
  await picture(milo, 'comments-code')
  await expectAccessible(milo)
  const mail = await mailAbout(stack(), demoAccount('maker').email, /mentioned you in Talked about$/)
  const link = /https?:\S+\?comment=\d+/.exec(mail.text)?.[0] ?? ''

  await panel(milo).getByRole('textbox', { name: 'Reply' }).fill('Yes, with **limit**.')
  await milo.keyboard.press('Control+Enter')
  await expect(panel(ada).getByText('limit')).toBeVisible()

  // A word in the code; what it is in gets another name.
  await milo
    .locator('.cm-line')
    .filter({ hasText: /^ {4}Item:/ })
    .click()
  await milo.keyboard.press('Home')
  await milo.keyboard.press('Shift+End')
  await milo.keyboard.press('Control+Alt+m')
  await panel(milo)
    .getByRole('textbox', { name: /^Comment on / })
    .fill('Is this its name?')
  await milo.keyboard.press('Control+Enter')
  await expect(panel(milo).getByText('Is this its name?')).toBeVisible()
  await milo
    .locator('.cm-line')
    .filter({ hasText: /^ {4}Item:/ })
    .click()
  await milo.keyboard.press('End')
  await milo.keyboard.press('ArrowLeft')
  await milo.keyboard.press('F2')
  await milo.getByRole('dialog').getByRole('textbox').fill('Thing')
  await milo
    .getByRole('dialog')
    .getByRole('button', { name: /^Rename/ })
    .click()
  await expect(milo.locator('.cm-content')).toContainText('Thing:')
  await expect(milo.locator('.cm-comment-selected').filter({ hasText: 'Thing:' })).toBeVisible()

  // By the link of the mail; on a phone as well.
  await ada.setViewportSize({ width: 390, height: 844 })
  await ada.goto(new URL(link).pathname.startsWith('/studio') ? link : at(address, 'demo'))
  await expect(panel(ada).getByText('Should this be paged,')).toBeVisible()
  await picture(ada, 'comments-phone')
  await expectAccessible(ada)
  await panel(ada).getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(ada.getByText('The thread is resolved')).toBeVisible()
  await expect(milo.locator('.cm-comment-bubble')).toHaveCount(1)
})
