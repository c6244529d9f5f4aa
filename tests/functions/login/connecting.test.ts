// Connecting an account at a Git host to one's own.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { aBrowser, answerIn } from '../support/browser.ts'
import { call, refusalIn } from '../support/call.ts'
import { gitHosts, type Kind, type Result } from '../support/git-hosts.ts'
import { aWorkspace, sql } from '../support/people.ts'

const stack = sharedStack()
const { byOAuth, aHost } = gitHosts(stack)

describe('connecting', () => {
  it('is refused before anybody is sent away, by a session that does not reach the workspace', async () => {
    const workspace = await aWorkspace(stack)
    const { integration } = await aHost(workspace, byOAuth[0] as Kind)
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
    const { host, integration } = await aHost(workspace, byOAuth[0] as Kind)
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
