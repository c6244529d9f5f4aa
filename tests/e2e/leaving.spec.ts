// A workspace leaves with everything that it has and comes back: as a visitor sees it, and its owner, who signs in to it again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { themePresets } from '../../supabase/functions/_shared/domain/theme-presets.ts'
import { call } from '../functions/support/call.ts'
import { aWorkspace, knownPassword, sql } from '../functions/support/people.ts'
import { codeIn, mailAbout } from '../support/inbox.ts'
import { launch } from '../support/stack.ts'
import { at, expectAccessible, onPhone, picture, signIn, stack } from './support.ts'

const description = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
paths:
  /pets: { get: { summary: List pets, responses: { "200": { description: The pets } } } }
`

const look = themePresets.rolex
const settings = { allow_join_requests: false, show_tryit: false, redirects: '/old /docs/pet-store 302' }
const password = 'back-again-1'

/** The workspace as its owner left it: its look, its settings and its project. */
async function isAsItWas(page: Page, slug: string) {
  const toggle = (name: string) => page.getByRole('switch', { name, exact: true })
  await page.goto(at('/admin/settings', slug))
  await expect(toggle('Allow Join Requests')).not.toBeChecked()
  await expect(toggle('Enable Try It')).not.toBeChecked()
  await expect(toggle('Show Mock Servers')).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Redirects' })).toHaveValue(settings.redirects)
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Number.parseInt(look['color-sidebar-bg'].slice(at, at + 2), 16),
  )
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toHaveCSS(
    'background-color',
    `rgb(${red}, ${green}, ${blue})`,
  )
  await page.goto(at('/', slug))
  await expect(page.getByRole('heading', { name: 'Everything about pets' })).toBeVisible()
  await page.goto(at('/admin/projects', slug))
  await expect(page.getByText('Pet store', { exact: true }).first()).toBeVisible()
  // Open pages, and links that people kept, lead where they led.
  await page.goto(at('/old', slug))
  await expect(page).toHaveURL(at('/docs/pet-store', slug))
}

/** Chooses a password as whoever has none does, by a code that the mail brings. */
async function choosePassword(page: Page, slug: string, email: string) {
  await page.goto(at('/auth/forgot-password', slug))
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset code' }).click()
  const field = page.getByLabel('Reset code')
  await expect(field).toBeVisible()
  await field.fill(codeIn(await mailAbout(stack(), email, /reset/i)))
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('button', { name: 'Set new password' })).toBeHidden()
}

test('an owner takes everything along, removes the workspace, and is at home in it again where it is imported', async ({
  page,
  browser,
}) => {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-leaving-'))
  try {
    const { id, slug, owner } = await aWorkspace(stack())
    const form = {
      name: 'Pet store',
      visibility: 'public',
      file: { name: 'pets.yaml', content: description },
    }
    const made = await call(stack(), `/workspaces/${id}/projects`, { token: owner.token, form })
    expect(made.status).toBe(201)
    const json = { ...settings, theme: look, home_content: '# Everything about pets' }
    const dressed = await call(stack(), `/workspaces/${id}`, { method: 'PATCH', token: owner.token, json })
    expect(dressed.status).toBe(200)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(at('/docs/pet-store', slug))
    await expect(visitor.getByRole('treeitem', { name: 'List pets' })).toBeVisible()

    const account = { email: owner.email, password: knownPassword }
    await signIn(page, slug, account, '/admin/settings')
    await isAsItWas(page, slug)
    await page.goto(at('/admin/settings', slug))
    await page.getByRole('button', { name: 'Export everything' }).click()
    const download = page.getByRole('button', { name: /^Download the export of/ })
    await expect(download).toBeVisible({ timeout: 60_000 })
    await download.scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await picture(page, '1-exported')
    await onPhone(page, async () => {
      await download.scrollIntoViewIfNeeded()
      await picture(page, '1-exported-on-phone')
    })
    const archive = join(dir, 'workspace.zip')
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    await file.saveAs(archive)

    await page.getByRole('button', { name: 'Remove workspace…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove workspace' })
    await dialog.getByRole('textbox').fill(slug)
    await dialog.getByRole('button', { name: 'Remove workspace' }).click()
    await expect(page.getByText(/This workspace will be deleted on/).first()).toBeVisible()
    // Its days pass.
    await sql(stack(), 'update public.workspaces set delete_at = now() where slug = $1', [slug])
    await sql(stack(), 'select private.follow_deletions()')
    const isGone = async () =>
      (await sql(stack(), 'select from public.workspaces where slug = $1', [slug])).length === 0
    await expect.poll(isGone, { timeout: 60_000 }).toBe(true)
    await visitor.goto(at('/docs/pet-store', slug))
    await expect(visitor.getByText('Workspace does not exist')).toBeVisible()

    const { code, output } = await launch(['import', archive, '--data', stack().dataDir])
    expect([code, output]).toEqual([0, expect.stringContaining(`The workspace ${slug} is there.`)])
    await visitor.goto(at('/docs/pet-store', slug))
    await visitor.getByRole('treeitem', { name: 'List pets' }).click()
    await expect(visitor.getByRole('heading', { name: 'List pets' }).first()).toBeVisible()
    await picture(visitor, '2-read-again')
    await onPhone(visitor, () => picture(visitor, '2-read-again-on-phone'))

    // Nobody took the plan along: it is what was bought here. The operator gives it again.
    await sql(
      stack(),
      `update public.billing_accounts set billing_product_id = 5, included_members = 15
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [slug],
    )
    // The account went with its only workspace, and came back with it: without a password.
    const back = await (await browser.newContext()).newPage()
    await choosePassword(back, slug, owner.email)
    await isAsItWas(back, slug)
    await back.goto(at('/admin/settings', slug))
    await expect(back.getByRole('button', { name: 'Remove workspace…' })).toBeVisible()
    await picture(back, '3-at-home-again')
    await onPhone(back, () => picture(back, '3-at-home-again-on-phone'))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
