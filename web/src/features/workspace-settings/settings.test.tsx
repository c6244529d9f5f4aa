// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/settings" }
import '../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import WorkspaceSettings from './routes.tsx'

const list = '/api/v1/workspaces/d2s6Nw/vcs-integrations'
const builtin = {
  id: 'd2tpbnRnOjE',
  name: 'Built In',
  kind: 'builtin',
  enabled: true,
  allow_user_login: true,
  allow_user_register: true,
  config_type: 'default',
  config: {},
  has_secrets: false,
  is_default_idp: false,
  callback_key: 'ab'.repeat(16),
  callback_url: null,
  metadata_url: null,
}
const dataCenter = {
  ...builtin,
  id: 'd2tpbnRnOjI',
  name: 'Our Bitbucket',
  kind: 'bitbucket_data_center',
  config_type: 'custom',
  config: {
    hostUrl: 'https://bb.example',
    apiUrl: 'https://bb.example/rest',
    authType: 'oauth',
    clientId: 'id',
  },
  has_secrets: true,
}
const saml = (more: object) => ({
  ...builtin,
  kind: 'saml',
  config_type: 'custom',
  config: {
    entryPoint: 'https://idp.example/sso',
    issuer: 'waymark',
    identifierFormat: 'email',
    cert: 'AAAA',
    defaultIdp: false,
  },
  ...more,
})
const permissions = [
  'WorkspaceSettingsRead',
  'WorkspaceSettingsCreateUpdateDelete',
  'WorkspaceIntegrationCreateUpdateDelete',
  'WorkspaceEmailDomainCreateUpdateDelete',
].map((permission) => ({ role: 'admin', permission }))
const feature = (name: string, allowed = true) => ({ name, type: 'toggle', allowed, in_plan: allowed })

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': permissions,
    'POST /rest/v1/rpc/workspace_features': [
      feature('custom_git_integration'),
      feature('saml_ldap_integration'),
      feature('whitelisted_domains'),
    ],
    'POST /rest/v1/rpc/assignable_roles': [
      { role: 'viewer', allowed: true, reason: null, needs_upgrade: false },
      { role: 'owner', allowed: false, reason: 'Only owners may assign this role.', needs_upgrade: false },
    ],
    'POST /rest/v1/rpc/list_workspace_tokens': [],
    'POST /rest/v1/rpc/custom_domain_of': () => json(200, null),
    'POST /rest/v1/rpc/scim_overview': {
      enabled: false,
      default_role: 'viewer',
      tokens: [],
      people: 0,
      waiting: 0,
      deactivated: 0,
      groups: 0,
      last_synced_at: null,
      last_changed_at: null,
      errors: [],
    },
    'GET /rest/v1/approved_domains': [],
    'GET /rest/v1/workspaces': {
      name: 'Acme',
      google_tag_manager: null,
      localizejs: null,
      join_requests_disabled: false,
      guests_receive_daily_digest: false,
      idle_timeout_seconds: null,
      show_tryit: true,
      show_tryit_mock_server: true,
      allow_search_indexing: true,
    },
    [`GET ${list}`]: { items: [builtin, dataCenter] },
  }
  received = fakeServer(answers)
})

const open = () =>
  renderAt(
    '/admin/settings',
    <>
      <OnWorkspace>
        <WorkspaceSettings />
      </OnWorkspace>
      <ToastLog />
    </>,
  )
const sent = (method: string, path: string) =>
  received.findLast((one) => one.method === method && one.path.startsWith(path))?.body
