// Signing in with six Git hosts: what lets people in, and what an attacker tries between two requests.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startAzureServer,
  startAzureServices,
  startBitbucketCloud,
  startBitbucketDataCenter,
  startGithub,
  startGitlab,
} from '../../doubles/git-hosts.ts'
import type { GitHostDouble } from '../../doubles/oauth-host.ts'
import { codeIn, nextMail } from '../../support/inbox.ts'
import { sharedStack } from '../../support/stack.ts'
import { aBrowser, answerIn } from '../support/browser.ts'
import { call, refusalIn } from '../support/call.ts'
import { anIntegration, type IntegrationAnswer, trust } from '../support/integrations.ts'
import { aMember, aWorkspace, sql, unique, type Workspace } from '../support/people.ts'

const stack = sharedStack()
const callback = [`${stack.waymarkUrl}/oauth/integrations/`]

interface Result {
  token: string | null
  join_request_status: string | null
  user_role?: string
  return_to?: string
}

interface Kind {
  kind: string
  start: () => Promise<GitHostDouble>
  api: string
  config?: object
}

const OAUTH: Kind[] = [
  { kind: 'github', start: () => startGithub(callback), api: '/api/v3' },
  { kind: 'gitlab', start: () => startGitlab(callback), api: '/api/v4' },
  { kind: 'bitbucket_cloud', start: () => startBitbucketCloud(callback), api: '/2.0' },
  {
    kind: 'bitbucket_data_center',
    start: () => startBitbucketDataCenter(callback),
    api: '/rest/api/1.0',
    config: { authType: 'oauth' },
  },
  { kind: 'azure_devops_services', start: () => startAzureServices(callback), api: '' },
]
const BASIC: Kind[] = [
  { kind: 'bitbucket_data_center', start: () => startBitbucketDataCenter(callback), api: '/rest/api/1.0' },
  { kind: 'azure_devops_server', start: startAzureServer, api: '' },
]

const open: GitHostDouble[] = []
afterAll(() => Promise.all(open.map((host) => host.close())))

async function aHost(workspace: Workspace, { kind, start, api, config }: Kind) {
  const host = await start()
  open.push(host)
  const apiUrl = `${host.url}${api}`
  if (!kind.startsWith('azure')) await trust(stack, kind, host.url, apiUrl)
  const { clientId, clientSecret } = host
  const basic = kind === 'azure_devops_server' || (kind === 'bitbucket_data_center' && !config)
  const integration = await anIntegration(stack, workspace, {
    kind,
    name: unique(kind),
    config_type: 'custom',
    config: {
      hostUrl: host.url,
      apiUrl,
      ...(basic ? {} : { clientId }),
      ...config,
    },
    secrets: basic ? {} : { clientSecret },
  })
  return { host, integration }
}

async function invited(workspace: Workspace, email: string, role = 'viewer') {
  await sql(
    stack,
    `insert into public.approved_domains (workspace_id, domain, role)
    select id, $2, $3::public.workspace_role from public.workspaces where slug = $1 on conflict do nothing`,
    [workspace.slug, email.split('@')[1], role],
  )
}

const somebody = (host: GitHostDouble, verified = true) => {
  const email = `ada@${unique('corp')}.example`
  host.person = {
    ...host.person,
    id: Math.ceil(Math.random() * 1e9),
    emails: [{ email, verified, primary: true }],
  }
  return email
}

