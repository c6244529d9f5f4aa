// Every way into a workspace, as a person goes it: through the provider's own page in the popup, the real directory,
// the real inbox.
import { expect, type Page, test } from '@playwright/test'
import {
  startAzureServer,
  startAzureServices,
  startBitbucketCloud,
  startBitbucketDataCenter,
  startGithub,
  startGitlab,
} from '../doubles/git-hosts.ts'
import type { GitHostDouble } from '../doubles/oauth-host.ts'
import { startIdp } from '../doubles/saml-idp.ts'
import { anIntegration, trust } from '../functions/support/integrations.ts'
import { aWorkspace, knownPassword, sql, unique, type Workspace } from '../functions/support/people.ts'
import { codeIn, nextMail } from '../support/inbox.ts'
import { startDirectory } from '../support/slapd.ts'
import { at, confirmAddress, expectAccessible, picture, stack } from './support.ts'

const callback = () => [`${stack().waymarkUrl}/oauth/integrations/`]

async function approve(workspace: Workspace, domain: string, role = 'maker') {
  await sql(
    stack(),
    `insert into public.approved_domains (workspace_id, domain, role)
     select id, $2, $3::public.workspace_role from public.workspaces where slug = $1`,
    [workspace.slug, domain, role],
  )
}

/** A Git host that the workspace signs in with, and somebody at it whose domain is approved. */
async function aGitHost(workspace: Workspace, kind: string, host: GitHostDouble, api: string, basic = false) {
  if (!kind.startsWith('azure')) await trust(stack(), kind, host.url, host.url + api)
  const domain = `${unique('corp')}.example`
  await approve(workspace, domain)
  host.person = { ...host.person, emails: [{ email: `octo@${domain}`, verified: true, primary: true }] }
  const oauth = {
    clientId: host.clientId,
    ...(kind === 'bitbucket_data_center' ? { authType: 'oauth' } : {}),
  }
  await anIntegration(stack(), workspace, {
    kind,
    name: `Our ${kind}`,
    config_type: 'custom',
    config: { hostUrl: host.url, apiUrl: `${host.url}${api}`, ...(basic ? {} : oauth) },
    secrets: basic ? {} : { clientSecret: host.clientSecret },
  })
}

