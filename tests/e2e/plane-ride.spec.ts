// A day without a network: what was written in the Studio outlives reloads, a token and a session that ended, and what
// can no longer be sent is said.
import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { at, demoAccount, expectAccessible, picture, signIn, stack } from './support.ts'

const name = 'Written on a plane'
const address = '/studio/written-on-a-plane'
const file = 'reference/api.yaml'

async function sql(text: string, ...values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: stack().dbUrl })
  await client.connect()
  try {
    await client.query(text, values)
  } finally {
    await client.end()
  }
}

const makerBecomes = (role: 'guest' | 'maker') =>
  sql(
    `update public.workspace_members set role = $2::public.workspace_role where user_id =
    (select user_id from public.emails where email = $1)`,
    demoAccount('maker').email,
    role,
  )
/** Whether the workspace has more projects than its plan holds, this one among them. */
const planHolds = (isHeld: boolean) =>
  sql('update public.projects set is_read_only = $2 where name = $1', name, !isHeld)
// Other stories of this instance write with the maker.
test.afterAll(() => makerBecomes('maker'))

const code = (page: Page) => page.getByRole('textbox', { name: file })
const notice = (page: Page) => page.getByText(/^You are offline\. Files are as this browser knows them/)

async function writeBehind(page: Page, line: string, text: string) {
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await page.locator('.cm-line').filter({ hasText: line }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(text)
  await expect(code(page)).toContainText(text)
}

/** Until the browser has the program of the Studio. */
const ready = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration('/studio/')
        return found?.active?.state
      }),
    )
    .toBe('activated')

/** What the network was asked that the service worker answered. */
function answeredByWorker(context: BrowserContext): string[] {
  const answered: string[] = []
  context.on('response', (response) => {
    if (response.fromServiceWorker()) answered.push(new URL(response.url()).pathname)
  })
  return answered
}

test('a day in the air ends without a lost key, or says what could not be sent', async ({ browser }) => {
  // Its page is loaded again and again, each time with what a busy machine has left.
  test.setTimeout(300_000)
  const context = await browser.newContext({ acceptDownloads: true })
  const page = await context.newPage()
  const answered = answeredByWorker(context)
  await page.clock.install()
  await signIn(page, 'demo', demoAccount('maker'), '/add/projects')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('button', { name: /^Start with a template/ }).click()
  await expect(page.getByRole('tab', { name: /api\.yaml/ })).toBeVisible()
  await writeBehind(page, 'summary: List items', ' on the ground')
  await expect(page.getByText('All changes saved')).toBeVisible()
  await ready(page)
  await page.clock.fastForward(3_000)

  await test.step('the network goes, a day passes, the page is loaded anew', async () => {
    await context.setOffline(true)
    await writeBehind(page, 'summary: List items', ' and in the air')
    await expect(page.getByText('Offline: changes are kept here and sent later')).toBeVisible()
    await page.clock.fastForward('24:00:00')
    await page.reload()
    await expect(notice(page)).toBeVisible()
    await expect(code(page)).toContainText('List items on the ground and in the air')
    await picture(page, 'studio-offline')
    await expectAccessible(page)
    await writeBehind(page, 'summary: List items', ', a day later')
  })

  await test.step('the page ends with the last word, and the word is there when it is back', async () => {
    await page
      .getByText('All changes saved')
      .or(page.getByText(/^Offline: changes are kept/))
      .waitFor()
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => {
        document.execCommand('insertText', false, ' or ')
        document.execCommand('insertText', false, 'two')
        location.reload()
      }),
    ])
    await expect(notice(page)).toBeVisible()
    await expect(code(page)).toContainText('a day later or two')
  })

  await test.step('who has another session in this browser sees nothing of it', async () => {
    const cookies = await context.cookies()
    const mine = cookies.find((cookie) => cookie.name === 'waymark_account')
    if (!mine) throw new Error('The browser does not know whose session it has.')
    await context.addCookies([{ ...mine, value: 'somebody-else' }])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.getByText('List items')).toHaveCount(0)
    await context.addCookies([mine])
  })

  await test.step('the session has ended; who signs in again finds everything sent', async () => {
    await page.reload()
    await expect(notice(page)).toBeVisible()
    await sql(
      `delete from auth.sessions where user_id =
      (select id from auth.users where email = $1)`,
      demoAccount('maker').email,
    )
    await context.setOffline(false)
    await page.clock.fastForward(10_000)
    await expect(page).toHaveURL(/\/auth/)
    await signIn(page, 'demo', demoAccount('maker'), address)
    await expect(page.getByText('All changes saved')).toBeVisible()
    await expect(code(page)).toContainText('List items on the ground and in the air, a day later or two')
    await expect(notice(page)).toHaveCount(0)
  })

  await test.step('elsewhere it is there too, and the service worker answered nothing but program files', async () => {
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await signIn(other, 'demo', demoAccount('owner'), address)
    await other.getByRole('treeitem', { name: 'api.yaml' }).click()
    await other.getByRole('button', { name: 'Code', exact: true }).click()
    await expect(code(other)).toContainText('List items on the ground and in the air, a day later or two')
    await elsewhere.close()
    await page.goto(at('/docs', 'demo'))
    await page.goto(at('/health', 'demo'))
    const programs = /^\/(assets\/|config\.js$|favicon\.svg$|first-paint\.js$|studio\/)/
    expect(answered.filter((path) => !programs.test(path))).toEqual([])
    expect(answered.some((path) => path.startsWith('/assets/'))).toBe(true)
  })

  await test.step('the plan changed meanwhile: it is said, kept, and sent once the plan holds the project', async () => {
    await page.goto(at(address, 'demo'))
    await expect(page.getByText('All changes saved')).toBeVisible()
    await expect(code(page)).toContainText('a day later or two')
    await context.setOffline(true)
    await writeBehind(page, 'summary: List items', ', over the plan')
    await expect(page.getByText('Offline: changes are kept here and sent later')).toBeVisible()
    await planHolds(false)
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByText(/^This project is read-only: the workspace has more projects/)).toBeVisible()
    await page.getByRole('button', { name: /^Not everything could be saved/ }).click()
    const waiting = page.getByRole('dialog', { name: 'What waits to be sent' })
    await expect(waiting.getByRole('button', { name: 'Download what I wrote' })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'studio-over-plan')
    await planHolds(true)
    await page.reload()
    await expect(page.getByText('All changes saved')).toBeVisible()
    await expect(code(page)).toContainText('a day later or two, over the plan')
  })

  await test.step('who may not write any more is told, and takes their text along', async () => {
    // The browser may still know it as it was; the server has the word.
    await expect(page.getByText('All changes saved')).toBeVisible()
    await context.setOffline(true)
    await writeBehind(page, 'summary: List items', ', in vain')
    await expect(page.getByText('Offline: changes are kept here and sent later')).toBeVisible()
    await makerBecomes('guest')
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByText('Not sent')).toBeVisible()
    await picture(page, 'studio-unsendable')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download what I wrote' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toContain(
      'a day later or two, over the plan, in vain',
    )
  })
  await context.close()
})
