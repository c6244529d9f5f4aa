// The trail goes to a SIEM: an admin adds its webhook, sees it wide, narrow and dark, and is asked who they are to remove it.
import { expect, type Page, test } from '@playwright/test'
import { aWorkspace, knownPassword, sql } from '../functions/support/people.ts'
import { at, expectAccessible, picture, signIn, stack } from './support.ts'

/** As wide as a desk's screen and a phone's, light and dark. */
async function everyLook(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(beyond).toBeLessThanOrEqual(0)
      await picture(page, `${name}-${colorScheme}-${width}`)
    }
  }
}

test('an admin has the trail sent on, and takes that back after a fresh proof', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  await signIn(page, workspace.slug, { email: workspace.owner.email, password: knownPassword })
  await page.goto(at('/admin/activity/audit', workspace.slug))
  await expect(page.getByText('The activity is sent nowhere yet.')).toBeVisible()
  await everyLook(page, 'audit-empty')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a Webhook' })
  await dialog.getByLabel(/^URL/).fill(`https://siem.example/${'long-'.repeat(20)}in`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('dialog', { name: 'Secret of the webhook' })
  await expect(secret.getByRole('textbox')).toHaveValue(/^whsec_/)
  await expectAccessible(page)
  await secret.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Send a test' })).toBeVisible()
  await everyLook(page, 'audit')

  await sql(
    stack(),
    `update private.sessions s set proven_at = now() - interval '11 minutes'
     from public.users u join public.emails e on e.user_id = u.id where u.auth_id = s.auth_id and e.email = $1`,
    [workspace.owner.email],
  )
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const sure = page.getByRole('dialog', { name: 'Remove the Webhook?' })
  await sure.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Confirm that it is you to go on.')).toBeVisible()
  await picture(page, 'audit-proof')
  await page.getByLabel('Current password').fill(knownPassword)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('The activity is sent nowhere yet.')).toBeVisible()
})
