// A project that lives in Git: how it is added, and set up by its settings: who reads it, the webhook, and who writes it.
import { expect, test } from '@playwright/test'
import { startAzureServer } from '../doubles/git-hosts.ts'
import { projectFrom } from '../functions/support/git-projects.ts'
import { anIntegration } from '../functions/support/integrations.ts'
import { aWorkspace, knownPassword, unique } from '../functions/support/people.ts'
import { at, expectAccessible, onPhone, picture, signIn, stack } from './support.ts'

test('a Git project gets a service account and a webhook, which tells of a push', async ({ page }) => {
  const host = await startAzureServer()
  try {
    const workspace = await aWorkspace(stack())
    const org = 'Default/Fabrikam'
    host.state.addOrganization(org)
    const repo = host.state.addRepository(org, 'todos', { files: { 'reference/a.yaml': 'openapi: 3.1.0\n' } })
    const kind = 'azure_devops_server'
    const config = { hostUrl: host.url, apiUrl: host.url }
    const integration = await anIntegration(stack(), workspace, {
      kind,
      name: unique('Azure'),
      config_type: 'custom',
      config,
    })
    await projectFrom(stack(), workspace, 'todos', {
      workspace_integration_id: integration.id,
      remote_url_http: `${host.url}/${org}/_git/todos`,
      external_id: String(repo.id),
      external_slug: 'todos',
      external_org_slug: org,
      default_branch: 'main',
    })
    await signIn(page, workspace.slug, { email: workspace.owner.email, password: knownPassword })

    // Nobody has an account at the host yet.
    await page.goto(at('/settings/todos/automation', workspace.slug))
    const committers = page.getByRole('region', { name: 'Git committers' })
    await expect(committers.getByText(/^Connect your account at Azure.* first\.$/)).toBeVisible()
    await expect(committers.getByRole('button', { name: /^Connect Azure/ })).toBeVisible()

    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('link', { name: `${org}/todos` })).toBeVisible()
    const form = page.getByRole('form', { name: 'Version Control Service Account' })
    await form.getByRole('button', { name: 'Edit' }).click()
    await form.getByLabel('Username').fill(host.person.username)
    await form.getByLabel('Key').fill('not it')
    await form.getByRole('button', { name: 'Test' }).click()
    await expect(page.getByText(/^Service account credentials test for .* failed: Invalid/)).toBeVisible()
    await form.getByLabel('Key').fill(host.person.password)
    await form.getByRole('button', { name: 'Test' }).click()
    await expect(page.getByText(/^Service account credentials for .* are valid!$/)).toBeVisible()
    await form.getByRole('button', { name: 'Save Credentials' }).click()
    await expect(page.getByText('Project service account created')).toBeVisible()
    await expect(form.getByLabel('Username')).toBeDisabled()
    await expectAccessible(page)
    await picture(page, 'git-settings')

    await page.getByRole('link', { name: 'Automation' }).click()
    await page.getByRole('button', { name: 'Install webhook' }).click()
    await expect(page.getByText('Webhook installed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Uninstall webhook…' })).toBeVisible()
    expect(repo.hooks).not.toEqual([])
    for (const hook of repo.hooks) hook.url = hook.url.replace(stack().waymarkUrl, stack().apiUrl)
    const events = page.getByRole('region', { name: 'Webhook events' })
    await expect(events.getByText('No events to show here yet...')).toBeVisible()
    host.state.commit(repo, 'main', { 'reference/a.yaml': 'openapi: 3.1.1\n' })
    await expect(events.getByRole('row', { name: /^Push/ })).toBeVisible()
    await onPhone(page, async () => {
      // All columns that are left there are in sight, and nothing sticks out that the table could be pushed aside by.
      const grid = events.getByRole('grid')
      await expect(grid.locator('.MuiDataGrid-scrollbar--horizontal')).toHaveCount(0)
      await expect(grid.locator('.MuiDataGrid-cellEmpty').first()).toHaveCSS('padding-right', '0px')
    })
    await page.reload()
    await expect(committers.getByText('Has not been invited').first()).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'git-automation')

    await committers
      .getByRole('button', { name: /^Invite / })
      .first()
      .click()
    await expect(page.getByText('Member(s) Added Successfully!')).toBeVisible()
    await expect(committers.getByText('Pending').first()).toBeVisible()
    await page.getByRole('button', { name: 'Uninstall webhook…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
    await expect(page.getByText('Webhook removed')).toBeVisible()
    expect(repo.hooks).toEqual([])
  } finally {
    await host.close()
  }
})

