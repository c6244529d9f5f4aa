// A company lets its identity provider say who belongs to its workspace: an admin connects it, and whom it lets go is out at once.
import { expect, test } from '@playwright/test'
import { call } from '../functions/support/call.ts'
import { aMember, aWorkspace, knownPassword } from '../functions/support/people.ts'
import { at, expectAccessible, onPhone, picture, signIn, stack } from './support.ts'

test('people come and go as the identity provider says', async ({ page, browser }) => {
  const workspace = await aWorkspace(stack())
  const person = await aMember(stack(), workspace, 'viewer')
  await signIn(page, workspace.slug, { email: workspace.owner.email, password: knownPassword })
  await page.goto(at('/admin/settings', workspace.slug))
  const section = page.getByRole('region', { name: 'Provisioning (SCIM)' })
  await section.getByRole('switch', { name: 'Provision people and teams by SCIM' }).click()
  await expect(section.getByRole('textbox', { name: 'Base URL' })).toHaveValue(/\/api\/v1\/scim\/v2$/)
  await section.getByRole('button', { name: 'Create SCIM token' }).click()
  const shown = page.getByRole('dialog', { name: 'SCIM token' })
  await expect(shown.getByRole('textbox')).toHaveValue(/./)
  const token = await shown.getByRole('textbox').inputValue()
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Done' }).click()

  const other = await (await browser.newContext()).newPage()
  await signIn(other, workspace.slug, { email: person.email, password: knownPassword })
  await expect(other).not.toHaveURL(/\/auth/)

  const send = (method: string, path: string, json: object) =>
    call(stack(), `/scim/v2${path}`, {
      method,
      token,
      json,
      headers: { 'content-type': 'application/scim+json' },
    })
  const made = await send('POST', '/Users', { userName: person.email, roles: [{ value: 'maker' }] })
  expect(made.status).toBe(201)
  expect((await send('POST', '/Users', { userName: 'nobody' })).status).toBe(400)
  await page.goto(at('/admin/members', workspace.slug))
  await expect(page.getByText(`${person.email} · Managed by your identity provider`)).toBeVisible()
  await picture(page, 'scim-members')
  await onPhone(page, () => picture(page, 'scim-members-on-phone'))

  const { id } = made.json<{ id: string }>()
  await send('PATCH', `/Users/${id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] })
  await expect(other).toHaveURL(/\/auth/, { timeout: 15_000 })
  await expect(
    other.getByText('The account you are signed in with is not a member of this workspace.'),
  ).toBeVisible()

  await page.goto(at('/admin/settings', workspace.slug))
  await expect(section.getByText('0 came in, 0 have not yet, 1 deactivated')).toBeVisible()
  await section.getByText('One request was refused').click()
  await expect(section.getByText(/An e-mail address is missing/)).toBeVisible()
  await expectAccessible(page)
  await section.scrollIntoViewIfNeeded()
  await picture(page, 'scim-settings')
  await onPhone(page, async () => {
    await section.scrollIntoViewIfNeeded()
    await picture(page, 'scim-settings-on-phone')
  })
})
