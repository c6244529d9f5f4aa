// Signing in with a real directory.
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { type Directory, startDirectory } from '../../support/slapd.ts'
import { sharedStack } from '../../support/stack.ts'
import { aBrowser } from '../support/browser.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { anIntegration, type IntegrationAnswer, trust } from '../support/integrations.ts'
import { aWorkspace, sql, unique, type Workspace } from '../support/people.ts'

const stack = sharedStack()
let directory: Directory
let workspace: Workspace
beforeAll(async () => {
  directory = await startDirectory()
  workspace = await aWorkspace(stack)
  for (const url of [directory.url, directory.ldapsUrl]) {
    await trust(stack, 'ldap', url)
    await trust(stack, 'ldap', url.replace('127.0.0.1', 'localhost'))
  }
  await sql(
    stack,
    `insert into public.approved_domains (workspace_id, domain, role)
     select id, 'directory.example', 'maker' from public.workspaces where slug = $1`,
    [workspace.slug],
  )
})
afterAll(() => directory.close())

const configOf = (more: object = {}) => ({
  url: directory.url,
  bindDN: directory.bindDN,
  searchBase: directory.searchBase,
  searchFilter: '(uid={{username}})',
  ...more,
})

const install = (more: object = {}): Promise<IntegrationAnswer> =>
  anIntegration(stack, workspace, {
    kind: 'ldap',
    name: unique('ldap'),
    config_type: 'custom',
    config: configOf(more),
    secrets: { bindCredentials: directory.bindCredentials },
  })

const signIn = ({ id }: IntegrationAnswer, username: string, password: string) =>
  aBrowser(stack).call('/auth/login', {
    json: {
      workspace: workspace.slug,
      workspace_id: workspace.id,
      workspace_integration_id: id,
      username_or_email: username,
      password,
    },
  })

const wrong = {
  status: 401,
  type: 'UNAUTHENTICATED',
  detail: 'The email, username or password is incorrect.',
}

describe('a directory', () => {
  it.each([
    ['in the clear', {}],
    ['by StartTLS', { startTls: true }],
    ['by LDAPS', { ldaps: true }],
    ['by LDAPS and a name', { ldaps: true, name: true }],
    ['by StartTLS and a name', { startTls: true, name: true }],
  ])('lets its people in %s', async (_how, how) => {
    const secure = Object.keys(how).length > 0
    const url = 'ldaps' in how ? directory.ldapsUrl : directory.url
    const integration = await install({
      ...(secure ? { caCert: directory.caCert } : {}),
      ...('startTls' in how ? { startTls: true } : {}),
      url: url.replace('127.0.0.1', 'name' in how ? 'localhost' : '127.0.0.1'),
    })
    const answer = await signIn(integration, 'ada', 'ada-secret')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json()).toMatchObject({ user_role: 'maker', join_request_status: null })
  })

  it.each([
    ['a wrong password', 'ada', 'wrong'],
    ['an unknown name', 'eve', 'ada-secret'],
    ['a star that means everybody', '*', 'ada-secret'],
    ['a filter in the name', '*)(uid=*', 'ada-secret'],
    ['another filter in the name', 'ada)(|(uid=*', 'ada-secret'],
    ['the name of the branch', 'ou=people', 'ada-secret'],
  ])('refuses %s', async (_what, username, password) => {
    const integration = await install()
    expect(refusalIn(await signIn(integration, username, password))).toEqual(wrong)
    const told = await sql<{ metadata: object }>(
      stack,
      `select metadata from public.activity_events
       where type = 'workspace.sign_in.refused' and metadata ->> 'integration' = $1`,
      [integration.name],
    )
    expect(told).toEqual([
      { metadata: { integration: integration.name, kind: 'ldap', reason: wrong.detail } },
    ])
  })

  it('is not asked with an empty password, which would be an anonymous bind', async () => {
    const integration = await install()
    expect((await signIn(integration, 'ada', '')).status).toBe(400)
  })

  it('that finds two people for a name lets neither in', async () => {
    const integration = await install({ searchFilter: '(|(uid={{username}})(uid=bob))' })
    expect(refusalIn(await signIn(integration, 'ada', 'ada-secret'))).toEqual(wrong)
  })

  it('whose person has no address lets nobody in', async () => {
    const answer = await signIn(await install(), 'nomail', 'nomail-secret')
    expect(refusalIn(answer)).toMatchObject({ status: 403, type: 'INSUFFICIENT_PERMISSIONS' })
  })

  it('that is down tells its address to nobody but the workspace’s trail', async () => {
    const integration = await install({ url: 'ldap://127.0.0.1:1' })
    const answer = await signIn(integration, 'ada', 'ada-secret')
    expect(refusalIn(answer)).toMatchObject({ status: 400, type: 'VCS_PROVIDER_ERROR' })
    expect(answer.text).not.toContain('127.0.0.1')
    const [event] = await sql(
      stack,
      `select metadata ->> 'reason' as reason from public.activity_events
       where type = 'workspace.sign_in.refused' and metadata ->> 'integration' = $1`,
      [integration.name],
    )
    expect(event).toEqual({ reason: 'The directory at 127.0.0.1:1 could not be reached.' })
  })

  it('is asked only by who names its workspace: numbers can be counted and tell nothing', async () => {
    const integration = await install()
    const other = await aWorkspace(stack)
    const attempt = (name: string | undefined, id: string) =>
      aBrowser(stack).call('/auth/login', {
        json: {
          ...(name === undefined ? {} : { workspace: name }),
          workspace_integration_id: id,
          username_or_email: 'ada',
          password: 'ada-secret',
        },
      })
    const none = refusalIn(await attempt(workspace.slug, encodeId('wkintg', 999_999_999)))
    expect(none).toMatchObject({ status: 404, detail: 'Unknown authentication url' })
    for (const name of [undefined, '', other.slug])
      expect(refusalIn(await attempt(name, integration.id))).toEqual(none)
    // Neither does one tell of itself that takes no passwords.
    const { id: git } = await anIntegration(stack, workspace, {
      kind: 'github',
      name: unique('github'),
      config_type: 'custom',
      config: { hostUrl: 'https://git.example', apiUrl: 'https://api.git.example', clientId: 'id' },
      secrets: { clientSecret: 'secret' },
    })
    expect(refusalIn(await attempt(workspace.slug, git))).toEqual(none)
    expect((await attempt(workspace.slug, integration.id)).status).toBe(200)
  })

  it('slows down who guesses', async () => {
    const integration = await install()
    let status = 401
    for (let attempt = 0; attempt < 80 && status === 401; attempt++)
      status = (await signIn(integration, 'bob', `guess-${attempt}`)).status
    expect(status).toBe(429)
  })
})