const saved = () => sent('POST', '/rest/v1/rpc/update_workspace_settings')
const openDialog = async (user: ReturnType<typeof open>['user'], name: RegExp) => {
  await user.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

describe('integrations', () => {
  it('are added once every required setting is there', async () => {
    answers[`POST ${list}`] = () => json(201, saml({ id: 'd2tpbnRnOjM' }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add integration' }))
    await user.click(await screen.findByRole('menuitem', { name: 'SAML' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add SAML' }))
    expect(dialog.getByRole('button', { name: 'Save' }).matches(':disabled')).toBe(true)
    await user.type(dialog.getByLabelText(/Entry point/), 'https://idp.example/sso')
    await user.type(dialog.getByLabelText(/^Issuer/), 'waymark')
    await user.type(dialog.getByLabelText(/^Certificate/), 'AAAA')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' }).matches(':enabled')).toBe(true))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Workspace Integration Added')).toBeDefined()
    expect(sent('POST', list)).toMatchObject({
      kind: 'saml',
      name: 'SAML',
      config: { entryPoint: 'https://idp.example/sso', issuer: 'waymark', cert: 'AAAA' },
    })
  })

  it('are refused in the field that is wrong, and nothing typed is lost', async () => {
    answers[`POST ${list}`] = () =>
      problem(409, 'CONFLICT', 'Taken.', {
        errors: [{ field: 'hostUrl', message: 'Somebody has this host.' }],
      })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add integration' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Azure DevOps Server' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Azure DevOps Server' }))
    await user.type(dialog.getByLabelText(/Host URL/), 'https://azure.example')
    await user.type(dialog.getByLabelText(/API URL/), 'https://azure.example')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' }).matches(':enabled')).toBe(true))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Somebody has this host.')).toBeDefined()
    expect(dialog.getByLabelText(/API URL/).getAttribute('value')).toBe('https://azure.example')
  })

  it('propose a name that is free, and the redirect address that they will have', async () => {
    answers[`GET ${list}`] = { items: [builtin, { ...dataCenter, kind: 'github', name: 'GitHub' }] }
    answers[`POST ${list}`] = () => json(201, builtin)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add integration' }))
    await user.click(await screen.findByRole('menuitem', { name: 'GitHub' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add GitHub' }))
    expect(dialog.getByLabelText(/^Name/).getAttribute('value')).toBe('GitHub 2')
    await user.click(dialog.getByRole('radio', { name: 'Custom' }))
    const [, shown] = /integrations\/([0-9a-f]{32})$/.exec(dialog.getByText(/\/oauth\//).textContent) ?? []
    expect(dialog.getByRole('button', { name: 'Copy Redirect URL' })).toBeDefined()
    await user.click(dialog.getByRole('radio', { name: 'Default' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Workspace Integration Added')).toBeDefined()
    expect(sent('POST', list)).toMatchObject({ name: 'GitHub 2', callback_key: shown })
  })

  it('show the redirect address that is theirs', async () => {
    const { user } = open()
    const dialog = await openDialog(user, /Our Bitbucket/)
    expect(
      dialog.getByText(`http://waymark.localhost:3000/oauth/integrations/${'ab'.repeat(16)}`),
    ).toBeDefined()
  })

  it('say in their row what they are and are switched there, but for the last way in', async () => {
    answers[`PATCH /api/v1/vcs-integrations/${dataCenter.id}`] = dataCenter
    const { user } = open()
    const row = await screen.findByRole('button', { name: /Built In/ })
    expect(row.textContent).toBe('Built InE-mail and passwordSign InRegistration')
    await user.click(screen.getByRole('switch', { name: 'Our Bitbucket is enabled' }))
    expect(await screen.findByText('Workspace Integration Updated')).toBeDefined()
    expect(sent('PATCH', '/api/v1/vcs-integrations')).toEqual({ enabled: false })
  })

  it('that are off say so; the last way in stays on', async () => {
    answers[`GET ${list}`] = { items: [builtin, { ...dataCenter, enabled: false }] }
    open()
    expect((await screen.findByRole('button', { name: /Our Bitbucket/ })).textContent).toContain('Disabled')
    const last = screen.getByRole('switch', { name: 'Built In is enabled' })
    expect(last.matches(':checked:disabled')).toBe(true)
  })

  it('have names of their own', async () => {
    const { user } = open()
    const dialog = await openDialog(user, /Our Bitbucket/)
    await user.clear(dialog.getByLabelText(/^Name/))
    await user.type(dialog.getByLabelText(/^Name/), 'Built In')
    expect(
      await dialog.findByText(
        'This name is associated with another integration. Please choose a different name.',
      ),
    ).toBeDefined()
  })

  it('show that a secret is kept without knowing it, and change their authentication only on confirmation', async () => {
    answers[`PATCH /api/v1/vcs-integrations/${dataCenter.id}`] = dataCenter
    const { user } = open()
    const dialog = await openDialog(user, /Our Bitbucket/)
    expect(dialog.getByLabelText(/Client Secret/).getAttribute('value')).toBe('********')
    await user.click(dialog.getByRole('radio', { name: 'Basic' }))
    expect(dialog.queryByLabelText(/Client Secret/)).toBeNull()
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' }).matches(':disabled')).toBe(true))
    await user.click(dialog.getByRole('checkbox', { name: /I understand/ }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' }).matches(':enabled')).toBe(true))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Workspace Integration Updated')).toBeDefined()
    expect(sent('PATCH', '/api/v1/vcs-integrations')).toMatchObject({
      config: { authType: 'basic' },
      secrets: {},
    })
  })

  it('send what was changed, not what another tab may have changed meanwhile', async () => {
    answers[`PATCH /api/v1/vcs-integrations/${dataCenter.id}`] = dataCenter
    const { user } = open()
    const dialog = await openDialog(user, /Our Bitbucket/)
    await user.type(dialog.getByLabelText(/^Name/), ' two')
    const elsewhere = { ...dataCenter, enabled: false, config: { ...dataCenter.config, clientId: 'another' } }
    answers[`GET ${list}`] = { items: [builtin, elsewhere] }
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Workspace Integration Updated')).toBeDefined()
    expect(sent('PATCH', '/api/v1/vcs-integrations')).toEqual({
      name: `${dataCenter.name} two`,
      config: {},
      secrets: { clientSecret: '********' },
      seen: { name: dataCenter.name },
    })
  })

  it('say what they held of all that goes with another authentication, and follow where it was overtaken', async () => {
    const patch = `PATCH /api/v1/vcs-integrations/${dataCenter.id}`
    const moved = { ...dataCenter, config: { ...dataCenter.config, hostUrl: 'https://moved.example' } }
    answers[patch] = () => {
      answers[`GET ${list}`] = { items: [builtin, moved] }
      const message = 'Grace changed this meanwhile.'
      return problem(409, 'CONFLICT', message, { errors: [{ field: 'hostUrl', message }] })
    }
    const { user } = open()
    const dialog = await openDialog(user, /Our Bitbucket/)
    await user.click(dialog.getByRole('radio', { name: 'Basic' }))
    await user.click(dialog.getByRole('checkbox', { name: /I understand/ }))
    const save = () => dialog.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save().matches(':enabled')).toBe(true))
    await user.click(save())
    expect(await dialog.findByText('Grace changed this meanwhile.')).toBeDefined()
    const { hostUrl, apiUrl, authType } = dataCenter.config
    const seen = { hostUrl, apiUrl, defaultVisibility: '', authType }
    expect(sent('PATCH', '/api/v1/vcs-integrations')).toMatchObject({ config: { hostUrl }, seen })
    await waitFor(() =>
      expect(dialog.getByLabelText(/^Host URL/).getAttribute('value')).toBe(moved.config.hostUrl),
    )
    answers[patch] = moved
    await waitFor(() => expect(save().matches(':enabled')).toBe(true))
    await user.click(save())
    expect(await screen.findByText('Workspace Integration Updated')).toBeDefined()
    expect(sent('PATCH', '/api/v1/vcs-integrations')).toMatchObject({
      config: { hostUrl: moved.config.hostUrl, authType: 'basic' },
      seen: { ...seen, hostUrl: moved.config.hostUrl },
    })
  })

  it('that never said how one signs in are as they are stored, and can be switched to OAuth', async () => {
    const { hostUrl, apiUrl } = dataCenter.config
    answers[`GET ${list}`] = { items: [builtin, { ...dataCenter, config: { hostUrl, apiUrl } }] }
    answers[`PATCH /api/v1/vcs-integrations/${dataCenter.id}`] = dataCenter
    const { user } = open()
    const dialog = await openDialog(user, /Our Bitbucket/)
    expect(dialog.getByRole('radio', { name: 'Basic' }).matches(':checked')).toBe(true)
    await user.click(dialog.getByRole('radio', { name: 'OAuth' }))
    await user.type(dialog.getByLabelText(/^Client ID/), 'id')
    await user.click(dialog.getByRole('checkbox', { name: /I understand/ }))
    const save = dialog.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save.matches(':enabled')).toBe(true))
    await user.click(save)
    expect(await screen.findByText('Workspace Integration Updated')).toBeDefined()
    expect(sent('PATCH', '/api/v1/vcs-integrations')).toMatchObject({
      config: { authType: 'oauth', clientId: 'id' },
      seen: { hostUrl, apiUrl, authType: null, clientId: '' },
    })
  })

  it('say whether their settings work, before they are saved', async () => {
    answers[`POST ${list}/test`] = { success: false, message: 'The host did not answer.' }
    const { user } = open()
    const dialog = await openDialog(user, /Our Bitbucket/)
    await user.click(dialog.getByRole('button', { name: 'Test these settings' }))
    expect(await dialog.findByText('The host did not answer.')).toBeDefined()
    expect(sent('POST', `${list}/test`)).toMatchObject({ workspace_integration_id: dataCenter.id })
    answers[`POST ${list}/test`] = () => problem(500, 'INTERNAL_SERVER_ERROR', 'A stack trace.')
    await user.click(dialog.getByRole('button', { name: 'Test these settings' }))
    expect(await dialog.findByText('Something went wrong, please try again later.')).toBeDefined()
  })

  it('cannot be switched off when there is no other way in', async () => {
    answers[`GET ${list}`] = { items: [builtin] }
    const { user } = open()
    const dialog = await openDialog(user, /Built In/)
    expect(dialog.getByText(/This is the last enabled sign-in integration/)).toBeDefined()
    expect(dialog.getByRole('switch', { name: 'Enabled' }).matches(':disabled')).toBe(true)
    expect(dialog.getByRole('switch', { name: 'Sign In' }).matches(':disabled')).toBe(true)
  })

  it('keep a default IDP while there are others', async () => {
    answers[`GET ${list}`] = {
      items: [
        builtin,
        saml({ id: 'a', name: 'First', is_default_idp: true }),
        saml({ id: 'b', name: 'Second' }),
      ],
    }
    const { user } = open()
    const dialog = await openDialog(user, /First/)
    expect(dialog.getByRole('switch', { name: 'Default IDP' }).matches(':disabled')).toBe(true)
    expect(dialog.queryByRole('button', { name: 'Uninstall' })).toBeNull()
  })

  it('are uninstalled after asking twice', async () => {
    answers[`DELETE /api/v1/vcs-integrations/${dataCenter.id}`] = () => new Response(null, { status: 204 })
    const { user } = open()
    const dialog = await openDialog(user, /Our Bitbucket/)
    await user.click(dialog.getByRole('button', { name: 'Uninstall' }))
    await user.click(await screen.findByRole('button', { name: 'Yes, Remove' }))
    expect(await screen.findByText('Your integration Our Bitbucket was uninstalled.')).toBeDefined()
  })

  it('beyond the plan lead to it', async () => {
    answers['POST /rest/v1/rpc/workspace_features'] = [feature('saml_ldap_integration', false)]
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add integration' }))
    await user.click(await screen.findByRole('menuitem', { name: /LDAP/ }))
    expect(await screen.findByText('Unlock the power of your workspace')).toBeDefined()
    expect(screen.getByText('Please contact your workspace admin to upgrade.')).toBeDefined()
  })

  it('are only looked at without the permission', async () => {
    answers['POST /rest/v1/rpc/my_permissions'] = [{ role: 'billing', permission: 'WorkspaceSettingsRead' }]
    const { user } = open()
    const dialog = await openDialog(user, /Our Bitbucket/)
    expect(dialog.getByLabelText(/^Name/).matches(':disabled')).toBe(true)
    expect(dialog.getByRole('button', { name: 'Save' }).matches(':disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Add integration' })).toBeNull()
  })
})

it('say where agents and other pages read the documentation', async () => {
  open()
  expect((await screen.findByLabelText('MCP address')).textContent).toBe(
    'http://acme.waymark.localhost:3000/api/v1/mcp',
  )
  expect(screen.getByLabelText('Embed snippet').textContent).toContain(
    'src="http://acme.waymark.localhost:3000/embed.js"',
  )
})

describe('who may enter', () => {
  it('is told by domains, with a role', async () => {
    answers['POST /rest/v1/rpc/add_approved_domain'] = {}
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add domain' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve a domain' }))
    await user.type(dialog.getByLabelText(/^Domain/), 'not a domain')
    expect(await dialog.findByText('Must be a valid domain name')).toBeDefined()
    await user.clear(dialog.getByLabelText(/^Domain/))
    await user.type(dialog.getByLabelText(/^Domain/), 'acme.example')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' }).matches(':enabled')).toBe(true))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Domain Added')).toBeDefined()
    expect(sent('POST', '/rest/v1/rpc/add_approved_domain')).toEqual({
      p_workspace_id: 7,
      p_domain: 'acme.example',
      p_role: 'viewer',
    })
  })

  it('is told by a switch for join requests; a refusal is said and the switch stays', async () => {
    answers['POST /rest/v1/rpc/update_workspace_settings'] = () =>
      json(403, { code: '42501', message: 'permission denied', details: null, hint: null })
    const { user } = open()
    const toggle = await screen.findByRole('switch', { name: 'Allow Join Requests' })
    await user.click(toggle)
    expect(await screen.findByText(/^Error on updating workspace: /)).toBeDefined()
    expect(toggle.matches(':checked')).toBe(true)
  })
})