/** Invites an address in the owner's name: the mail, and the link in it. */
async function invite(workspace: Workspace, email: string): Promise<{ link: string; mailId: string }> {
  const answer = await fetch(`${stack().apiUrl}/rest/v1/rpc/invite_member`, {
    method: 'POST',
    headers: {
      apikey: stack().anonKey,
      authorization: `Bearer ${workspace.owner.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      p_workspace_id: Number(atob(workspace.id).split(':')[1]),
      p_email: email,
      p_role: 'viewer',
    }),
  })
  expect(answer.ok).toBe(true)
  const { id, text } = await nextMail(stack(), email)
  const [link = ''] = /http:\/\/\S+accept-invite\S+/.exec(text) ?? []
  return { link, mailId: id }
}

const expectHome = (page: Page) => expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()

/** Clicks the integration and gives the popup that opens. */
async function openPopup(page: Page, name: string): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: `Continue with ${name}` }).click(),
  ])
  return popup
}

const OAUTH = [
  { kind: 'github', start: startGithub, api: '/api/v3' },
  { kind: 'gitlab', start: startGitlab, api: '/api/v4' },
  { kind: 'bitbucket_cloud', start: startBitbucketCloud, api: '/2.0' },
  { kind: 'bitbucket_data_center', start: startBitbucketDataCenter, api: '/rest/api/1.0' },
  { kind: 'azure_devops_services', start: startAzureServices, api: '' },
]

for (const { kind, start, api } of OAUTH) {
  test(`by ${kind}: the provider’s page in a popup`, async ({ page }) => {
    const host = await start(callback())
    try {
      const workspace = await aWorkspace(stack())
      await aGitHost(workspace, kind, host, api)
      await page.goto(at('/auth', workspace.slug))
      await expect(page.getByRole('button', { name: `Continue with Our ${kind}` })).toBeVisible()
      if (kind === 'github') {
        await picture(page, 'ways-in')
        await expectAccessible(page)
      }
      if (kind.startsWith('azure')) {
        const first = await openPopup(page, `Our ${kind}`)
        await first.getByRole('button', { name: 'Authorize' }).click()
        await confirmAddress(page, host.person.emails[0]?.email ?? '')
      }
      const popup = await openPopup(page, `Our ${kind}`)
      await popup.getByRole('button', { name: 'Authorize' }).click()
      await expectHome(page)
      await expect.poll(() => popup.isClosed()).toBe(true)
    } finally {
      await host.close()
    }
  })
}

test('at a provider: who declines or closes the popup is told so, and can try again', async ({ page }) => {
  const host = await startGithub(callback())
  try {
    const workspace = await aWorkspace(stack())
    await aGitHost(workspace, 'github', host, '/api/v3')
    await page.goto(at('/auth', workspace.slug))
    const declined = await openPopup(page, 'Our github')
    await declined.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('The sign-in was cancelled at the provider.')).toBeVisible()
    const closed = await openPopup(page, 'Our github')
    await closed.getByRole('button', { name: 'Authorize' }).waitFor()
    await closed.close()
    await expect(page.getByText('Oauth popup closed before code could be obtained.')).toBeVisible()
    const popup = await openPopup(page, 'Our github')
    await popup.getByRole('button', { name: 'Authorize' }).click()
    await expectHome(page)
  } finally {
    await host.close()
  }
})

test('by name and password: Azure DevOps Server and a directory', async ({ page }) => {
  const [host, directory] = [await startAzureServer(), await startDirectory()]
  try {
    const workspace = await aWorkspace(stack())
    await aGitHost(workspace, 'azure_devops_server', host, '', true)
    await trust(stack(), 'ldap', directory.url)
    await approve(workspace, 'directory.example', 'viewer')
    await anIntegration(stack(), workspace, {
      kind: 'ldap',
      name: 'Staff',
      config_type: 'custom',
      config: {
        url: directory.url,
        bindDN: directory.bindDN,
        searchBase: directory.searchBase,
        searchFilter: '(uid={{username}})',
      },
      secrets: { bindCredentials: directory.bindCredentials },
    })
    await page.goto(at('/auth', workspace.slug))
    await page.getByRole('link', { name: 'Continue with Staff' }).click()
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText(/incorrect/)).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('ada-secret')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectHome(page)
    await page.context().clearCookies()
    const byAzure = async () => {
      await page.goto(at('/auth/ads', workspace.slug))
      await page.getByLabel('Username').fill(host.person.username)
      await page.getByLabel('Password', { exact: true }).fill(host.person.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await byAzure()
    await confirmAddress(page, host.person.emails[0]?.email ?? '')
    await byAzure()
    await expectHome(page)
  } finally {
    await host.close()
    await directory.close()
  }
})

test('by SAML: the address is confirmed once, then the popup alone is enough', async ({ page }) => {
  const idp = await startIdp()
  try {
    const workspace = await aWorkspace(stack())
    const email = `${unique('ada')}@idp.example`
    idp.person = { ...idp.person, nameId: email, email }
    await approve(workspace, 'idp.example')
    await anIntegration(stack(), workspace, {
      kind: 'saml',
      name: 'Company login',
      config_type: 'custom',
      config: {
        entryPoint: idp.entryPoint,
        identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        cert: idp.cert,
        issuer: 'waymark-e2e',
        idpIssuer: idp.issuer,
      },
    })
    await page.goto(at('/auth', workspace.slug))
    const first = await openPopup(page, 'Company login')
    await first.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText(`We sent a code to ${email}`)).toBeVisible()
    await picture(page, 'confirm-email')
    await page.getByLabel('Confirmation code').fill(codeIn(await nextMail(stack(), email)))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Email successfully confirmed. Please login again.')).toBeVisible()
    const second = await openPopup(page, 'Company login')
    await second.getByRole('button', { name: 'Sign in' }).click()
    await expectHome(page)
  } finally {
    await idp.close()
  }
})

test('by e-mail: signing up asks to join, and says what becomes of it', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const email = `${unique('new')}@example.com`
  await page.goto(at('/auth/email', workspace.slug))
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Confirmation code').fill(codeIn(await nextMail(stack(), email)))
  await page.getByLabel('Password', { exact: true }).fill('secret-1')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(
    page.getByText(
      'The workspace administrators have received a notification of your request to join the workspace. You will receive an email once your request has been approved.',
    ),
  ).toBeVisible()
  await expectAccessible(page)

  const again = async () => {
    await page.goto(at('/auth/email/login', workspace.slug))
    await page.getByLabel('Email or username').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('secret-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await sql(
    stack(),
    `update public.join_requests set is_denied = true where user_id = (select user_id from public.emails where email = $1)`,
    [email],
  )
  await again()
  await expect(
    page.getByText('Your request to join this workspace has been denied by the workspace administrators.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
  await sql(
    stack(),
    `delete from public.join_requests where user_id = (select user_id from public.emails where email = $1)`,
    [email],
  )
  await sql(stack(), 'update public.workspaces set join_requests_disabled = true where slug = $1', [
    workspace.slug,
  ])
  await again()
  await expect(
    page.getByText(
      'This workspace does not allow join requests. Contact a workspace member for an invitation.',
    ),
  ).toBeVisible()
})

test('by invitation where e-mail and password are off: no screen has a form for them', async ({ page }) => {
  const idp = await startIdp()
  try {
    const workspace = await aWorkspace(stack())
    const [email, known] = [`${unique('new')}@idp.example`, await aWorkspace(stack())]
    idp.person = { ...idp.person, nameId: email, email }
    await anIntegration(stack(), workspace, {
      kind: 'saml',
      name: 'Company login',
      config_type: 'custom',
      config: {
        entryPoint: idp.entryPoint,
        identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        cert: idp.cert,
        issuer: 'waymark-e2e',
        idpIssuer: idp.issuer,
      },
    })
    const invited = await invite(workspace, email)
    const { link: linkOfKnown } = await invite(workspace, known.owner.email)
    await sql(
      stack(),
      `update public.workspace_integrations i set enabled = false from public.workspaces w
       where w.id = i.workspace_id and w.slug = $1 and i.kind = 'builtin'`,
      [workspace.slug],
    )
    const noForm = () => expect(page.locator('input[type=password]')).toHaveCount(0)
    const company = page.getByRole('button', { name: 'Continue with Company login' })

    for (const path of ['email', 'email/login', 'email/signup', 'forgot-password', 'reset-password']) {
      await page.goto(at(`/auth/${path}`, workspace.slug))
      await expect(company).toBeVisible()
      await noForm()
    }

    await page.goto(at('/auth/email/login', known.slug))
    await page.getByLabel('Email or username').fill(known.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(knownPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectHome(page)
    await page.goto(linkOfKnown)
    await page.getByRole('button', { name: `Accept as ${known.owner.email}` }).click()
    await expect(page.getByText(/^You are a member of .* now\. Sign in to open it\.$/)).toBeVisible()
    await expect(company).toBeVisible()
    await picture(page, 'accepted-by-a-password')
    await page.context().clearCookies()

    await page.goto(invited.link)
    await expect(company).toBeVisible()
    await noForm()
    await expectAccessible(page)
    await picture(page, 'invited')
    await page.setViewportSize({ width: 390, height: 844 })
    await picture(page, 'invited-phone')
    await (await openPopup(page, 'Company login')).getByRole('button', { name: 'Sign in' }).click()
    await confirmAddress(page, email, invited.mailId)
    await (await openPopup(page, 'Company login')).getByRole('button', { name: 'Sign in' }).click()
    await expect(page).not.toHaveURL(/\/auth/)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(at('/account/security', workspace.slug))
    await expect(page.getByText(/signs its members in without a password/)).toBeVisible()
    await noForm()
    await picture(page, 'security')
    await page.setViewportSize({ width: 390, height: 844 })
    await picture(page, 'security-phone')
  } finally {
    await idp.close()
  }
})

test('by invitation: somebody new, and somebody signed in with another address', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const email = `${unique('guest')}@example.com`
  const { link } = await invite(workspace, email)

  const stranger = await aWorkspace(stack())
  await page.goto(at('/auth/email/login', stranger.slug))
  await page.getByLabel('Email or username').fill(stranger.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(knownPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/auth/)
  await page.goto(link)
  await expect(page.getByText(`This invitation is for ${email}.`)).toBeVisible()
  await picture(page, 'another-address')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('First name').fill('Inga')
  await page.getByLabel('Last name').fill('Invited')
  await page.getByLabel('Choose a password').fill('secret-1')
  await page.getByRole('button', { name: 'Create account and accept' }).click()
  await expectHome(page)
  await page.goto(link)
  await expect(page.getByText(/already been used/)).toBeVisible()
})

test('after forgetting the password: a code, a new one, and in', async ({ page }) => {
  const { owner, slug } = await aWorkspace(stack())
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(at('/auth/email/login', slug))
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill(owner.email)
  await page.getByRole('button', { name: 'Send reset code' }).click()
  await page.getByLabel('Reset code').fill(codeIn(await nextMail(stack(), owner.email)))
  await page.getByLabel('New password').fill('brand-new-1')
  await page.getByLabel('Confirm password').fill('brand-new-1')
  await picture(page, 'reset-phone')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).not.toHaveURL(/\/auth/)
})