describe('trying the settings', () => {
  const tried = async (config: object, bindCredentials = directory.bindCredentials) => {
    const answer = await call(stack, `/workspaces/${workspace.id}/vcs-integrations/test`, {
      token: workspace.owner.token,
      json: { kind: 'ldap', config, secrets: { bindCredentials } },
    })
    return answer.json<{ success: boolean; message: string }>()
  }

  it('says that everything looks good, or what does not', async () => {
    expect(await tried(configOf())).toEqual({ success: true, message: 'Everything looks good!' })
    expect(await tried(configOf(), 'wrong')).toEqual({
      success: false,
      message: 'The directory did not accept the Bind DN and its credentials.',
    })
    expect((await tried(configOf({ searchBase: 'ou=nowhere,dc=example,dc=org' }))).message).toMatch(
      /does not exist/,
    )
    expect((await tried(configOf({ searchFilter: '(uid=ada)' }))).message).toMatch(/placeholder/)
    expect((await tried(configOf({ url: directory.ldapsUrl }))).message).toMatch(/certificate/)
    expect((await tried(configOf({ url: 'ldap://127.0.0.1:1' }))).message).toMatch(/could not be reached/)
    expect((await tried(configOf({ url: 'ldap://169.254.169.254:80' }))).message).toBe(
      'This address is not allowed.',
    )
  })

  it('sends kept secrets to no other server', async () => {
    const { id } = await install()
    const elsewhere = directory.url.replace('127.0.0.1', 'localhost')
    const withKept = async (config: object) => {
      const answer = await call(stack, `/workspaces/${workspace.id}/vcs-integrations/test`, {
        token: workspace.owner.token,
        json: { kind: 'ldap', config, workspace_integration_id: id },
      })
      return answer.json<{ success: boolean }>().success
    }
    expect(await withKept(configOf())).toBe(true)
    expect(await withKept(configOf({ url: elsewhere }))).toBe(false)
    const move = (secrets?: object) =>
      call(stack, `/vcs-integrations/${id}`, {
        method: 'PATCH',
        token: workspace.owner.token,
        json: { config: { url: elsewhere }, ...(secrets && { secrets }) },
      })
    expect((await move()).json<ProblemBody>().errors).toEqual([
      { field: 'bindCredentials', message: 'Required' },
    ])
    expect((await move({ bindCredentials: directory.bindCredentials })).status).toBe(200)
  })

  it('gives up on a directory that never answers', async () => {
    const mute: Server = createServer(() => undefined)
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port } = mute.address() as { port: number }
    const result = await tried(configOf({ url: `ldap://127.0.0.1:${port}` }))
    mute.close()
    expect(result).toMatchObject({ success: false, message: expect.stringMatching(/could not be reached/) })
  })
})
