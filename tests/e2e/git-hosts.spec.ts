// Repositories of a Git host, from the sign-in there to docs that follow what is pushed: by the host's own page, its API,
// its webhooks, and system git at its remote.
import { expect, type Page, test } from '@playwright/test'
import type { Pull } from '../doubles/git/state.ts'
import { unique } from '../functions/support/people.ts'
import { nextMail } from '../support/inbox.ts'
import { clone } from './clone.ts'
import { connected, expectStatus, hosts, reach, startHost } from './hosts.ts'
import { at, expectAccessible, picture, stack } from './support.ts'

/** A description with an operation for each summary. */
function description(...summaries: string[]): string {
  const operations = summaries.map((summary) => {
    const get = {
      operationId: summary.replaceAll(' ', ''),
      summary,
      responses: { 200: { description: 'Fine.' } },
    }
    return [`/${summary.toLowerCase().replaceAll(' ', '-')}`, { get }]
  })
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: Object.fromEntries(operations),
  })
}

/** The names in the selector of branches. */
const branchesOn = (page: Page) => page.getByRole('combobox', { name: 'Version' }).locator('option')

/** The address in the comment of a pull request. */
function previewIn(pull: Pull): string {
  const [, address = ''] =
    /\[Documentation of this branch\]\((\S+)\)/.exec(pull.comments[0]?.text ?? '') ?? []
  return address
}