describe.each(OAUTH.filter(({ kind }) => !kind.startsWith('azure')))('by $kind', (kind) => {
  let workspace: Workspace
  let host: GitHostDouble
  let integration: IntegrationAnswer
  beforeAll(async () => {
    workspace = await aWorkspace(stack)
    ;({ host, integration } = await aHost(workspace, kind))
  })

  it('somebody whose domain is approved enters, and comes back as the same person', async () => {
    const email = somebody(host)
    await invited(workspace, email)
    const answers: Result[] = []
    for (let round = 0; round < 2; round++) {
      const browser = aBrowser(stack)
      const { url, state } = await browser.begin(integration.id, { return_to: '/docs/orders' })
      const back = await browser.click(url)
      expect(back.get('state')).toBe(state)
      const answer = await browser.call('/auth/login', { json: answerIn(back) })
      expect(answer.status, answer.text).toBe(200)
      answers.push(answer.json())
    }
    expect(answers[0]).toMatchObject({ user_role: 'viewer', join_request_status: null })
    expect(answers[0]?.return_to).toMatch(new RegExp(`//${workspace.slug}\\..*/docs/orders$`))
    const people = await sql(stack, 'select 1 from public.emails where email = $1', [email])
    expect(people).toHaveLength(1)
  })

  it('somebody nobody invited asks to join', async () => {
    somebody(host)
    const browser = aBrowser(stack)
    const { url } = await browser.begin(integration.id)
    const answer = await browser.call('/auth/login', { json: answerIn(await browser.click(url)) })
    expect(answer.json<Result>()).toMatchObject({ token: null, join_request_status: 'created' })
  })

  it('who declines is told so by the provider, and has no code', async () => {
    const browser = aBrowser(stack)
    const { url } = await browser.begin(integration.id)
    const back = await browser.click(url, 'no')
    expect([back.get('code'), back.get('error')]).toEqual([null, 'access_denied'])
  })
})

