// A style guide from its file to the screen that governs by it: read, shown, written as a form, tried on a node.
import { expect, test } from '@playwright/test'
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
  await bench.getByRole('button', { name: 'Try' }).click()
  await expect(bench.getByText(/It finds/)).toBeVisible()
  await picture(page, 'bench')
  await expectAccessible(page)

  await page.goto(at('/admin/governance', 'demo'))
  await expect(page.getByRole('grid', { name: 'Projects' })).toBeVisible()
  await picture(page, 'governance')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Default Style Guide Settings' })).toBeVisible()
})
