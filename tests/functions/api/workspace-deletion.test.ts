// Deleting a workspace, and keeping one that was to be deleted.
import { beforeEach, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'

const stack = sharedStack()
let workspace: Workspace
beforeEach(async () => {
  workspace = await aWorkspace(stack)
  await sql(stack, "update public.workspaces set delete_at = now() + interval '7 days' where slug = $1", [
    workspace.slug,
  ])
})

const keep = (token?: string, id = workspace.id) =>
  call(stack, `/workspaces/${id}/cancel-delete`, { method: 'PUT', ...(token ? { token } : {}) })
const deleteAt = async () => {
  const answer = await call(stack, `/workspaces/${workspace.id}/state`, { token: workspace.owner.token })
  return answer.json<{ delete_at: string | null }>().delete_at
}

describe('a workspace that was to be deleted', () => {
  it('is kept by its owner; once more is fine, and stands on the trail once', async () => {
    expect((await keep(workspace.owner.token)).status).toBe(204)
    expect((await keep(workspace.owner.token)).status).toBe(204)
    expect(await deleteAt()).toBeNull()
    const [row] = await sql<{ n: number }>(
      stack,
      `select count(*)::int as n from public.activity_events a join public.workspaces w on w.id = a.workspace_id
       where w.slug = $1 and a.type = 'workspace.deletion.cancelled'`,
      [workspace.slug],
    )
    expect(row?.n).toBe(1)
  })

  it('is refused where the identifier is none', async () => {
    expect(refusalIn(await keep(workspace.owner.token, 'nothing'))).toMatchObject({
      status: 400,
      type: 'INVALID_ID',
    })
  })

  it('is not kept by who may not delete it, nor by a stranger or a visitor', async () => {
    const admin = await aMember(stack, workspace, 'admin')
    const stranger = (await aWorkspace(stack)).owner
    const refused = []
    for (const token of [admin.token, stranger.token, undefined])
      refused.push(refusalIn(await keep(token)).status)
    expect(refused).toEqual([403, 404, 401])
    expect(await deleteAt()).not.toBeNull()
  })
})

describe('deleting a workspace', () => {
  const remove = (token?: string, id = workspace.id) =>
    call(stack, `/workspaces/${id}`, { method: 'DELETE', ...(token ? { token } : {}) })
  beforeEach(async () => {
    await keep(workspace.owner.token)
  })

  it('answers its date, and the same date once more', async () => {
    const first = await remove(workspace.owner.token)
    expect(first.status).toBe(202)
    const { delete_at: date } = first.json<{ delete_at: string }>()
    expect(Date.parse(date)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    expect((await remove(workspace.owner.token)).json()).toEqual({ delete_at: date })
    expect(Date.parse((await deleteAt()) ?? '')).toBe(Date.parse(date))
  })

  it('waits for its plan to be cancelled', async () => {
    await sql(
      stack,
      `update public.billing_accounts a set stripe_status = 'active'
       from public.workspaces w where w.id = a.workspace_id and w.slug = $1`,
      [workspace.slug],
    )
    expect(refusalIn(await remove(workspace.owner.token))).toMatchObject({ status: 409, type: 'CONFLICT' })
    expect(await deleteAt()).toBeNull()
  })

  it('is refused to who may not, to strangers and visitors, and for what is no identifier', async () => {
    const admin = await aMember(stack, workspace, 'admin')
    const stranger = (await aWorkspace(stack)).owner
    const refused = []
    for (const token of [admin.token, stranger.token, undefined])
      refused.push(refusalIn(await remove(token)).status)
    refused.push(refusalIn(await remove(workspace.owner.token, 'nothing')).status)
    expect(refused).toEqual([403, 404, 401, 400])
    expect(await deleteAt()).toBeNull()
  })
})
