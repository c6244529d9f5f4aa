// A style guide from its file to the screen that governs by it: read, shown, written as a form, tried on a node.
import { expect, type Page, test } from '@playwright/test'
import { clone } from './clone.ts'
import { connected, expectStatus, hosts, reach, startHost } from './hosts.ts'
import { at, demoAccount, expectAccessible, picture, signIn } from './support.ts'

test('a style guide is imported, shown, tried on a node, and governed by', async ({ page }) => {
  await signIn(page, 'demo', demoAccount('owner'), '/add/projects?flavor=style_guide&kind=spectral')
  const ruleset = page.getByLabel('Spectral file').and(page.locator('input'))
  await ruleset.setInputFiles({
    name: 'a.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from('rules:\n  loud:\n    given: $\n    then: {function: shout}\n'),
  })
  await expect(page.getByText('.spectral.yaml:4:12')).toBeVisible()
  await picture(page, 'faults')
  await expectAccessible(page)
  await ruleset.setInputFiles({
    name: 'tag-rules.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from(
      'description: What all of our APIs keep to.\nrules:\n  needs-licence:\n    description: Every API has a **licence**.\n    given: $.info\n    then: {field: license, function: truthy}\n    severity: error\n',
    ),
  })
  // Read and checked: until then there is nothing to create.
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('tag-rules')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(at('/studio/tag-rules', 'demo'))

  await page.goto(at('/docs/tag-rules', 'demo'))
  await expect(page.getByRole('heading', { name: 'needs-licence' })).toBeVisible()
  await picture(page, 'rules')
  await expectAccessible(page)

  await page.goto(at('/studio/tag-rules', 'demo'))
  await page.getByRole('treeitem', { name: /\.spectral\.yaml/ }).click()
  await page.getByRole('button', { name: /^Form$/ }).click()
  await page.getByRole('button', { name: /^needs-licence/ }).click()
  await picture(page, 'rule-form')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try the rules' }).click()
  const bench = page.getByRole('dialog', { name: 'Try the rules' })
  await bench.getByRole('combobox', { name: 'Node' }).fill('to-do')
  await page.getByRole('option').first().click()
  await bench.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(bench.getByText(/It finds/)).toBeVisible()
  await picture(page, 'bench')
  await expectAccessible(page)

  await page.goto(at('/admin/governance', 'demo'))
  await expect(page.getByRole('grid', { name: 'Projects' })).toBeVisible()
  await picture(page, 'governance')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Default Style Guide Settings' })).toBeVisible()
})

/** A description whose operations are these, as JSON. */
function description(title: string, operations: Record<string, object>): string {
  const paths = Object.entries(operations).map(([path, more]) => {
    const get = { operationId: path.slice(1), responses: { 200: { description: 'Fine.' } }, ...more }
    return [path, { get }]
  })
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: Object.fromEntries(paths),
  })
}

const OWNED = `rules:
  owned:
    description: Every operation says who answers for it.
    message: "{{description}}"
    given: $.paths[*][get,post]
    severity: error
    then: {field: x-owner, function: truthy}
    extensions:
      examples:
        fail:
          - {openapi: 3.1.0, paths: {/a: {get: {}}}}
        pass:
          - {openapi: 3.1.0, paths: {/a: {get: {x-owner: us}}}}
`

