// Two people design an API from nothing, in forms only; it is published, and a visitor reads it.
import { type Browser, expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { at, demoAccount, expectAccessible, picture, signIn, stack } from './support.ts'

const name = 'Designed in forms'
const slug = 'designed-in-forms'

async function designer(browser: Browser, role: 'owner' | 'maker', path: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, 'demo', demoAccount(role), path)
  return { context, page }
}

/** Visitors read what is public. */
async function makePublic(): Promise<void> {
  const client = new pg.Client({ connectionString: stack().dbUrl })
  await client.connect()
  try {
    await client.query(`update public.projects set visibility = 'public' where slug = $1`, [slug])
  } finally {
    await client.end()
  }
}

const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible()
const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name })

/** Adds something by its name, and is taken to it. */
async function addToOutline(page: Page, kind: string, called: string) {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  const box = page.getByRole('textbox', { name: `Name of the new ${kind.toLowerCase()}` })
  await box.fill(called)
  await box.press('Enter')
  await expect(row(page, called)).toHaveAttribute('aria-selected', 'true')
}

/** Adds something to a list of the form by its name. */
async function addNamed(page: Page, noun: string, called: string) {
  await page.getByRole('button', { name: `Add ${noun}`, exact: true }).click()
  const box = page.getByRole('combobox', { name: `Name of the new ${noun}` })
  const field = box.or(page.getByRole('textbox', { name: `Name of the new ${noun}` }))
  await field.fill(called)
  await field.press('Enter')
}

async function pick(page: Page, button: string, choice: string | RegExp) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const item = page.getByRole('menuitem', { name: choice })
  // On a busy machine a menu still grows while its first frames are drawn: a press there may meet two of its items.
  await expect(page.locator('.MuiMenu-paper').filter({ has: item })).toHaveCSS('opacity', '1')
  await item.click()
}

/** Fills in a field of the form, which is written on leaving it. */
async function write(page: Page, label: string, value: string) {
  const field = page.getByRole('textbox', { name: label, exact: true })
  await field.fill(value)
  await field.blur()
}

/** Says of the schema that is shown that it is a model. */
async function referTo(page: Page, model: string) {
  await page.getByRole('button', { name: /^Type of the schema:/ }).click()
  await page.getByRole('menuitem', { name: 'Reference…' }).click()
  await page.getByRole('combobox', { name: 'Reference to a model' }).fill(model)
  await page.getByRole('option', { name: model }).click()
  await expect(page.getByRole('button', { name: `Open ${model}` })).toBeVisible()
}

test('two people design an API in forms, from nothing to what a visitor reads', async ({ browser }) => {
  const { page: ada, context: adas } = await designer(browser, 'owner', '/add/projects')
  await ada.getByLabel('Name', { exact: true }).fill(name)
  await ada.getByRole('button', { name: 'Create project' }).click()
  await ada.getByRole('button', { name: /^Start with a template/ }).click()
  await expect(row(ada, 'Overview')).toBeVisible()
  const { page: ben, context: bens } = await designer(browser, 'maker', `/studio/${slug}`)
  await expect(row(ben, 'Overview')).toBeVisible()

  await test.step('one writes a model by its tree', async () => {
    await addToOutline(ben, 'Model', 'Order')
    await addNamed(ben, 'property', 'number')
    await ben.getByRole('button', { name: 'Type of number: string' }).click()
    // A type may be several.
    await ben.getByRole('menuitemcheckbox', { name: 'integer' }).click()
    await ben.getByRole('menuitemcheckbox', { name: 'string' }).click()
    await ben.keyboard.press('Escape')
    await ben.getByRole('button', { name: 'number is required' }).click()
    await write(ben, 'Description of number', 'As the invoice has it')
    await pick(ben, 'Actions of number', 'Extract to a component…')
    await expect(ben.getByRole('dialog', { name: 'Extract to a component' })).toBeVisible()
    await expectAccessible(ben)
    await ben.keyboard.press('Escape')
    await expect(ben.getByRole('dialog')).toHaveCount(0)
    await saved(ben)
  })

  await test.step('the other says where the API answers and who may call, and adds an operation', async () => {
    await row(ada, 'Overview').click()
    const server = ada.getByRole('list', { name: 'Servers', exact: true })
    await server.getByRole('textbox', { name: 'URL', exact: true }).fill('https://orders.example.com')
    await server.getByRole('textbox', { name: 'URL', exact: true }).blur()
    await addNamed(ada, 'security scheme', 'token')
    await pick(ada, 'Add security', 'token')
    await addToOutline(ada, 'Path', '/orders/{orderId}')
    await pick(ada, 'Add operation', /put/i)
    await expect(row(ada, /^PUT/i)).toHaveAttribute('aria-selected', 'true')
    await write(ada, 'Summary', 'Change an order')
    await pick(ada, 'Add parameter', 'In the query')
    await write(ada, 'Name of name', 'dryRun')
    await ada.getByRole('button', { name: 'Add body' }).click()
    await referTo(ada, 'Order')
    await picture(ada, 'studio-forms')
    await expectAccessible(ada)
    await saved(ada)
  })

  await test.step('the first answers it with the model', async () => {
    await row(ben, /PUT Change an order/).click()
    await addNamed(ben, 'response', '404')
    await saved(ben)
    // Its preview has one of that name, too.
    const form = ada.getByRole('tabpanel', { name: /^api\.yaml/ })
    await form.getByRole('tab', { name: /^404/ }).click()
    await expect(ada.getByRole('textbox', { name: 'Description', exact: true }).last()).toHaveValue(
      'Not found',
    )
  })

  await test.step('it is published', async () => {
    await ada.getByRole('button', { name: /^Publish/ }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(ada.getByRole('link', { name: 'Read the documentation' })).toBeVisible({ timeout: 45_000 })
    await makePublic()
  })

  await test.step('a visitor reads what both designed', async () => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(at(`/docs/${slug}`, 'demo'))
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(visitor.getByText('https://orders.example.com').first()).toBeVisible()
    await visitor.getByRole('treeitem', { name: /Change an order/ }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Change an order' })).toBeVisible()
    for (const said of ['orderId', 'dryRun', 'number', 'As the invoice has it'])
      await expect(visitor.getByRole('main').getByText(said, { exact: true }).first()).toBeVisible()
    await expect(visitor.getByText('404').first()).toBeVisible()
    await picture(visitor, 'studio-forms-read')
    await visitor.context().close()
  })
  await adas.close()
  await bens.close()
})