describe('between the two requests', () => {
  let workspace: Workspace
  let host: GitHostDouble
  let integration: IntegrationAnswer
  beforeAll(async () => {
    workspace = await aWorkspace(stack)
    ;({ host, integration } = await aHost(workspace, OAUTH[0] as Kind))
    await invited(workspace, somebody(host))
  })

  const mismatch = { status: 400, type: 'TOKEN_ERROR', detail: 'Encountered an error during authentication' }

  async function ready() {
    const browser = aBrowser(stack)
    const { url } = await browser.begin(integration.id)
    return { browser, json: answerIn(await browser.click(url)) }
  }

  it('a state works once', async () => {
    const { browser, json } = await ready()
    expect((await browser.call('/auth/login', { json })).status).toBe(200)
    expect(refusalIn(await browser.call('/auth/login', { json }))).toEqual(mismatch)
  })

  it('another browser cannot end it (login CSRF)', async () => {
    const { json } = await ready()
    expect(refusalIn(await aBrowser(stack).call('/auth/login', { json }))).toEqual(mismatch)
  })

  it('a state that was never given, or is none, is refused', async () => {
    const { browser, json } = await ready()
    for (const state of ['ab'.repeat(16), '{}', 'x'])
      expect(refusalIn(await browser.call('/auth/login', { json: { ...json, state } }))).toEqual(mismatch)
  })

  it('another workspace or integration cannot be slipped in', async () => {
    const other = await aWorkspace(stack)
    const { browser, json } = await ready()
    const elsewhere = { ...json, workspace_id: other.id }
    expect(refusalIn(await browser.call('/auth/login', { json: elsewhere }))).toEqual(mismatch)
  })

  it('a code of the attacker’s own is refused by the provider: the proof key is missing', async () => {
    const victim = await ready()
    const attacker = await ready()
    const json = { ...victim.json, code: attacker.json.code }
    expect(refusalIn(await victim.browser.call('/auth/login', { json }))).toMatchObject({ status: 400 })
  })

  it('settings that changed on the way end it: a code for one provider is not sent to another', async () => {
    const { browser, json } = await ready()
    const evil = await startGithub(callback)
    open.push(evil)
    await call(stack, `/vcs-integrations/${integration.id}`, {
      method: 'PATCH',
      token: workspace.owner.token,
      json: {
        config: { hostUrl: evil.url, apiUrl: `${evil.url}/api/v3` },
        secrets: { clientSecret: 'x' },
      },
    })
    expect(refusalIn(await browser.call('/auth/login', { json }))).toEqual(mismatch)
    expect(evil.codesSeen).toEqual([])
    ;({ host, integration } = await aHost(workspace, OAUTH[0] as Kind))
  })

  it('a code that waited too long is refused', async () => {
    const { browser, json } = await ready()
    host.expireCodes()
    expect(refusalIn(await browser.call('/auth/login', { json }))).toMatchObject({ status: 400 })
  })

  it('a sign-in cannot be used to connect, nor the other way round', async () => {
    const { browser, json } = await ready()
    const connect = { workspace_integration_id: integration.id, ...json }
    const answer = await browser.call('/auth/connect', { json: connect, token: workspace.owner.token })
    expect(refusalIn(answer)).toEqual(mismatch)
  })

  it('an address that the host does not call verified opens nothing', async () => {
    const member = await aMember(stack, workspace, 'maker')
    host.person = {
      ...host.person,
      id: 777,
      emails: [{ email: member.email, verified: false, primary: true }],
    }
    const { browser, json } = await ready()
    const answer = await browser.call('/auth/login', { json })
    expect(refusalIn(answer)).toEqual({
      status: 403,
      type: 'INSUFFICIENT_PERMISSIONS',
      detail:
        'Permission denied. You need to connect with a GitHub account that has an email associated with it that has either been invited to this workspace, or matches one of the allowed email domains on this workspace.',
    })
  })

  it('nobody registers where registration is off: who is not invited is told whose account it takes', async () => {
    const closed = await aHost(await aWorkspace(stack), OAUTH[0] as Kind)
    await sql(stack, 'update public.workspace_integrations set allow_user_register = false where name = $1', [
      closed.integration.name,
    ])
    somebody(closed.host)
    const browser = aBrowser(stack)
    const { url } = await browser.begin(closed.integration.id)
    const answer = await browser.call('/auth/login', { json: answerIn(await browser.click(url)) })
    expect(refusalIn(answer)).toMatchObject({
      status: 403,
      detail: expect.stringMatching(/^Permission denied. You need to connect with a GitHub account that has/),
    })
  })

  it('nothing is known of an integration that is off, or of none, nor by its number without the name', async () => {
    const off = await aHost(workspace, OAUTH[1] as Kind)
    const on = await aHost(workspace, OAUTH[0] as Kind)
    await call(stack, `/vcs-integrations/${off.integration.id}`, {
      method: 'PATCH',
      token: workspace.owner.token,
      json: { enabled: false },
    })
    const ask = (id: string, name?: string) =>
      call(stack, '/auth/authentication-url', {
        json: {
          workspace_integration_id: id,
          state: randomBytes(16).toString('hex'),
          ...(name ? { workspace: name } : {}),
        },
      })
    const answers = [
      await ask(off.integration.id, workspace.slug),
      await ask('d2tpbnRnOjk5OTk5OQ', workspace.slug),
      await ask(on.integration.id),
      await ask(on.integration.id, 'another'),
    ]
    const [first] = answers.map(refusalIn)
    expect(first).toMatchObject({ status: 404, detail: 'Unknown authentication url' })
    for (const answer of answers) expect(refusalIn(answer)).toEqual(first)
    expect((await ask(on.integration.id, workspace.slug)).status).toBe(200)
  })
})

