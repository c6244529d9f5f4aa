// A breaking change is proposed, its victims are shown, it is discussed, corrected and merged, by two people in two browsers.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { mailAbout } from '../support/inbox.ts'
import { at, demoAccount, expectAccessible, follow, picture, signIn, stack } from './support.ts'

const name = 'Agreed upon'
const address = '/proposals/agreed-upon/branches/next'

async function writer(browser: Browser, role: 'owner' | 'maker' | 'viewer', path: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, 'demo', demoAccount(role), path)
  return page
}

/** Puts something else in the place of the last word of the first line that says this. */
async function rewrite(page: Page, line: string, word: string) {
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await page.locator('.cm-line').filter({ hasText: line }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+Backspace')
  await page.keyboard.type(word)
  await expect(page.getByText('All changes saved')).toBeVisible()
}

async function publish(page: Page) {
  await page.getByRole('button', { name: /^Publish/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published.', { exact: true })).toBeVisible({ timeout: 45_000 })
  await page.getByRole('button', { name: 'Close', exact: true }).click()
}

test('two people agree on a change before readers see it', async ({ browser }) => {
  test.setTimeout(300_000)
  const ada = await writer(browser, 'owner', '/add/projects')
  await ada.getByLabel('Name', { exact: true }).fill(name)
  await ada.getByRole('button', { name: 'Create project' }).click()
  await ada.getByRole('button', { name: /^Start with a template/ }).click()
  await expect(ada.getByRole('tab', { name: /api\.yaml/ })).toBeVisible()
  await publish(ada)
  await ada.getByRole('button', { name: /^Version: / }).click()
  await ada.getByRole('menuitem', { name: /^New version/ }).click()
  await ada.getByRole('dialog').getByLabel('Name').fill('next')
  await ada.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(ada).toHaveURL(at('/studio/agreed-upon:next', 'demo'))
  await rewrite(ada, 'type: string', 'integer')
  await publish(ada)

  // Proposed, with somebody whose approval is required.
  await ada.getByRole('button', { name: 'Version: next' }).click()
  await ada.getByRole('menuitem', { name: /^Propose next/ }).click()
  await ada.getByLabel('Title').fill('Count items by numbers')
  await picture(ada, 'proposal-new')
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Open the proposal' }).click()
  await expect(ada.getByRole('heading', { level: 1, name: 'Count items by numbers' })).toBeVisible()
  await ada.getByLabel('Their approval is required').check()
  await ada.getByLabel('Ask for a review').fill('Milo')
  await ada.getByRole('option', { name: /Milo Berg/ }).click()
  await expect(ada.getByText('Required approvals are missing: 1.')).toBeVisible()
  await expect(ada.getByText('Both branches were compared as they are.')).toBeVisible({ timeout: 45_000 })
  await picture(ada, 'proposal-open')

  // The other is told, sees what breaks and who, and says so where it stands.
  const asked = /^.+ asks you to review Count items by numbers \(Agreed upon\)$/
  const mail = await mailAbout(stack(), demoAccount('maker').email, asked)
  const link = /https?:\S+\/proposals\/\S+/.exec(mail.text)?.[0] ?? ''
  expect(link).toContain(address)
  const milo = await writer(browser, 'maker', '/proposals?of=waiting')
  await expect(milo.getByRole('link', { name: 'Count items by numbers' })).toBeVisible()
  await expect(milo.getByText('Waiting for you')).toBeVisible()
  await picture(milo, 'proposals')
  await expectAccessible(milo)
  await milo.getByRole('link', { name: 'Count items by numbers' }).click()
  await milo.getByRole('link', { name: /^Changes \(/ }).click()
  const changed = milo
    .getByRole('listitem')
    .filter({ has: milo.getByRole('heading', { level: 2, name: 'List items' }) })
  await expect(changed.getByText('breaking').first()).toBeVisible()
  await changed.getByRole('button', { name: 'Before and after' }).click()
  await expect(
    changed
      .getByRole('region', { name: /^After, on next/ })
      .getByText('integer')
      .first(),
  ).toBeVisible()
  await changed.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(changed.getByText('reference/api.yaml').first()).toBeVisible()
  await picture(milo, 'proposal-changes')
  await expectAccessible(milo)
  await changed
    .getByRole('button', { name: /^Comment on: / })
    .first()
    .click()
  await changed.getByRole('textbox', { name: 'Comment on List items' }).fill('Numbers break every client.')
  await changed.getByRole('button', { name: 'Suggest another text' }).click()
  const wording = changed.getByRole('textbox', { name: 'Should read' })
  // The change begins at the property; its type stands below.
  const line = await changed.getByLabel('From line').inputValue()
  await changed.getByLabel('To line').fill(String(Number(line) + 1))
  await expect(wording).toHaveValue(/type: integer/)
  await wording.fill((await wording.inputValue()).replace('integer', 'string'))
  await picture(milo, 'proposal-suggestion-new')
  await expectAccessible(milo)
  await changed.getByRole('button', { name: 'Comment and suggest' }).click()
  await milo.getByRole('link', { name: 'Who breaks' }).click()
  await expect(milo.getByRole('link', { name: 'List items' })).toBeVisible()
  await picture(milo, 'proposal-impact')
  await expectAccessible(milo)
  await milo.getByRole('link', { name: /^Discussion/ }).click()
  await milo.getByRole('button', { name: 'Request changes' }).click()

  // Who proposed it sees that at once, and corrects it.
  await expect(ada.getByText('Numbers break every client.')).toBeVisible()
  await expect(ada.getByText('Changes were requested.')).toBeVisible()
  await ada.getByRole('button', { name: 'Reply' }).click()
  await ada.getByRole('textbox', { name: 'Reply' }).fill('Texts they stay, then.')
  await ada.keyboard.press('Control+Enter')
  await expect(milo.getByText('Texts they stay, then.')).toBeVisible()
  await milo.getByRole('button', { name: 'Resolve' }).click()
  await picture(ada, 'proposal-suggestion')
  await expectAccessible(ada)
  await ada.getByLabel(/^Show resolved/).check()
  await ada.getByRole('button', { name: 'Apply suggestion' }).click()
  await expect(ada.getByText(/^Applied by /)).toBeVisible()
  await expect(milo.getByText('Numbers break every client.')).toHaveCount(0)
  await follow(ada, '/studio/agreed-upon:next')
  await ada.getByRole('button', { name: 'Code', exact: true }).click()
  await expect(ada.locator('.cm-line').filter({ hasText: 'type: integer' })).toHaveCount(0)
  await rewrite(ada, 'summary: List items', 'things')
  await publish(ada)
  await follow(ada, address)
  await milo.getByRole('link', { name: /^Changes/ }).click()
  await expect(milo.getByText('breaking')).toHaveCount(0, { timeout: 45_000 })
  await milo.getByRole('link', { name: /^Discussion/ }).click()
  await milo.getByRole('button', { name: 'Approve' }).click()
  await expect(ada.getByText('All required approvals are given.')).toBeVisible()
  await picture(ada, 'proposal-approved')
  await expectAccessible(ada)

  // Merged, as a release; readers have it, and both see that it is done.
  await ada.getByRole('link', { name: 'Merge', exact: true }).click()
  await expect(ada.getByText(/^Both sides fit together/)).toBeVisible()
  await ada.getByLabel('Make it a release, with the changelog as its notes').check()
  await expect(ada.getByLabel('Version')).toHaveValue('1.0.0')
  await picture(ada, 'proposal-merge')
  await expectAccessible(ada)
  await ada.getByRole('button', { name: /^Merge into/ }).click()
  await expect(milo.getByRole('heading', { name: 'Merged' })).toBeVisible({ timeout: 60_000 })
  await expect(ada.getByText('It is merged.')).toBeVisible()
  await follow(ada, '/docs/agreed-upon')
  await ada.getByRole('treeitem', { name: /List things/ }).click()
  await expect(ada.getByRole('heading', { level: 1, name: 'List things' })).toBeVisible()
})

test('who may not create projects is led home with a warning', async ({ browser }) => {
  const page = await writer(browser, 'viewer', '/proposals')
  await expect(page.getByText('You do not have sufficient permission to view this page')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Proposals' })).toHaveCount(0)
})
