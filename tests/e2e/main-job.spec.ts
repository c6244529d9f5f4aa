// From an address to a real API's documentation: what a stranger does first, step by step, and what others may not see of it.
import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { codeIn, mailsTo, nextMail } from '../support/inbox.ts'
import { at, demoAccount, expectAccessible, picture, signIn, stack } from './support.ts'

test.describe.configure({ mode: 'serial' })

const founder = { email: 'ada@lovelace.example', password: 'analytical-engine' }
const todo = new URL('../fixtures/todo-12kb.yaml', import.meta.url)

let context: BrowserContext
let page: Page

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext()
  page = await context.newPage()
})
test.afterAll(() => context.close())

async function enterAddress(on: Page, email: string, slug: string) {
  await on.goto(at('/welcome'))
  await on.getByLabel('Work email').fill(email)
  await on.getByRole('button', { name: 'Sign Up' }).click()
  await on.getByLabel('Workspace URL').fill(slug)
  await expect(on.getByRole('button', { name: 'Continue' })).toBeEnabled()
}

test('a stranger signs up with an address and a URL', async () => {
  await page.goto(at('/welcome'))
  await expect(page.getByText('Step 1 of 5')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeDisabled()
  await picture(page, '1-welcome')
  await expectAccessible(page)
  await page.getByLabel('Work email').fill(founder.email)
  await page.getByRole('button', { name: 'Sign Up' }).click()

  await page.getByLabel('Company Name').fill('Lovelace')
  await page.getByLabel('Company Name').blur()
  await expect(page.getByLabel('Workspace URL')).toHaveValue('lovelace')
  await page.getByLabel('Workspace URL').fill('demo')
  await expect(page.getByText('demo already exists. Please input a different URL.')).toBeVisible()
  await page.getByLabel('Workspace URL').fill('No_good')
  await expect(page.getByText('Must only contain numbers, lowercase letters, or dashes.')).toBeVisible()
  await page.getByLabel('Workspace URL').fill('lovelace')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await picture(page, '2-name')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('textbox', { name: 'Confirmation code' })).toBeVisible()
})

test('a wrong code is refused, a reload loses nothing, the right one makes the workspace', async () => {
  const code = codeIn(await nextMail(stack(), founder.email))
  await page.getByRole('textbox', { name: 'Confirmation code' }).fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page.getByText('Invalid confirmation code')).toBeVisible()
  await page.reload()
  await picture(page, '3-verify')
  await page.getByRole('textbox', { name: 'Confirmation code' }).fill(code)
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page).toHaveURL(at('/welcome/account', 'lovelace'))
})

test('the account asks for names, a password and three answers', async () => {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Password', { exact: true }).fill(founder.password)
  for (const label of [/role/i, /how many apis/i, /openapi/i]) {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option').nth(1).click()
  }
  await picture(page, '4-account')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(at('/welcome/choose-your-plan', 'lovelace'))
  await page.reload()
  await picture(page, '5-plan')
  await page.getByRole('link', { name: /continue/i }).click()
  await page.getByRole('radio').first().click()
  await picture(page, '6-complete')
  await page.getByRole('button', { name: 'Go to your workspace' }).click()
  await expect(page).toHaveURL(at('/', 'lovelace'))
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await picture(page, '7-home')
  await expectAccessible(page)
})

test('a broken file is refused with its line and column, and the choice stays', async () => {
  await page.goto(at('/add/projects?kind=import', 'lovelace'))
  const chooser = page.getByLabel('Description file').and(page.locator('input'))
  await chooser.setInputFiles({
    name: 'broken.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from('openapi: 3.1.0\ninfo:\n  title: Broken\n  version: "1\npaths: {}\n'),
  })
  await expect(page.getByText(/line \d+/i).first()).toBeVisible()
  await picture(page, '8-broken-file')
})