for (const given of hosts) {
  const { kind, start, user, failure } = given
  test(`${kind}: from the sign-in there to docs that follow pushes, pull requests and branches`, async ({
    page,
  }) => {
    // A long way, with eight analyses on it.
    test.slow()
    const host = await startHost(start)
    try {
      host.state.addOrganization('acme', 'Acme')
      const files = { 'pets.json': description('List pets', 'Find a pet') }
      const pets = host.state.addRepository('acme', 'pets', { files })
      const shops = host.state.addRepository('acme', 'shops', { files })
      const workspace = await connected(page, host, given)

      await test.step('repositories become projects', async () => {
        await page.getByRole('checkbox', { name: /^pets/ }).check()
        await page.getByRole('checkbox', { name: /^shops/ }).check()
        await page.getByRole('switch', { name: /^Auto-invite committers/ }).check()
        await page.getByRole('button', { name: 'Add 2 projects' }).click()
        await expect(page).toHaveURL(at('/admin/automation', workspace.slug))
        await expect(page.getByRole('row', { name: /pets/ }).getByText('Success')).toBeVisible({
          timeout: 45_000,
        })
        await picture(page, `${kind}-added`)
        for (const repository of [pets, shops]) reach(repository)
      })

      const contents = page.getByRole('tree', { name: 'Table of contents' })
      const ada = `${unique('ada')}@example.com`
      const copy = await clone(host, pets, user, ada)

      await test.step('a push changes the docs that are open', async () => {
        await page.goto(at('/docs/shops', workspace.slug))
        await expect(contents.getByText('Find a pet')).toBeVisible()
        await page.goto(at('/docs/pets', workspace.slug))
        await expect(contents.getByText('Find a pet')).toBeVisible()
        await copy.commit(description('List pets', 'Find a pet', 'Feed a pet'))
        await copy.git('push', '--quiet')
        await expect(contents.getByText('Feed a pet')).toBeVisible()
        expect((await nextMail(stack(), ada)).text).toContain('accept-invite')
      })

      await test.step('a pull request has a status and one comment, which leads to its branch', async () => {
        await copy.git('switch', '--quiet', '--create', 'cats/only')
        await copy.commit(description('List pets', 'Feed a pet', 'Stroke a cat'))
        await copy.git('push', '--quiet', '--set-upstream', 'origin', 'cats/only', 'main:next')
        const pull = host.state.openPull(pets, 'cats/only', 'Cats only')
        // Behind the analyses of two branches.
        await expect
          .poll(() => pull.comments[0]?.text ?? '', { timeout: 60_000 })
          .toMatch(/Breaking \(1\)\n\n- `GET \/find-a-pet`/)
        expect(pull.comments).toHaveLength(1)
        await expectStatus(pets, copy, failure)
        await copy.commit(description('List pets', 'Find a pet', 'Feed a pet', 'Stroke a cat'))
        await copy.git('push', '--quiet')
        await expectStatus(pets, copy, 'success')
        await expect.poll(() => pull.comments[0]?.text).not.toContain('Breaking')
        expect(pull.comments).toHaveLength(1)
        await page.goto(previewIn(pull))
        await expect(contents.getByText('Stroke a cat')).toBeVisible()
        await expect(branchesOn(page)).toHaveText(['main (Default)', 'cats/only', 'next'])
        await expectAccessible(page)
        await picture(page, `${kind}-preview`)
      })

      await test.step('a forced push changes the docs that are open, too', async () => {
        await copy.commit(description('List pets', 'Find a pet', 'Brush a cat'), '--amend')
        await copy.git('push', '--quiet', '--force')
        await expect(contents.getByText('Brush a cat')).toBeVisible()
        await expect(contents.getByText('Stroke a cat')).toBeHidden()
      })

      await test.step('a deleted branch disappears from the selector', async () => {
        const reader = await page.context().newPage()
        await reader.goto(at('/docs/pets', workspace.slug))
        await expect(branchesOn(reader)).toHaveText(['main (Default)', 'cats/only', 'next'])
        await copy.git('push', '--quiet', 'origin', '--delete', 'cats/only')
        await expect(branchesOn(reader)).toHaveText(['main (Default)', 'next'])
        // Who was reading it is at the project's own branch now.
        await expect(branchesOn(page)).toHaveText(['main (Default)', 'next'])
        await expect(contents.getByText('Feed a pet')).toBeVisible()
        await picture(page, `${kind}-deleted`)
      })
    } finally {
      await host.close()
    }
  })

  test(`${kind}: a repository is added by its address, and another one is made for an empty project`, async ({
    page,
  }) => {
    const host = await startHost(start)
    try {
      host.state.addOrganization('acme', 'Acme')
      const files = { 'pets.json': description('List pets') }
      const pets = host.state.addRepository('acme', 'pets', { files })
      const workspace = await connected(page, host, given)
      const address = page.getByLabel('Or add by repository URL')
      await address.fill(`${host.url}/acme/none`)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(page.getByText(/^Failed to add project by repository URL: /)).toBeVisible()
      await address.fill(`${host.url}/acme/pets`)
      await expect(page.getByRole('checkbox', { name: /^pets/ })).toBeDisabled()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(page.getByLabel('Name of acme/pets')).toHaveValue('pets')
      await page.getByRole('button', { name: 'Add project' }).click()
      await expect(
        page.getByText('Project successfully added 🚀 Taking you to the documentation.'),
      ).toBeVisible()
      await expect(page).toHaveURL((url) => url.pathname.startsWith('/docs/pets'))
      const contents = page.getByRole('tree', { name: 'Table of contents' })
      await expect(contents.getByText('List pets')).toBeVisible()
      expect(pets.hooks).toHaveLength(1)

      await page.goto(at('/add/projects?kind=git-blank', workspace.slug))
      await page.getByRole('combobox', { name: 'Organization' }).click()
      await page.getByRole('option', { name: 'Acme' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Pet Store')
      await expect(page.getByText('The repository will be called pet-store')).toBeVisible()
      await picture(page, `${kind}-blank`)
      await page.getByRole('button', { name: 'Create project' }).click()
      await expect(page).toHaveURL(at('/studio/pet-store', workspace.slug))
      expect(host.state.find('acme', 'pet-store')).toMatchObject({ isPublic: false })
    } finally {
      await host.close()
    }
  })
}
