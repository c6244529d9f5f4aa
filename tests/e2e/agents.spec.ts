// An agent that is let in: the protocol's official client is refused, opens the person's browser, and reads what they may read.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from '@playwright/test'
import { aWorkspace, knownPassword } from '../functions/support/people.ts'
import { aProject } from '../functions/support/projects.ts'
import { fetchAtHost } from '../support/fetch-at-host.ts'
import { at, expectAccessible, expectAccessibleInTheDark, stack } from './support.ts'

/** A program on the person's machine: where its browser comes back to, and what it keeps. */
async function aProgram() {
  const backs: URL[] = []
  const server = createServer((req, res) => {
    const back = new URL(req.url ?? '/', 'http://127.0.0.1')
    if (back.pathname === '/callback') backs.push(back)
    res.end('You can close this page.')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  let opened: URL | undefined
  const kept: {
    client?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
    tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>
    verifier: string
  } = { verifier: '' }
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Story agent', redirect_uris: [redirectUrl] },
    state: () => 'the-state-of-the-story',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      opened = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier,
  }
  return { provider, backs, address: () => String(opened), end: () => server.close() }
}

test('an agent asks in the browser, reads what its person reads, and is signed out by them', async ({
  page,
}) => {
  const workspace = await aWorkspace(stack())
  await aProject(stack(), workspace, { name: 'Closed pets', type: 'cli', visibility: 'private' })
  const program = await aProgram()
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(at('/api/v1/mcp', workspace.slug)), {
      fetch: fetchAtHost(stack(), workspace.slug),
      authProvider: program.provider,
    })
  const connect = async (by = transport()) => {
    const client = new Client({ name: 'story', version: '1' })
    await client.connect(by as Parameters<Client['connect']>[0])
    return client
  }
  try {
    const first = transport()
    await expect(connect(first)).rejects.toThrow(UnauthorizedError)

    const shown = await page.goto(program.address())
    expect(shown?.headers()).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
    })
    await page.getByLabel('Email').fill(workspace.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(knownPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Let this agent read?' })).toBeVisible()
    await expect(page.getByText('Story agent')).toBeVisible()
    await expect(page.getByText('a program on this computer')).toBeVisible()
    await expectAccessible(page)
    await expectAccessibleInTheDark(page, 'let-in-390-dark')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expect(page.getByText('You can close this page.')).toBeVisible()
    expect(program.backs[0]?.searchParams.get('error')).toBe('access_denied')

    await page.goto(program.address())
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByText('You can close this page.')).toBeVisible()
    const answer = program.backs[1]?.searchParams
    expect([answer?.get('state'), answer?.get('iss')]).toEqual([
      'the-state-of-the-story',
      new URL(at('/', workspace.slug)).origin,
    ])
    await first.finishAuth(String(answer?.get('code')))
    const agent = await connect()
    const { content } = await agent.callTool({ name: 'list_projects', arguments: {} })
    expect(JSON.stringify(content)).toContain('Closed pets')

    await page.goto(at('/account/security', workspace.slug))
    const row = page.getByText('Agent: Story agent')
    await expect(row).toBeVisible()
    await page.getByRole('listitem').filter({ has: row }).getByRole('button', { name: 'Sign out' }).click()
    await expect(row).toBeHidden()
    await expect(agent.callTool({ name: 'list_projects', arguments: {} })).rejects.toThrow()
    await agent.close()
  } finally {
    program.end()
  }
})
