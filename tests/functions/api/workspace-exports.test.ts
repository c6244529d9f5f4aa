// The archive of a workspace on its way out: to who asked for it, by a link of some minutes.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { aMember, aWorkspace, type Person, sql, type Workspace } from '../support/people.ts'

const stack = sharedStack()
let workspace: Workspace
let workspaceId: number
let exportId: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
  const [row] = await sql<{ id: number }>(stack, 'select id::int from public.workspaces where slug = $1', [
    workspace.slug,
  ])
  workspaceId = row?.id ?? 0
  const made = await ask(workspace.owner, 'export_workspace', { p_workspace_id: workspaceId })
  expect(made).toMatchObject({ status: 200, body: { status: 'queued' } })
  exportId = made.body.id
  await vi.waitFor(async () => expect((await mine(workspace.owner))[0]?.status).toBe('success'), 60_000)
})

async function ask(who: Person, name: string, args: object) {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: stack.anonKey,
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(args),
  })
  return { status: answer.status, body: await answer.json() }
}
interface Made {
  id: string
  status: string
  size: number
}
const mine = async (who: Person): Promise<Made[]> =>
  (await ask(who, 'workspace_exports', { p_workspace_id: workspaceId })).body
const link = async (): Promise<string> =>
  (await ask(workspace.owner, 'link_to_workspace_export', { p_id: exportId })).body
const download = (path: string) => fetch(`${stack.apiUrl}/api/v1/workspace-exports/${path}`)

describe('an archive', () => {
  it('comes whole by its link, as a file of its name', async () => {
    const answer = await download(await link())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`filename="${workspace.slug}-\\d{4}-\\d\\d-\\d\\d\\.zip"`),
    )
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBe((await mine(workspace.owner))[0]?.size)
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  it('is not to be had by a link that is over, or was followed by another, or is none', async () => {
    const first = await link()
    const second = await link()
    expect((await download(first)).status).toBe(404)
    expect((await download('x'.repeat(32))).status).toBe(404)
    expect((await download('x')).status).toBe(400)
    await sql(stack, 'update private.workspace_exports set link_until = now() where id = $1', [exportId])
    expect((await download(second)).status).toBe(404)
  })

  it('is nobody else’s, not another owner’s either', async () => {
    const owner = await aMember(stack, workspace, 'owner')
    expect(await mine(owner)).toEqual([])
    expect((await ask(owner, 'link_to_workspace_export', { p_id: exportId })).status).toBe(404)
    const admin = await aMember(stack, workspace, 'admin')
    expect((await ask(admin, 'export_workspace', { p_workspace_id: workspaceId })).status).toBe(403)
  })

  it('is over after a day', async () => {
    const late = await link()
    await sql(
      stack,
      "update private.workspace_exports set created_at = now() - interval '24 hours' where id = $1",
      [exportId],
    )
    expect((await download(late)).status).toBe(404)
    expect(await mine(workspace.owner)).toEqual([])
  })
})