describe('two who change the same', () => {
  const overtaken = () =>
    json(409, {
      code: 'PT409',
      message: 'Grace Hopper changed this meanwhile.',
      details: '{"field": "x"}',
      hint: 'CONFLICT',
    })
  const now = (changes: object) => ({ ...(answers['GET /rest/v1/workspaces'] as object), ...changes })

  it('are shown both values; who keeps theirs saves over what they have now seen', async () => {
    const { user } = open()
    const field = await screen.findByRole('textbox', { name: 'Google Tag Manager' })
    await user.type(field, 'GTM-MINE')
    answers['POST /rest/v1/rpc/update_workspace_settings'] = overtaken
    answers['GET /rest/v1/workspaces'] = now({ google_tag_manager: 'GTM-THEIRS' })
    await user.click(screen.getByRole('button', { name: 'Save Google Tag Manager' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Google Tag Manager was changed' }))
    dialog.getByText(/Grace Hopper changed this meanwhile\./)
    expect(dialog.getByRole('group', { name: 'Theirs' }).textContent).toBe('GTM-THEIRS')
    expect(dialog.getByRole('group', { name: 'Yours' }).textContent).toBe('GTM-MINE')
    answers['POST /rest/v1/rpc/update_workspace_settings'] = {}
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
    expect(await screen.findByText('Google Tag Manager updated')).toBeDefined()
    expect(saved()).toMatchObject({
      p_changes: { google_tag_manager: 'GTM-MINE' },
      p_seen: { google_tag_manager: 'GTM-THEIRS' },
    })
  })

  it('or take what the other made of it', async () => {
    const { user } = open()
    await user.type(await screen.findByRole('textbox', { name: 'Google Tag Manager' }), 'GTM-MINE')
    answers['POST /rest/v1/rpc/update_workspace_settings'] = overtaken
    answers['GET /rest/v1/workspaces'] = now({ google_tag_manager: 'GTM-THEIRS' })
    await user.click(screen.getByRole('button', { name: 'Save Google Tag Manager' }))
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }))
    const field = await screen.findByRole('textbox', { name: 'Google Tag Manager' })
    expect(field.getAttribute('value')).toBe('GTM-THEIRS')
  })

  it('are told in the dialog of the name, where what they typed stays', async () => {
    const { user } = open()
    const dialog = await openDialog(user, /Edit display name/)
    const field = dialog.getByLabelText(/Display name/)
    await user.clear(field)
    await user.type(field, 'x')
    expect(await dialog.findByText('Must be at least 2 characters')).toBeDefined()
    await user.type(field, 'x'.repeat(20))
    expect(await dialog.findByText('Must be no more than 20 Characters')).toBeDefined()
    await user.clear(field)
    await user.type(field, 'Mine')
    answers['POST /rest/v1/rpc/update_workspace_settings'] = overtaken
    answers['GET /rest/v1/workspaces'] = now({ name: 'Theirs' })
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' }).matches(':enabled')).toBe(true))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(
      await dialog.findByText(/Grace Hopper changed this meanwhile\. It is “Theirs” now\./),
    ).toBeDefined()
    expect(field.getAttribute('value')).toBe('Mine')
  })
})

