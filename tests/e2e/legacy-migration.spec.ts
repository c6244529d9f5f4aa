// A workspace that came from NEXT takes its projects along, though the worker is killed while it does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Run } from '../../stack/supervisor/folder/run-file.ts'
import { heldAt, platformKey, startPlatforms } from '../doubles/platforms.ts'
import { call } from '../functions/support/call.ts'
import { aWorkspace, knownPassword } from '../functions/support/people.ts'
import { killHard } from '../support/processes.ts'
import { at, expectAccessible, picture, signIn, stack, storyPorts } from './support.ts'

const api = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Parts', version: '1' },
  paths: { '/parts': { get: { summary: 'List parts', responses: { 200: { description: 'The parts' } } } } },
})

/** The worker of this instance as it is now. */
function workerPid(): number | undefined {
  const run: Run = JSON.parse(readFileSync(join(stack().dataDir, 'run.json'), 'utf8'))
  return run.children.worker?.pid
}

test('projects of NEXT come over whole, and once, through a kill of the worker', async ({ page }) => {
  const platforms = await startPlatforms(storyPorts().platforms)
  try {
    platforms.next = [
      {
        id: '7',
        name: 'Parts',
        namespace: 'Factory',
        versions: {
          '2.0': { 'reference/parts.json': api, 'bin/tool.exe': 'no' },
          '1.0': { 'reference/parts.json': api },
        },
        leftOut: ['The scenarios of NEXT stay there.'],
      },
    ]
    const workspace = await aWorkspace(stack())
    const { owner } = workspace
    const settings = { method: 'PATCH', token: owner.token, json: { migrated_from_next: true } }
    expect((await call(stack(), `/workspaces/${workspace.id}`, settings)).status).toBe(200)
    await signIn(page, workspace.slug, { email: owner.email, password: knownPassword }, '/admin/members')
    await page.getByRole('link', { name: 'Migrate from NEXT' }).click()
    await expect(page.getByText('Enter your NEXT access token first...')).toBeVisible()
    await page.getByLabel('NEXT access token').fill(platformKey)
    const parts = page.getByRole('row', { name: /Parts/ })
    await expect(parts.getByText('Factory')).toBeVisible()
    // Made there meanwhile: the table looks again by itself.
    platforms.next.push({ id: '8', name: 'Tools', namespace: 'Factory', versions: {} })
    await expect(page.getByRole('row', { name: /Tools/ })).toBeVisible()
    await expectAccessible(page)

    const held = heldAt(platforms, '/versions/1.0/files/reference/parts.json')
    await parts.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Queue migration' }).click()
    await expect(page.getByText('1 project queued for migration')).toBeVisible()
    await held
    killHard(workerPid())
    platforms.before = () => undefined

    // Nobody does anything: another worker comes, and goes on.
    const report = parts.getByRole('link', { name: 'Success, 2 left out' })
    await expect(report).toBeVisible({ timeout: 60_000 })
    await picture(page, 'migrated')
    await report.click()
    for (const line of [
      'The scenarios of NEXT stay there.',
      '"2.0": 1 file of no kind that is read here.',
      '"1.0": 1 file is imported by an analysis of their own.',
    ])
      await expect(page.getByText(line)).toHaveCount(1)
    await page.goto(at('/admin/projects', workspace.slug))
    await expect(page.getByRole('row', { name: /Parts/ })).toHaveCount(1)
    await page.goto(at('/docs/parts', workspace.slug))
    await expect(page.getByRole('combobox', { name: 'Version' }).locator('option')).toHaveText([
      '2.0 (Default)',
      '1.0',
    ])
    expect(platforms.faults).toEqual([])
  } finally {
    await platforms.close()
  }
})
