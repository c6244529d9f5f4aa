// Switches of a workspace, set on its settings page and seen by those whom they concern: a visitor, and who makes projects.
import { expect, type Page, test } from '@playwright/test'
import { call } from '../functions/support/call.ts'
import { aWorkspace, knownPassword } from '../functions/support/people.ts'
import { fetchHost } from '../support/stack.ts'
import { at, signIn, stack } from './support.ts'

const description = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
servers: [{ url: https://pets.example }]
paths:
  /pets: { get: { operationId: listPets, summary: List pets, responses: { "200": { description: The pets } } } }
`

/** Sets a switch, and waits until it is saved. */
async function turn(page: Page, label: string, isOn: boolean) {
  const toggle = page.getByRole('switch', { name: label, exact: true })
  await expect(toggle).toBeChecked({ checked: !isOn })
  await toggle.click()
  await expect(toggle).toBeChecked({ checked: isOn })
  await expect(toggle).toBeEnabled()
}

test('what is switched off is gone for visitors and makers, and there again once it is on', async ({
  page,
  browser,
}) => {
  const { slug, id, owner } = await aWorkspace(stack())
  const made = await call(stack(), `/workspaces/${id}/projects`, {
    token: owner.token,
    form: { name: 'Pet store', visibility: 'public', file: { name: 'pets.yaml', content: description } },
  })
  expect(made.status).toBe(201)
  const visitor = await (await browser.newContext()).newPage()
  const operation = at('/docs/pet-store', slug)
  const visit = async () => {
    await visitor.goto(operation)
    await visitor.getByRole('treeitem', { name: 'List pets' }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'List pets' })).toBeVisible()
  }
  const signInLinks = visitor.getByRole('link', { name: 'Sign in' })
  const tryIt = visitor.getByRole('button', { name: 'Try it', exact: true })
  /** The mock server among those of the form. */
  const mocks = async () => {
    await tryIt.click()
    await expect(visitor.getByRole('form', { name: 'Try it' })).toBeVisible()
    return visitor.getByRole('option', { name: /^Mock server/ })
  }
  try {
    await visit()
    await expect(signInLinks.first()).toBeVisible()
    await expect(await mocks()).toHaveCount(1)
    expect((await fetchHost(stack(), slug, '/robots.txt')).text).toContain('Allow: /docs/')

    await signIn(page, slug, { email: owner.email, password: knownPassword })
    await page.goto(at('/admin/settings', slug))
    await turn(page, 'Hide Sign In', true)
    await turn(page, 'Show Mock Servers', false)
    await turn(page, 'Allow Search Engine Indexing', false)
    await turn(page, 'Allow Web Projects', false)
    // The first page shows the servers as well: what is known of them comes with it.
    const known = visitor.waitForResponse(/\/rpc\/branch_try_it/)
    await visit()
    await known
    await expect(await mocks()).toHaveCount(0)
    await expect(signInLinks).toHaveCount(0)
    expect((await fetchHost(stack(), slug, '/robots.txt')).text).not.toContain('Allow: /docs/')
    await turn(page, 'Enable Try It', false)
    await visit()
    await expect(tryIt).toHaveCount(0)

    await turn(page, 'Allow Public Projects', false)
    await visitor.goto(operation)
    await expect(visitor.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(visitor.getByRole('treeitem', { name: 'List pets' })).toHaveCount(0)
    await turn(page, 'Allow Public Projects', true)
    await turn(page, 'Enable Try It', true)
    await turn(page, 'Hide Sign In', false)
    await page.goto(at('/add/projects', slug))
    await expect(page.getByText('CLI project')).toBeVisible()
    await expect(page.getByText('Blank web project')).toHaveCount(0)
    await visit()
    await expect(tryIt).toBeVisible()
    await expect(signInLinks.first()).toBeVisible()
  } finally {
    await visitor.context().close()
  }
})