describe('a provider that sends people on to another one (mix-up)', () => {
  const shared = `${stack.waymarkUrl}/oauth/callback`
  const mismatch = { status: 400, type: 'TOKEN_ERROR', detail: 'Encountered an error during authentication' }
  let evil: Awaited<ReturnType<typeof aHost>>
  let honest: GitHostDouble
  beforeAll(async () => {
    evil = await aHost(await aWorkspace(stack), OAUTH[2] as Kind)
    // As the installation itself is registered.
    honest = await startBitbucketCloud([shared])
    open.push(honest)
  })

  /** The page that the evil provider leads to instead of its own. */
  function sentOn(url: string, redirectUri: string): string {
    const { search } = new URL(url)
    const target = new URL(`/site/oauth2/authorize${search}`, honest.url)
    target.searchParams.set('client_id', honest.clientId)
    target.searchParams.set('redirect_uri', redirectUri)
    return target.href
  }

  it('is not given the code that the other one sends back', async () => {
    const victim = aBrowser(stack)
    const { url } = await victim.begin(evil.integration.id)
    const back = await victim.click(sentOn(url, shared))
    expect(back.get('code')).toBeTruthy()
    expect(refusalIn(await victim.call('/auth/login', { json: answerIn(back) }))).toEqual(mismatch)
    const { redirect_uri: _, ...silent } = answerIn(back)
    expect(refusalIn(await victim.call('/auth/login', { json: silent }))).toEqual(mismatch)
    expect(evil.host.codesSeen).toEqual([])
  })

  it('has a redirect address of its own that lies below no other one', async () => {
    const { url } = await aBrowser(stack).begin(evil.integration.id)
    const own = new URL(url).searchParams.get('redirect_uri') ?? ''
    expect(own).toBe(evil.integration.callback_url)
    expect(own.startsWith(shared)).toBe(false)
    const other = await aHost(await aWorkspace(stack), OAUTH[2] as Kind)
    expect(other.integration.callback_url).not.toBe(own)
    const page = await fetch(sentOn(url, own))
    expect([page.status, await page.text()]).toEqual([400, 'bad redirect_uri'])
  })

  it('cannot take the address of another integration', async () => {
    const other = await aWorkspace(stack)
    const key = evil.integration.callback_url?.split('/').at(-1)
    const answer = await call(stack, `/workspaces/${other.id}/vcs-integrations`, {
      token: other.owner.token,
      json: { kind: 'github', name: 'Mine', config_type: 'default', callback_key: key },
    })
    expect(answer.status).toBe(409)
  })

  it.each([
    ['another host', 'https://git.evil.example', false],
    ['no address', 'evil', false],
    ['the host', 'itself', true],
  ])('is told by its issuer: %s', async (_what, issuer, enters) => {
    const victim = aBrowser(stack)
    somebody(evil.host)
    evil.host.issuer = issuer === 'itself' ? `${evil.host.url}/issuer` : issuer
    evil.host.codesSeen = []
    const { url } = await victim.begin(evil.integration.id)
    const json = answerIn(await victim.click(url))
    const answer = await victim.call('/auth/login', { json })
    expect([answer.status, evil.host.codesSeen.length]).toEqual(enters ? [200, 1] : [400, 0])
    evil.host.issuer = null
  })
})

describe.each(OAUTH.concat(BASIC).filter(({ kind }) => kind.startsWith('azure')))(
  'by $kind, whose addresses its administrators write',
  (kind) => {
    it('an address is confirmed by a code once, in the browser that began', async () => {
      const workspace = await aWorkspace(stack)
      const { host, integration } = await aHost(workspace, kind)
      const email = somebody(host)
      await invited(workspace, email)
      const browser = aBrowser(stack)
      const signIn = async () => {
        if (kind.kind === 'azure_devops_services') {
          const { url } = await browser.begin(integration.id)
          return browser.call('/auth/login', { json: answerIn(await browser.click(url)) })
        }
        const { username, password } = host.person
        const json = {
          workspace: workspace.slug,
          workspace_integration_id: integration.id,
          username_or_email: username,
          password,
        }
        return browser.call('/auth/login', { json })
      }
      const first = await signIn()
      expect(first.json()).toMatchObject({ token: null, confirmation_required: true, email })
      const cookies = (first.headers['set-cookie'] ?? []).filter((line) => line.startsWith('waymark_signin='))
      expect(cookies.length).toBeLessThan(2)
      const code = codeIn(await nextMail(stack, email))
      const path = `/workspaces/${workspace.id}/member-emails/confirm`
      const confirmed = await browser.call(path, { json: { email, confirmation_code: code } })
      expect(confirmed.status, confirmed.text).toBe(204)
      expect((await signIn()).json<Result>()).toMatchObject({ user_role: 'viewer' })
    })
  },
)

