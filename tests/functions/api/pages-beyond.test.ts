// A page beyond the last row of a list: empty, and still says how many entries the list has, all filters kept.
import { beforeAll, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aDocumentedProject, aProject } from '../support/projects.ts'

const stack = sharedStack()
const node_uri = '/reference/pets.yaml/paths/~1pets/get'

let workspace: Workspace
let project: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
  const { token } = workspace.owner
  project = (await aDocumentedProject(stack, workspace, { name: 'Bears' })).id
  await aProject(stack, workspace, { name: 'Ants', flavor: 'design_library' })
  const number = decodeId('prj', project)
  await sql(stack, `insert into public.branches (project_id, name, slug) values ($1, 'Next', 'next')`, [
    number,
  ])
  await sql(
    stack,
    `insert into public.webhook_deliveries (workspace_id, workspace_integration_id, project_id, delivery_id, event, outcome)
     select p.workspace_id, i.id, p.id, 'one', 'push', 'ignored'
     from public.projects p join public.workspace_integrations i using (workspace_id)
     where p.id = $1 and i.kind = 'builtin'`,
    [number],
  )
  const made = [
    await call(stack, `/projects/${project}/releases`, { token, json: { version: '1.0.0', branch: 'main' } }),
    await call(stack, '/overrides', { token, json: { project_id: project, node_uri, title: 'Ours' } }),
    await call(stack, `/workspaces/${workspace.id}/invitations`, {
      token,
      json: { invitations: [{ email: 'ada@example.com', role: 'viewer' }] },
    }),
  ]
  expect(made.map(({ status, text }) => (status < 300 ? 'made' : text))).toEqual(made.map(() => 'made'))
})

it.each([
  [2, '/workspaces/W/projects'],
  [1, '/workspaces/W/projects?search=ear'],
  [1, '/workspaces/W/projects?flavor=design_library'],
  [0, '/workspaces/W/projects?pinned=true'],
  [2, '/workspaces/W/items'],
  [1, '/workspaces/W/items?flavor=design_library'],
  [1, '/workspaces/W/drafts'],
  [1, '/workspaces/W/invitations'],
  [2, '/projects/P/branches'],
  [1, '/projects/P/releases'],
  [0, '/projects/P/releases?min_release=2.0.0'],
  [1, '/projects/P/tasks'],
  [1, '/projects/P/commits'],
  [1, '/projects/P/webhook-deliveries'],
  [1, '/overrides?project_id=P'],
])('there are %i in %s', async (total, list) => {
  const path = list.replace('W', workspace.id).replace('P', project)
  const { token } = workspace.owner
  const beyond = await call(stack, `${path}${path.includes('?') ? '&' : '?'}limit=1&offset=50`, { token })
  const { items, total: said } = beyond.json<{ items: unknown[]; total?: number }>()
  expect([beyond.status, items, beyond.headers['x-total-count']]).toEqual([200, [], String(total)])
  expect(said ?? total).toBe(total)
  const last = String(Math.max(0, total - 1))
  expect(/[?&]offset=(\d+)>; rel="last"/.exec(String(beyond.headers.link))?.[1]).toBe(last)
  expect(/[?&]offset=(\d+)>; rel="prev"/.exec(String(beyond.headers.link))?.[1]).toBe(last)
})
