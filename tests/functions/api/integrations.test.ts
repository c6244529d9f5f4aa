// The settings of sign-in integrations over HTTP: who may, what is checked, and that secrets never come back.
import { beforeAll, describe, expect, it } from 'vitest'
import { keyPair } from '../../doubles/saml-idp.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { anIntegration, type IntegrationAnswer } from '../support/integrations.ts'
import { aMember, aWorkspace, sql, unique, type Workspace } from '../support/people.ts'

const stack = sharedStack()
let workspace: Workspace
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

const { cert } = keyPair()
const secret = `planted-${unique('secret')}`
const path = () => `/workspaces/${workspace.id}/vcs-integrations`
const token = () => workspace.owner.token
const github = (more: object = {}) => ({
  kind: 'github',
  name: unique('GitHub'),
  config_type: 'custom',
  config: {
    hostUrl: `https://${unique('git')}.example`,
    apiUrl: `https://${unique('api')}.example`,
    clientId: 'id',
  },
  secrets: { clientSecret: secret },
  ...more,
})
const saml = (more: object = {}) => ({
  kind: 'saml',
  name: unique('SAML'),
  config_type: 'custom',
  config: {
    entryPoint: `https://${unique('idp')}.example/sso`,
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    cert,
    issuer: 'waymark',
  },
  ...more,
})

describe('an integration', () => {
  it('is added, listed, changed and uninstalled', async () => {
    const made = await anIntegration(stack, workspace, github())
    expect(made).toMatchObject({ kind: 'github', enabled: true, has_secrets: true })
    expect(made.callback_url).toMatch(new RegExp(`^${stack.waymarkUrl}/oauth/integrations/[0-9a-f]{32}$`))
    const { items } = (await call(stack, path(), { token: token() })).json<{ items: IntegrationAnswer[] }>()
    expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['builtin', 'github']))
    const renamed = await call(stack, `/vcs-integrations/${made.id}`, {
      method: 'PATCH',
      token: token(),
      json: { name: 'Our Git', secrets: { clientSecret: '********' } },
    })
    expect(renamed.json()).toMatchObject({ name: 'Our Git', has_secrets: true })
    const late = await call(stack, `/vcs-integrations/${made.id}`, {
      method: 'PATCH',
      token: token(),
      json: { config: { clientId: 'late' }, seen: { clientId: 'another' } },
    })
    expect(refusalIn(late)).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/ changed this meanwhile\.$/),
    })
    expect(
      (await call(stack, `/vcs-integrations/${made.id}`, { method: 'DELETE', token: token() })).status,
    ).toBe(204)
    expect(
      (await call(stack, `/vcs-integrations/${made.id}`, { method: 'DELETE', token: token() })).status,
    ).toBe(404)
  })

  it('of SAML gets a callback of its own, and the first is the default', async () => {
    const first = await anIntegration(stack, workspace, saml())
    expect(first.is_default_idp).toBe(true)
    expect(first.callback_url).toBe(`${stack.waymarkUrl}/api/v1/auth/saml/${first.id}/acs`)
    expect(first.config.callbackUrl).toBe(first.callback_url)
    const metadata = await call(stack, (first.metadata_url ?? '').replace(`${stack.waymarkUrl}/api/v1`, ''))
    expect(metadata.text).toContain(`Location="${first.callback_url}"`)
    const second = await anIntegration(stack, workspace, saml())
    const refused = await call(stack, `/vcs-integrations/${first.id}`, { method: 'DELETE', token: token() })
    expect(refusalIn(refused).detail).toBe('You must set another SAML integration as a default IDP provider')
    const moved = await call(stack, `/vcs-integrations/${second.id}`, {
      method: 'PATCH',
      token: token(),
      json: { config: { defaultIdp: true } },
    })
    expect(moved.json()).toMatchObject({ is_default_idp: true })
  })

  it('is refused with the field that is wrong', async () => {
    const taken = await anIntegration(stack, workspace, github())
    const again = await call(stack, path(), { token: token(), json: github({ name: taken.name }) })
    expect(again.json<ProblemBody>().errors).toEqual([
      {
        field: 'name',
        message: 'This name is associated with another integration. Please choose a different name.',
      },
    ])
    const incomplete = await call(stack, path(), {
      token: token(),
      json: github({ config: { hostUrl: 'https://x.example' } }),
    })
    expect([incomplete.status, incomplete.json<ProblemBody>().type]).toEqual([400, 'VALIDATION_ERROR'])
    const config = { ...saml().config, cert: 'MIIBxx' }
    const uncertified = await call(stack, path(), { token: token(), json: saml({ config }) })
    expect(uncertified.json<ProblemBody>().errors).toEqual([
      { field: 'cert', message: 'Must be a valid X.509 certificate.' },
    ])
    const builtin = await call(stack, path(), { token: token(), json: { kind: 'builtin', name: 'x' } })
    expect(builtin.status).toBe(400)
  })

  it('that is the last way to sign in stays on', async () => {
    const fresh = await aWorkspace(stack)
    const { items } = (
      await call(stack, `/workspaces/${fresh.id}/vcs-integrations`, { token: fresh.owner.token })
    ).json<{ items: IntegrationAnswer[] }>()
    const off = await call(stack, `/vcs-integrations/${items[0]?.id}`, {
      method: 'PATCH',
      token: fresh.owner.token,
      json: { enabled: false },
    })
    expect(refusalIn(off)).toMatchObject({
      status: 400,
      detail: 'This is the last enabled sign-in integration of this workspace. Enable another one first.',
    })
  })
})