describe.each(BASIC.filter(({ kind }) => !kind.startsWith('azure')))(
  'by name and password at $kind',
  (kind) => {
    it('enters with the right ones only', async () => {
      const workspace = await aWorkspace(stack)
      const { host, integration } = await aHost(workspace, kind)
      await invited(workspace, somebody(host), 'maker')
      const json = {
        workspace: workspace.slug,
        workspace_id: workspace.id,
        workspace_integration_id: integration.id,
        username_or_email: host.person.username,
        password: host.person.password,
      }
      const answer = await aBrowser(stack).call('/auth/login', { json })
      expect(answer.json<Result>()).toMatchObject({ user_role: 'maker' })
      const wrong = await aBrowser(stack).call('/auth/login', { json: { ...json, password: 'wrong' } })
      expect(refusalIn(wrong)).toMatchObject({ status: 401, type: 'UNAUTHENTICATED' })
    })
  },
)

describe('connecting', () => {
  it('is refused before anybody is sent away, by a session that does not reach the workspace', async () => {
    const workspace = await aWorkspace(stack)
    const { integration } = await aHost(workspace, OAUTH[0] as Kind)
    const browser = aBrowser(stack)
    const { token } = workspace.owner
    const stranger = (await aWorkspace(stack)).owner
    const unknown = { status: 404, type: 'NOT_FOUND', detail: 'Unknown authentication url' }
    const ask = async (as: string) => {
      const json = {
        workspace_integration_id: integration.id,
        state: randomBytes(16).toString('hex'),
        purpose: 'connect',
      }
      return browser.call('/auth/authentication-url', { json, token: as })
    }
    const connect = (as: string) =>
      browser.call('/auth/connect', {
        json: { workspace_integration_id: integration.id, username_or_email: 'x', password: 'y' },
        token: as,
      })
    expect((await ask(token)).status).toBe(200)
    for (const refused of [await ask(stranger.token), await connect(stranger.token)])
      expect(refusalIn(refused)).toEqual(unknown)
    await sql(
      stack,
      `update public.workspace_integrations i set enabled = false from public.workspaces w
       where i.workspace_id = w.id and w.slug = $1 and i.kind = 'builtin'`,
      [workspace.slug],
    )
    for (const refused of [await ask(token), await connect(token)])
      expect(refusalIn(refused)).toEqual(unknown)
  })

  it('adds a way in, and undoing it takes the way away again', async () => {
    const workspace = await aWorkspace(stack)
    const { host, integration } = await aHost(workspace, OAUTH[0] as Kind)
    host.person = { ...host.person, id: 4242, emails: [] }
    const browser = aBrowser(stack)
    const { token } = workspace.owner
    const { url } = await browser.begin(integration.id, { purpose: 'connect' }, token)
    const json = { workspace_integration_id: integration.id, ...answerIn(await browser.click(url)) }
    const connected = await browser.call('/auth/connect', { json, token })
    const { external_user: made } = connected.json<{ external_user: { id: number; username: string } }>()
    expect(made.username).toBe('octo')

    const signIn = await browser.begin(integration.id)
    const entered = await browser.call('/auth/login', { json: answerIn(await browser.click(signIn.url)) })
    expect(entered.json<Result>().user_role).toBe('owner')

    expect((await call(stack, `/auth/external-users/${made.id}`, { method: 'DELETE', token })).status).toBe(
      204,
    )
    expect((await call(stack, `/auth/external-users/${made.id}`, { method: 'DELETE', token })).status).toBe(
      404,
    )
  })
})
