// Signing in with six Git hosts: what lets people in.
import { beforeAll, describe, expect, it } from 'vitest'
import type { GitHostDouble } from '../../doubles/oauth-host.ts'
import { codeIn, nextMail } from '../../support/inbox.ts'
import { sharedStack } from '../../support/stack.ts'
import { aBrowser, answerIn } from '../support/browser.ts'
import { refusalIn } from '../support/call.ts'
import { gitHosts, type Result } from '../support/git-hosts.ts'
import { type IntegrationAnswer, refusedSignIns } from '../support/integrations.ts'
import { aWorkspace, sql, type Workspace } from '../support/people.ts'

const stack = sharedStack()
const { byOAuth, byPassword, aHost, invited, somebody } = gitHosts(stack)

describe.each(byOAuth.filter(({ kind }) => !kind.startsWith('azure')))('by $kind', (kind) => {
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

describe.each(byOAuth.concat(byPassword).filter(({ kind }) => kind.startsWith('azure')))(
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

describe.each(byPassword.filter(({ kind }) => !kind.startsWith('azure')))(
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

describe.each(byPassword)('a wrong password at $kind', (kind) => {
  it('is told in the trail of the workspace', async () => {
    const workspace = await aWorkspace(stack)
    const { host, integration } = await aHost(workspace, kind)
    const answer = await aBrowser(stack).call('/auth/login', {
      json: {
        workspace: workspace.slug,
        workspace_integration_id: integration.id,
        username_or_email: host.person.username,
        password: 'wrong',
      },
    })
    const refused = refusalIn(answer)
    expect(refused).toMatchObject({ status: 401, type: 'UNAUTHENTICATED' })
    expect(await refusedSignIns(stack, integration)).toEqual([refused.detail])
  })
})