test('a real description is imported and its documentation opens', async () => {
  const chooser = page.getByLabel('Description file').and(page.locator('input'))
  await chooser.setInputFiles({ name: 'todo.yaml', mimeType: 'application/yaml', buffer: readFileSync(todo) })
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('')
  await page.getByLabel('Name', { exact: true }).fill('Todos')
  await picture(page, '9-import')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(at('/studio/todos', 'lovelace'))
  await expect(page.getByText('API Project successfully created 🚀')).toBeVisible()
  await page.getByRole('link', { name: 'Documentation' }).click()
  await expect(page).toHaveURL(new RegExp(`^${at('/docs/todos', 'lovelace')}`))
  await expect(page.getByRole('tree', { name: 'Table of contents' })).toBeVisible()
  await picture(page, '10-docs')
})

test('an operation is read: method, path, parameters, responses, code samples', async () => {
  await page.getByRole('treeitem', { name: /create todo/i }).click()
  await expect(page.getByRole('heading', { name: /create todo/i, level: 1 })).toBeVisible()
  const article = page.getByRole('main')
  await expect(article.getByText('/todos', { exact: false }).first()).toBeVisible()
  await expect(article.getByText('201').first()).toBeVisible()
  await expect(article.getByText(/curl .*POST/s).first()).toBeVisible()
  await picture(page, '11-operation')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, '12-operation-390')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('nobody else reads it: not a visitor, not somebody of another workspace, not through any door', async ({
  browser,
}) => {
  const docs = page.url()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(docs)
  await expect(visitor.getByText('Project not found')).toBeVisible()
  await expect(visitor.getByText(/create todo/i)).toHaveCount(0)
  await picture(visitor, '13-visitor')

  const foreign = await (await browser.newContext()).newPage()
  await signIn(foreign, 'demo', demoAccount('owner'))
  const answer = await foreign.evaluate(async (apikey) => {
    const session = await fetch('/api/v1/auth/access-token', { method: 'POST' })
    const { token } = await session.json()
    const headers = { apikey, authorization: `Bearer ${token}` }
    const own = await fetch('/rest/v1/projects?slug=eq.orders-api&select=slug', { headers })
    const others = await fetch('/rest/v1/projects?slug=eq.todos&select=slug', { headers })
    return { own: await own.json(), others: await others.json() }
  }, stack().anonKey)
  expect(answer).toEqual({ own: [{ slug: 'orders-api' }], others: [] })
  await visitor.context().close()
  await foreign.context().close()
})

test('signing out closes the workspace; a protected page asks for sign-in and comes back', async () => {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await page.goto(at('/account/basics', 'lovelace'))
  await expect(page).toHaveURL(/\/auth\/email\/login\?r=%2Faccount%2Fbasics$/)
  await page.getByLabel('Email or username').fill(founder.email)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await picture(page, '14-sign-in')
  await page.getByLabel('Password', { exact: true }).fill(founder.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(at('/account/basics', 'lovelace'))
  await expectAccessible(page)
})

test('a known address is welcomed back and gets its list by mail', async ({ browser }) => {
  const [seen] = await mailsTo(stack(), founder.email)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(at('/welcome'))
  await visitor.getByLabel('Work email').fill(founder.email)
  await visitor.getByRole('button', { name: 'Sign Up' }).click()
  await expect(visitor).toHaveURL(/\/welcome\/welcomeback/)
  const mail = await nextMail(stack(), founder.email, seen?.id)
  expect(mail.text).toContain('lovelace')
  await picture(visitor, '15-welcome-back')
  await visitor.context().close()
})

test('a URL that is taken between two steps is told in the second tab, and the code still works', async ({
  browser,
}) => {
  const first = await (await browser.newContext()).newPage()
  const second = await (await browser.newContext()).newPage()
  await enterAddress(first, 'one@race.example', 'racing')
  await enterAddress(second, 'two@race.example', 'racing')
  for (const [tab, email] of [
    [first, 'one@race.example'],
    [second, 'two@race.example'],
  ] as const) {
    await tab.getByRole('button', { name: 'Continue' }).click()
    await tab.getByRole('textbox', { name: 'Confirmation code' }).fill(codeIn(await nextMail(stack(), email)))
  }
  await first.getByRole('button', { name: 'Create workspace' }).click()
  await expect(first).toHaveURL(at('/welcome/account', 'racing'))
  await second.getByRole('button', { name: 'Create workspace' }).click()
  await expect(second.getByText('racing already exists. Please input a different URL.')).toBeVisible()
  await first.context().close()
  await second.context().close()
})