describe('who may', () => {
  it.each([
    ['maker', 403, 403],
    ['viewer', 403, 403],
    ['billing', 200, 403],
    ['admin', 200, 201],
  ])('a %s', async (role, read, write) => {
    const member = await aMember(stack, workspace, role)
    expect((await call(stack, path(), { token: member.token })).status).toBe(read)
    expect((await call(stack, path(), { token: member.token, json: github() })).status).toBe(write)
  })

  it('nobody else learns that there is one', async () => {
    const made = await anIntegration(stack, workspace, github())
    const stranger = await aWorkspace(stack)
    const as = { token: stranger.owner.token }
    expect((await call(stack, path(), as)).status).toBe(404)
    expect(
      (await call(stack, `/vcs-integrations/${made.id}`, { ...as, method: 'PATCH', json: { name: 'x' } }))
        .status,
    ).toBe(404)
    expect((await call(stack, `/vcs-integrations/${made.id}`, { ...as, method: 'DELETE' })).status).toBe(404)
    expect((await call(stack, path())).status).toBe(401)
  })
})

describe('a secret', () => {
  it('comes back through no door, and lies sealed in the database', async () => {
    const made = await anIntegration(stack, workspace, github())
    const answers = [
      await call(stack, path(), { token: token() }),
      await call(stack, `/vcs-integrations/${made.id}`, {
        method: 'PATCH',
        token: token(),
        json: { name: unique('n') },
      }),
    ]
    const tables = ['workspace_integrations', 'workspaces', 'activity_events', 'external_users']
    const rest = await Promise.all(
      tables.map((table) =>
        fetch(`${stack.apiUrl}/rest/v1/${table}?select=*`, {
          headers: { apikey: stack.anonKey, authorization: `Bearer ${token()}` },
        }).then((answer) => answer.text()),
      ),
    )
    for (const text of [...answers.map((answer) => answer.text), ...rest]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain('ciphertext')
    }
    const kept = await sql<{ all: string }>(
      stack,
      `select string_agg(s::text, ' ') as all from private.secrets s`,
    )
    expect(kept[0]?.all.length).toBeGreaterThan(0)
    expect(kept[0]?.all).not.toContain(secret)
  })
})