test('repositories become projects, whose branches are set up, and a repository is made for one', async ({
  page,
}) => {
  const host = await startAzureServer()
  try {
    const workspace = await aWorkspace(stack())
    const org = 'Default/Fabrikam'
    host.state.addOrganization(org)
    const files = { 'docs/start.md': '# Start\n' }
    const repo = host.state.addRepository(org, 'todos', { files })
    repo.bare.commit('next', { ...files, 'docs/news.md': '# What is new\n' }, { message: 'Tell news' })
    const kind = 'azure_devops_server'
    const config = { hostUrl: host.url, apiUrl: host.url }
    const name = unique('Azure')
    const integration = await anIntegration(stack(), workspace, { kind, name, config_type: 'custom', config })
    await signIn(page, workspace.slug, { email: workspace.owner.email, password: knownPassword })

    await page.goto(at(`/add/projects?integration=${integration.id}`, workspace.slug))
    await page.getByRole('button', { name: `Connect ${name}` }).click()
    await page.getByLabel('Username').fill(host.person.username)
    await page.getByLabel('Password').fill(host.person.password)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const todos = page.getByRole('checkbox', { name: /^todos/ })
    await todos.focus()
    await page.keyboard.press('Space')
    await expect(page.getByLabel(`Name of ${org}/todos`)).toHaveValue('todos')
    await expectAccessible(page)
    await picture(page, 'add-from-git')
    await page.getByRole('button', { name: 'Add project' }).click()
    await expect(
      page.getByText('Project successfully added 🚀 Taking you to the documentation.'),
    ).toBeVisible()
    // The address of a project leads on to its first page, as soon as there is one.
    await expect(page).toHaveURL((url) => url.pathname.startsWith('/docs/todos'))
    await expect.poll(() => repo.hooks).not.toEqual([])
    await expect(page.getByRole('tree', { name: 'Table of contents' }).getByText('Start')).toBeVisible()

    await test.step('a branch is followed, listed, made the default one, and the other removed', async () => {
      await page.getByRole('link', { name: 'Settings of the project' }).click()
      await page.getByRole('button', { name: 'Track Branch' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/^Branch/).fill('next')
      await dialog.getByRole('button', { name: 'Track Branch' }).click()
      await expect(
        page.getByText(
          '"next" was queued to be analyzed. If it exists, it will show up in your branch list shortly. Hang tight!',
        ),
      ).toBeVisible()
      const branch = (of: string) => page.getByRole('row', { name: new RegExp(`^${of}`) })
      const listed = (of: string) => page.getByRole('switch', { name: `List ${of}` })
      await expect(branch('next').getByText(/^2 articles/)).toBeVisible()
      await expect(listed('main')).toBeDisabled()
      const [saved] = await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === 'PATCH'),
        listed('next').click(),
      ])
      expect(saved.ok()).toBe(true)
      await page.reload()
      await expect(listed('next')).toBeChecked()
      await page.getByRole('combobox', { name: 'Default branch' }).click()
      await page.getByRole('option', { name: 'next' }).click()
      await expect(branch('next').getByText('Default')).toBeVisible()
      await expect(listed('main')).not.toBeChecked()
      await expectAccessible(page)
      await picture(page, 'git-branches')

      const remove = async (of: string) => {
        await branch(of).getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Remove' }).click()
      }
      await remove('next')
      await expect(dialog.getByText(/^Cannot remove a project's default branch/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
      await remove('main')
      await expect(
        dialog.getByText(/All of the data stored for this branch will be removed permanently\.$/),
      ).toBeVisible()
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('Branch removed')).toBeVisible()
      await expect(branch('main')).toHaveCount(0)
      expect([...repo.bare.refs().keys()]).toContain('refs/heads/main')
      await page.goto(at('/docs/todos', workspace.slug))
      await expect(
        page.getByRole('tree', { name: 'Table of contents' }).getByText('What is new'),
      ).toBeVisible()
    })

    await page.goto(at('/add/projects?kind=git', workspace.slug))
    await expect(page.getByRole('checkbox', { name: /^todos Already added/ })).toBeDisabled()
    await page.getByRole('link', { name: /^Git blank project/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('Pet Store')
    await expect(page.getByText('The repository will be called pet-store')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'add-git-blank')
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page).toHaveURL(at('/studio/pet-store', workspace.slug))
    expect(host.state.find(org, 'pet-store')).toBeTruthy()

    // The product forgets a project; its repository is nobody's but the host's.
    await page.goto(at('/settings/todos', workspace.slug))
    await page.getByRole('button', { name: 'Delete project…' }).click()
    await page.getByRole('textbox', { name: 'Confirmation' }).fill('todos')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click()
    await expect(page.getByText('Project deleted')).toBeVisible()
    await expect(page).toHaveURL(at('/', workspace.slug))
    expect(host.state.find(org, 'todos')).toBeTruthy()
  } finally {
    await host.close()
  }
})
