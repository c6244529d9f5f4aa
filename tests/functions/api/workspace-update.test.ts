// PATCH /workspaces/{id}: settings by either of their names, all or none.
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody } from '../support/call.ts'
import { aMember, aWorkspace } from '../support/people.ts'

const stack = sharedStack()

it('changes settings by the names of the specification and those of the API', async () => {
  const { id, owner } = await aWorkspace(stack)
  const json = {
    name: 'Engines',
    allow_join_requests: false,
    allow_guests_receive_daily_digest: true,
    allow_default_style_guide_disable: false,
    hide_sign_in_button: true,
    show_tryit: false,
  }
  const answer = await call(stack, `/workspaces/${id}`, { method: 'PATCH', token: owner.token, json })
  expect(answer.status).toBe(200)
  const now = {
    name: 'Engines',
    join_requests_disabled: true,
    guests_receive_daily_digest: true,
    disable_default_styleguide_editing: true,
    hide_sign_in: true,
    show_tryit: false,
  }
  expect(answer.json()).toMatchObject(now)
  expect((await call(stack, `/workspaces/${id}`, { token: owner.token })).json()).toMatchObject(now)
})

it('refuses what somebody else changed meanwhile, and says who', async () => {
  const workspace = await aWorkspace(stack)
  const admin = await aMember(stack, workspace, 'admin')
  const patch = (token: string, json: object) =>
    call(stack, `/workspaces/${workspace.id}`, { method: 'PATCH', token, json })
  expect((await patch(admin.token, { allow_join_requests: false })).status).toBe(200)
  const seen = { allow_join_requests: true, name: 'Old' }
  const late = await patch(workspace.owner.token, { name: 'Late', seen })
  expect(late.status).toBe(409)
  expect(late.json<ProblemBody>()).toMatchObject({ type: 'CONFLICT', errors: [{ field: 'name' }] })
  // What both want is no conflict.
  expect((await patch(workspace.owner.token, { allow_join_requests: false, seen })).status).toBe(200)
})

it('refuses bad bodies with the field', async () => {
  const { id, owner } = await aWorkspace(stack)
  const wrong: [object, string][] = [
    [{ name: 'x' }, 'name'],
    [{ show_tryit: 'yes' }, 'show_tryit'],
    [{ google_tag_manager: '<script>' }, 'google_tag_manager'],
    [{ idle_timeout_seconds: 0 }, 'idle_timeout_seconds'],
    [{ hide_sign_in: true, hide_sign_in_button: false }, 'hide_sign_in_button'],
  ]
  for (const [json, field] of wrong) {
    const answer = await call(stack, `/workspaces/${id}`, { method: 'PATCH', token: owner.token, json })
    expect([json, answer.status]).toEqual([json, 400])
    expect(answer.json<ProblemBody>().errors?.map((error) => error.field)).toEqual([field])
  }
  for (const json of [{ locked: false }, { delete_at: null }, [], 'x', { seen: { locked: true } }])
    expect(
      (await call(stack, `/workspaces/${id}`, { method: 'PATCH', token: owner.token, json })).status,
    ).toBe(400)
})

it('is for who may change settings; strangers learn nothing', async () => {
  const [workspace, elsewhere] = await Promise.all([aWorkspace(stack), aWorkspace(stack)])
  const maker = await aMember(stack, workspace, 'maker')
  const as = async (token?: string) =>
    (
      await call(stack, `/workspaces/${workspace.id}`, {
        method: 'PATCH',
        json: { show_tryit: false },
        ...(token ? { token } : {}),
      })
    ).status
  expect([await as(maker.token), await as(elsewhere.owner.token), await as()]).toEqual([403, 404, 401])
})
