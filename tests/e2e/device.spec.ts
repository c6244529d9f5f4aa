// `waymark login`: the command asks, and a person who is signed out signs in and allows it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { aWorkspace, knownPassword } from '../functions/support/people.ts'
import { runWaymark, startWaymark } from '../support/waymark-command.ts'
import { at, expectAccessible, expectAccessibleInTheDark, stack } from './support.ts'

test('a program is signed in by who signs in for it', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const folder = mkdtempSync(join(tmpdir(), 'waymark-device-'))
  const env = { WAYMARK_URL: stack().apiUrl, XDG_CONFIG_HOME: folder }
  try {
    const { child, ended } = startWaymark(folder, ['login', '--workspace', workspace.slug, '--no-open'], env)
    const code = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stderr?.on('data', (chunk) => {
        said += chunk
        const shown = /[A-Z]{4}-[A-Z]{4}/.exec(said)?.[0]
        if (shown) resolve(shown)
      })
      child.once('close', () => reject(new Error(said)))
    })
    await page.goto(at(`/device?code=${code}`, workspace.slug))
    await page.getByLabel('Email').fill(workspace.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(knownPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Allow this program to sign in?' })).toBeVisible()
    await expect(page.getByText(code)).toBeVisible()
    await expectAccessible(page)
    await expectAccessibleInTheDark(page, 'device-390-dark')
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('heading', { name: 'The program is signed in' })).toBeVisible()
    expect((await ended).stdout).toContain('Signed in to')
    expect((await runWaymark(folder, ['whoami'], env)).code).toBe(0)
    await page.goto(at('/account/security', workspace.slug))
    await expect(page.getByText(/^Waymark command line on /)).toBeVisible()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
