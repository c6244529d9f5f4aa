// Signing in with a Git host: what an attacker tries between two requests, and with a host of their own.
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startBitbucketCloud } from '../../doubles/git-hosts.ts'
import type { GitHostDouble } from '../../doubles/oauth-host.ts'
import { sharedStack } from '../../support/stack.ts'
import { aBrowser, answerIn } from '../support/browser.ts'
import { call, refusalIn } from '../support/call.ts'
import { gitHosts, type Kind } from '../support/git-hosts.ts'
import { type IntegrationAnswer, refusedSignIns } from '../support/integrations.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'

const stack = sharedStack()
const { byOAuth, aHost, closing, invited, somebody } = gitHosts(stack)

describe('between the two requests', () => {
  let workspace: Workspace
  let host: GitHostDouble
  let integration: IntegrationAnswer
  beforeAll(async () => {
    workspace = await aWorkspace(stack)
    ;({ host, integration } = await aHost(workspace, byOAuth[0] as Kind))
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
    const evil = closing(await (byOAuth[0] as Kind).start())
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
    ;({ host, integration } = await aHost(workspace, byOAuth[0] as Kind))
  })

  it('a code that waited too long is refused, and the workspace hears of it', async () => {
    const { browser, json } = await ready()
    host.expireCodes()
    expect(refusalIn(await browser.call('/auth/login', { json }))).toMatchObject({ status: 400 })
    expect((await refusedSignIns(stack, integration)).at(-1)).toBe(
      'The provider did not accept the sign-in. Please try again.',
    )
  })

  it('a locked workspace lets nobody in by its host, and hears of it', async () => {
    const shut = await aWorkspace(stack)
    const there = await aHost(shut, byOAuth[0] as Kind)
    somebody(there.host)
    const browser = aBrowser(stack)
    const { url } = await browser.begin(there.integration.id)
    await sql(stack, 'update public.workspaces set locked = true where slug = $1', [shut.slug])
    const answer = await browser.call('/auth/login', { json: answerIn(await browser.click(url)) })
    expect(answer.status, answer.text).toBe(403)
    expect(await refusedSignIns(stack, there.integration)).toEqual(['locked'])
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
    expect((await refusedSignIns(stack, integration)).at(-1)).toBe('no_email')
  })

  it('nobody registers where registration is off: who is not invited is told whose account it takes', async () => {
    const closed = await aHost(await aWorkspace(stack), byOAuth[0] as Kind)
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
    expect(await refusedSignIns(stack, closed.integration)).toEqual(['not_registered'])
  })

  it('nothing is known of an integration that is off, or of none, nor by its number without the name', async () => {
    const off = await aHost(workspace, byOAuth[1] as Kind)
    const on = await aHost(workspace, byOAuth[0] as Kind)
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
    evil = await aHost(await aWorkspace(stack), byOAuth[2] as Kind)
    // As the installation itself is registered.
    honest = closing(await startBitbucketCloud([shared]))
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
    const other = await aHost(await aWorkspace(stack), byOAuth[2] as Kind)
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
