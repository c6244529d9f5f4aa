// The documentation as agents read it, by the protocol's official client.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, expect, it } from 'vitest'
import { fetchAtHost } from '../../../support/fetch-at-host.ts'
import { sharedStack } from '../../../support/stack.ts'
import { call, refusalIn } from '../../support/call.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../../support/people.ts'
import { aDocumentedProject, type Project } from '../../support/projects.ts'

const stack = sharedStack()

let workspace: Workspace
let open: Project
let closed: Project
let operation: string

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  open = await aDocumentedProject(stack, workspace, { visibility: 'public', slug: 'open', name: 'Open pets' })
  closed = await aDocumentedProject(stack, workspace, {
    visibility: 'private',
    slug: 'closed',
    name: 'Closed pets',
  })
  const [node] = await sql<{ slug: string }>(
    stack,
    `select n.slug from public.branch_nodes n join public.projects p on p.id = n.project_id
     where p.slug = 'open' and n.name = 'List pets' and p.workspace_id = (select id from public.workspaces where slug = $1)`,
    [workspace.slug],
  )
  operation = node?.slug ?? ''
})

const connect = async (token?: string): Promise<Client> => {
  const path = token ? '/api/v1/mcp' : '/api/v1/mcp/public'
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${stack.apiUrl}${path}`), {
      fetch: fetchAtHost(stack, workspace.slug),
      requestInit: { headers: token ? { authorization: `Bearer ${token}` } : {} },
    }) as Parameters<Client['connect']>[0],
  )
  return client
}
const ask = async (client: Client, name: string, values: Record<string, unknown> = {}) => {
  const { content, isError } = await client.callTool({ name, arguments: values })
  const [first] = content as { text: string }[]
  return isError ? `error: ${first?.text}` : (first?.text ?? '')
}

it('lists what there is, finds it, and reads it as Markdown', async () => {
  const agent = await connect(workspace.owner.token)
  const { tools } = await agent.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'list_branches',
    'list_changes',
    'list_problems',
    'list_projects',
    'read_page',
    'search',
  ])
  expect(await ask(agent, 'list_projects')).toMatch(
    /- closed: Closed pets \(private\)\n- open: Open pets \(public\)/,
  )
  expect(await ask(agent, 'list_branches', { project: 'open' })).toContain('- main (default, analysed ')
  const found = await ask(agent, 'search', { query: 'list pets', project: 'open' })
  expect(found).toContain('- List pets (http_operation) `GET /pets`')
  expect(found).toContain(`read_page {"project":"open","branch":"main","page":"${operation}"}`)
  const page = await ask(agent, 'read_page', { project: 'open', branch: 'main', page: operation })
  expect(page).toContain('# List pets\n\n`GET /pets`\n')
  expect(page).toContain('9223372036854775807')
  expect(await ask(agent, 'read_page', { project: 'open', page: operation, offset: page.length - 5 })).toBe(
    page.slice(-5),
  )
  await agent.close()
})

it('tells what changed, since when it is asked', async () => {
  const agent = await connect(workspace.owner.token)
  await sql(
    stack,
    `insert into public.node_changes (branch_id, workspace_id, compared_with, node_uri, node_type, node_name, operation, semver, message, created_at)
     select b.id, p.workspace_id, 'previous', '/x', 'http_operation', 'List pets', 'updated', 'major', m.message, m.at
     from public.branches b join public.projects p on p.id = b.project_id,
       (values ('long ago', now() - interval '1 year'), ('of late', now())) m (message, at)
     where p.slug = 'open' and p.workspace_id = (select id from public.workspaces where slug = $1)`,
    [workspace.slug],
  )
  expect(await ask(agent, 'list_changes', { project: 'open' })).toMatch(
    /major updated List pets \(\/x\): of late\n.*long ago/,
  )
  const since = new Date(Date.now() - 86_400_000).toISOString()
  expect(await ask(agent, 'list_changes', { project: 'open', since })).not.toContain('long ago')
  await agent.close()
})

it('lists what goes against the style guides, to who may edit', async () => {
  const agent = await connect(workspace.owner.token)
  expect(await ask(agent, 'list_problems', { project: 'open' })).toMatch(
    /^State: (current|outdated)\. \d+ errors, \d+ warnings, \d+ hints, 0 waived/,
  )
  await agent.close()
  const visitor = await connect(undefined)
  expect(await ask(visitor, 'list_problems', { project: 'open' })).toMatch(/^error: /)
  expect(await ask(visitor, 'list_problems', { project: 'open' })).not.toMatch(/State|unexpected/i)
  await visitor.close()
})

it('shows an agent what its token may see, and nothing else', async () => {
  const guest = await aMember(stack, workspace, 'guest')
  const made = await call(stack, `/workspaces/${workspace.id}/machine-principals`, {
    token: workspace.owner.token,
    json: { name: 'Agent' },
  })
  for (const token of [workspace.owner.token, made.json<{ access_token: string }>().access_token]) {
    const agent = await connect(token)
    expect(await ask(agent, 'list_projects')).toContain(closed.slug)
    expect(await ask(agent, 'read_page', { project: 'closed', page: operation })).toContain('# List pets')
    await agent.close()
  }
  for (const token of [undefined, guest.token, (await aWorkspace(stack)).owner.token]) {
    const agent = await connect(token)
    expect(await ask(agent, 'list_projects')).not.toContain(closed.slug)
    expect(await ask(agent, 'search', { query: 'list pets' })).not.toContain('"closed"')
    expect(await ask(agent, 'search', { query: 'kennels' })).not.toContain('Reorganise')
    for (const [tool, values] of [
      ['read_page', { page: operation }],
      ['list_branches', {}],
      ['list_changes', {}],
      ['search', { query: 'pets' }],
    ] as const) {
      expect(await ask(agent, tool, { project: 'closed', ...values })).toBe(
        'error: There is no such project.',
      )
    }
    await agent.close()
  }
  expect(open.slug).toBe('open')
})

it('refuses tokens that do not hold, hosts of nobody, lists of messages and odd values', async () => {
  const post = (json: unknown, more: { host?: string; token?: string } = {}, path = '/mcp/public') =>
    call(stack, path, {
      host: workspace.slug,
      json,
      headers: { accept: 'application/json, text/event-stream' },
      ...more,
    })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  expect((await post(list)).status).toBe(200)
  expect(refusalIn(await post(list, { token: 'wmk_nothing' }, '/mcp'))).toMatchObject({
    status: 401,
    type: 'INVALID_TOKEN',
  })
  expect(refusalIn(await post(list, {}, '/mcp'))).toMatchObject({ status: 401, type: 'UNAUTHENTICATED' })
  expect(refusalIn(await post(list, { host: '' }))).toMatchObject({ status: 404, type: 'NOT_FOUND' })
  expect(refusalIn(await post([list, list]))).toMatchObject({ status: 400, type: 'VALIDATION_ERROR' })
  expect((await call(stack, '/mcp', { host: workspace.slug })).status).toBe(405)
  const agent = await connect()
  expect(await ask(agent, 'search', { query: 'x', limit: 1e9 })).toContain('error: ')
  expect(await ask(agent, 'read_page', { project: 'open', page: "' or 1=1" })).toBe(
    'error: There is no such page.',
  )
  await agent.close()
})