test('a guide is tried on three projects, released, governs with a ratchet, is waived once, and holds a pull request back', async ({
  page,
}) => {
  test.slow()
  const [given] = hosts
  if (!given) throw new Error('No host is tried.')
  const host = await startHost(given.start)
  try {
    host.state.addOrganization('acme', 'Acme')
    const names = ['pets', 'shops', 'walks']
    const old = (name: string) => description(`All ${name}`, { '/old': { summary: `Old ${name}` } })
    const [pets] = names.map((name) =>
      host.state.addRepository('acme', name, { files: { [`${name}.json`]: old(name) } }),
    )
    if (!pets) throw new Error('No repository was made.')
    const workspace = await connected(page, host, given)
    for (const name of names) await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
    await page.getByRole('button', { name: 'Add 3 projects' }).click()
    for (const name of names)
      await expect(page.getByRole('row', { name: new RegExp(name) }).getByText('Success')).toBeVisible({
        timeout: 45_000,
      })
    reach(pets)

    await test.step('the guide is written', async () => {
      await page.goto(at('/add/projects?flavor=style_guide&kind=spectral', workspace.slug))
      const ruleset = page.getByLabel('Spectral file').and(page.locator('input'))
      const buffer = Buffer.from(OWNED)
      await ruleset.setInputFiles({ name: 'owners.yaml', mimeType: 'text/yaml', buffer })
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('owners')
      await page.getByRole('button', { name: 'Create project' }).click()
      await expect(page).toHaveURL(at('/studio/owners', workspace.slug))
      await page.getByRole('treeitem', { name: /\.spectral\.yaml/ }).click()
      await page.getByRole('button', { name: /^Form$/ }).click()
      await page.getByRole('button', { name: /^owned/ }).click()
      await page.getByRole('button', { name: /^Examples/ }).click()
      await expect(page.getByRole('textbox', { name: 'Example 1 that must fail' })).toBeVisible()
      await look(page, 'examples')
    })

    await test.step('it is tried on its examples and on three projects', async () => {
      await page.getByRole('button', { name: 'Try the rules' }).click()
      const bench = page.getByRole('dialog', { name: 'Try the rules' })
      await bench.getByRole('button', { name: 'Try the examples' }).click()
      await expect(bench.getByText('All 2 examples hold.')).toBeVisible()
      for (const name of names) {
        await bench.getByRole('combobox', { name: 'Node' }).fill(`Old ${name}`)
        await page
          .getByRole('option', { name: new RegExp(`Old ${name}`) })
          .first()
          .click()
        await bench.getByRole('button', { name: 'Try', exact: true }).click()
        await expect(bench.getByText('It finds 1 place.')).toBeVisible()
      }
      await look(page, 'tried')
      await bench.getByRole('button', { name: 'Close' }).click()
    })

    await test.step('it is released', async () => {
      await page.keyboard.press('F1')
      await page.getByRole('combobox', { name: 'File or command' }).fill('>Releases')
      await expect(page.getByRole('option', { name: /Releases/ }).first()).toBeVisible()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'New release' }).click()
      await expect(page.getByText('All 2 examples hold.')).toBeVisible()
      await page.getByRole('button', { name: 'Release', exact: true }).click()
      await expect(page.getByText('1.0.0').first()).toBeVisible()
    })

    await test.step('it governs all three', async () => {
      await page.goto(at('/admin/governance', workspace.slug))
      for (const name of names) await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
      await page.getByRole('checkbox', { name: 'Select all rows' }).check()
      await page.getByRole('button', { name: 'Manage Style Guides' }).click()
      await page.getByRole('checkbox', { name: 'owners' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('owners 1.0.0')).toHaveCount(3)
      await look(page, 'governed')
    })

    await test.step('what was there before is waived once', async () => {
      await page.goto(at('/docs/pets/branches/main/~problems', workspace.slug))
      await page.getByRole('button', { name: /^Waive owned/ }).click()
      await page.getByLabel('Reason').fill('It goes with the next version.')
      await page.getByRole('button', { name: 'Waive', exact: true }).click()
      await expect(page.getByText('Problem waived')).toBeVisible()
      await look(page, 'waived')
    })

    await test.step('a pull request with a new one is held back, and let go when it is mended', async () => {
      const copy = await clone(host, pets, given.user, 'ada@example.com')
      const change = (more: object) =>
        copy.commit(
          description('All pets', { '/old': { summary: 'Old pets' }, '/new': { summary: 'New', ...more } }),
        )
      await copy.git('switch', '--quiet', '--create', 'new')
      await change({})
      await copy.git('push', '--quiet', '--set-upstream', 'origin', 'new')
      const pull = host.state.openPull(pets, 'new', 'Something new')
      await expectStatus(pets, copy, given.failure)
      await expect.poll(() => pull.comments[0]?.text).toContain('### Style guide: 1 new error')
      await change({ 'x-owner': 'us' })
      await copy.git('push', '--quiet')
      await expectStatus(pets, copy, 'success')
    })

    await test.step('while it is typed the Studio says the same', async () => {
      await page.goto(at('/studio/shops', workspace.slug))
      await page.getByRole('treeitem', { name: /Old shops/ }).click()
      await page.keyboard.press('ControlOrMeta+Shift+M')
      const panel = page.getByRole('region', { name: 'Problems, search, uses and changes' })
      await expect(panel.getByText('Every operation says who answers for it.')).toBeVisible()
      await look(page, 'typed')
    })
  } finally {
    await host.close()
  }
})

/** Accessible, and as pictures at both widths and in the dark. */
async function look(page: Page, name: string) {
  await expectAccessible(page)
  await picture(page, name)
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, `${name}-390`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: null })
}