describe('docs settings', () => {
  const toggle = (name: string) => screen.findByRole('switch', { name })

  it('are switched one by one', async () => {
    answers['POST /rest/v1/rpc/update_workspace_settings'] = {}
    const { user } = open()
    await user.click(await toggle('Enable Try It'))
    expect(await screen.findByText('Enable Try It updated')).toBeDefined()
    expect(saved()).toEqual({
      p_workspace_id: 7,
      p_changes: { show_tryit: false },
      p_seen: { show_tryit: true },
    })
    await user.click(await toggle('Allow Search Engine Indexing'))
    expect(await screen.findByText('Allow Search Engine Indexing updated')).toBeDefined()
    expect(saved()).toEqual({
      p_workspace_id: 7,
      p_changes: { allow_search_indexing: false },
      p_seen: { allow_search_indexing: true },
    })
  })

  it('take the names of what others load, in their form alone', async () => {
    answers['POST /rest/v1/rpc/update_workspace_settings'] = {}
    answers['POST /rest/v1/rpc/workspace_features'] = [feature('localizejs', false)]
    const { user } = open()
    const field = await screen.findByRole('textbox', { name: 'Google Tag Manager' })
    await user.type(field, '<script>')
    await user.click(screen.getByRole('button', { name: 'Save Google Tag Manager' }))
    expect(await screen.findByText(/^Must be the ID of a container/)).toBeDefined()
    await user.clear(field)
    await user.type(field, ' GTM-A1B2C3D ')
    await user.click(screen.getByRole('button', { name: 'Save Google Tag Manager' }))
    expect(await screen.findByText('Google Tag Manager updated')).toBeDefined()
    expect(saved()).toEqual({
      p_workspace_id: 7,
      p_changes: { google_tag_manager: 'GTM-A1B2C3D' },
      p_seen: { google_tag_manager: null },
    })
    expect(screen.getByRole('textbox', { name: 'Localize' }).matches(':disabled')).toBe(true)
    screen.getByText(/^The plan of this workspace has no Localize\./)
    await user.click(await toggle('Ask Visitors Before Tracking'))
    expect(await screen.findByText('Ask Visitors Before Tracking updated')).toBeDefined()
    expect((await toggle('UserWay Widget')).matches(':disabled')).toBe(true)
  })

  it('have no mock servers where the plan has none', async () => {
    answers['POST /rest/v1/rpc/workspace_features'] = [feature('hosted_mocking', false)]
    open()
    expect(await screen.findByText(/^The plan of this workspace has no mock servers\./)).toBeDefined()
    expect((await toggle('Show Mock Servers')).matches(':disabled')).toBe(true)
  })

  it('have mock servers only where operations can be tried', async () => {
    answers['GET /rest/v1/workspaces'] = {
      join_requests_disabled: false,
      guests_receive_daily_digest: false,
      idle_timeout_seconds: null,
      show_tryit: false,
      show_tryit_mock_server: true,
      allow_search_indexing: true,
    }
    open()
    expect((await toggle('Show Mock Servers')).matches(':disabled')).toBe(true)
  })

  it('are not for who may only read them', async () => {
    answers['POST /rest/v1/rpc/my_permissions'] = permissions.slice(0, 1)
    open()
    for (const name of ['Enable Try It', 'Show Mock Servers', 'Allow Search Engine Indexing'])
      expect((await toggle(name)).matches(':disabled')).toBe(true)
  })
})
