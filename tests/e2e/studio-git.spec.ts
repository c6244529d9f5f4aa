// The Studio on a repository: written without a network while others push, brought together, committed, and seen at the
// host and in the docs.
import { expect, type Page, test } from '@playwright/test'
import { startGithub } from '../doubles/git-hosts.ts'
import { anIntegration } from '../functions/support/integrations.ts'
import { aWorkspace, knownPassword } from '../functions/support/people.ts'
import { clone } from './clone.ts'
import { at, expectAccessible, picture, signIn, stack } from './support.ts'

const host = 'Our GitHub'

/** A description whose operations are called so. */
function description(list: string, find: string): string {
  const responses = { 200: { description: 'Fine.' } }
  const paths = {
    '/pets': { get: { operationId: 'list', summary: list, responses } },
    '/pet': { get: { operationId: 'find', summary: find, responses } },
  }
  return `${JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths }, null, 3)}\n`
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible()

/** What is in front, light and dark: for people to look at, and for those who do not. */
async function look(page: Page, name: string) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    await picture(page, `studio-git-${name}-${colorScheme}`)
  }
}

test('a repository is edited offline, pulled with a conflict, resolved and pushed', async ({ page }) => {
  const github = await startGithub([`${stack().waymarkUrl}/oauth/integrations/`])
  try {
    github.state.addOrganization('acme', 'Acme')
    const files = { 'pets.json': description('List pets', 'Find a pet') }
    const pets = github.state.addRepository('acme', 'pets', { files })
    const workspace = await aWorkspace(stack())
    const integration = await anIntegration(stack(), workspace, {
      kind: 'github',
      name: host,
      config_type: 'custom',
      config: { hostUrl: github.url, apiUrl: `${github.url}/api/v3`, clientId: github.clientId },
      secrets: { clientSecret: github.clientSecret },
    })
    await signIn(page, workspace.slug, { email: workspace.owner.email, password: knownPassword })
    await page.goto(at(`/add/projects?integration=${integration.id}`, workspace.slug))
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: `Connect ${host}` }).click(),
    ])
    await popup.getByRole('button', { name: 'Authorize' }).click()
    await page.getByRole('combobox', { name: 'Organization' }).click()
    await page.getByRole('option', { name: 'Acme' }).click()
    await page.getByRole('checkbox', { name: /^pets/ }).check()
    await page.getByRole('button', { name: 'Add project' }).click()
    // The address of a project leads on to its first page, as soon as there is one.
    await expect(page).toHaveURL((url) => url.pathname.startsWith('/docs/pets'))
    // Node resolves no names below localhost.
    for (const hook of pets.hooks) hook.url = hook.url.replace(stack().waymarkUrl, stack().apiUrl)
    const contents = page.getByRole('tree', { name: 'Table of contents' })
    await expect(contents.getByText('Find a pet')).toBeVisible()
    const copy = await clone(github, pets, 'x-access-token', 'ben@example.com')

    await page.goto(at('/studio/pets', workspace.slug))
    await page.getByRole('treeitem', { name: 'GET List pets' }).click()
    await field(page, 'Summary').fill('List all pets')
    await field(page, 'Summary').blur()
    await saved(page)

    await test.step('it is written on without a network, while somebody pushes', async () => {
      await page.context().setOffline(true)
      await field(page, 'Summary').fill('List all our pets')
      await field(page, 'Summary').blur()
      await expect(page.getByText('Offline: changes are kept here and sent later')).toBeVisible()
      await copy.commit(description('Show pets', 'Find one pet'))
      await copy.git('push', '--quiet')
      await copy.git('push', '--quiet', 'origin', 'main:release/2')
      await page.context().setOffline(false)
      await saved(page)
      await expect(field(page, 'Summary')).toHaveValue('List all our pets')
    })

    const commit = page.getByRole('dialog', { name: 'Commit and push' })
    await test.step('what both changed is decided, and nothing is committed before', async () => {
      await page.getByRole('button', { name: /^Pull/ }).click()
      await look(page, 'pull')
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Commit (1)' }).click()
      await expect(commit.getByText('The branch has changed under what you changed')).toBeVisible()
      await expect(commit.getByRole('checkbox', { name: 'Take along pets.json' })).toBeDisabled()
      await look(page, 'behind')
      await commit.getByRole('button', { name: 'Bring together…' }).click()
      const dispute = page.getByRole('group', { name: /summary/ })
      await expect(dispute).toContainText('Show pets')
      await expect(dispute).toContainText('List all our pets')
      await look(page, 'together')
      await dispute.getByRole('radio', { name: 'Mine' }).check()
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await expect(field(page, 'Summary')).toHaveValue('List all our pets')
    })

    await test.step('it is committed and pushed by one’s own account', async () => {
      await page.getByRole('button', { name: 'Commit (1)' }).click()
      await expect(commit.getByText(new RegExp(`^Pushed as .+ at ${host}\\.$`))).toBeVisible()
      await commit.getByRole('tab', { name: 'What it means' }).click()
      await expect(commit.getByRole('status')).toHaveText(
        'Nothing that clients would notice has changed since the last commit.',
      )
      await look(page, 'means')
      await commit.getByLabel('Commit message').fill('Say whose pets')
      await commit.getByRole('button', { name: 'Commit 1 file' }).click()
      await expect(page.getByText(/^Pushed as [0-9a-f]{7}\./)).toBeVisible()
    })

    await test.step('the host has both, byte for byte, and the docs follow', async () => {
      await copy.git('pull', '--quiet')
      expect(await copy.git('show', 'HEAD:pets.json')).toBe(
        description('List all our pets', 'Find one pet').trim(),
      )
      expect(await copy.git('log', '-2', '--format=%s')).toBe('Say whose pets\nChange the pets')
      await page.goto(at('/docs/pets', workspace.slug))
      await expect(contents.getByText('List all our pets')).toBeVisible()
      await expect(contents.getByText('Find one pet')).toBeVisible()
    })
  } finally {
    await github.close()
  }
})
