// Style guides of a workspace through the API: which there are, the default ones, and many projects at once.
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace, unique } from '../support/people.ts'
import { aProject } from '../support/projects.ts'

const stack = sharedStack()

it('lists style guides, makes some the default ones, and new projects extend these', async () => {
  const workspace = await aWorkspace(stack)
  const { token } = workspace.owner
  const named = unique('House style')
  const guide = await aProject(stack, workspace, { name: named, flavor: 'style_guide' })
  const api = await aProject(stack, workspace, { name: unique('API') })
  const list = async (query = '') =>
    (await call(stack, `/style-guides?workspace_id=${workspace.id}${query}`, { token })).json<
      { id: string; isDefault: boolean; workspace: { slug: string }; latest_release: string | null }[]
    >()
  expect(await list()).toMatchObject([{ id: guide.id, name: named, isDefault: false, latest_release: null }])
  expect(
    (await call(stack, '/style-guides', { token })).json<{ id: string }[]>().map(({ id }) => id),
  ).toEqual([guide.id])
  expect(await list('&is_default=true')).toEqual([])

  const path = `/workspaces/${workspace.id}/default-style-guides`
  const set = (project_id: unknown, enabledForNewProjects: unknown = true) =>
    call(stack, path, { method: 'POST', token, json: { project_id, enabledForNewProjects } })
  expect((await set(guide.id)).json()).toMatchObject([{ id: guide.id, isDefault: true }])
  expect((await call(stack, `${path}?visibility=internal`, { token })).json()).toMatchObject([
    { id: guide.id },
  ])
  expect((await call(stack, `${path}?visibility=public`, { token })).json()).toEqual([])
  expect((await call(stack, `${path}?visibility=private`, { token })).status).toBe(400)
  expect(refusalIn(await set(api.id))).toMatchObject({ status: 404, detail: 'Style guide not found.' })
  for (const wrong of ['nothing', null]) expect((await set(wrong)).status).toBe(400)
  expect((await set(guide.id, 'yes')).status).toBe(400)

  const fresh = await aProject(stack, workspace, { name: unique('Fresh') })
  const extended = async (id: string) => (await call(stack, `/projects/${id}/extended-ssgs`, { token })).text
  expect(await extended(fresh.id)).toContain(guide.id)
  const shown = async (id: string) => (await call(stack, `/projects/${id}`, { token })).json()
  expect(await shown(fresh.id)).toMatchObject({ isDefaultStyleGuide: false, projectExtendedSSGs: [guide.id] })
  expect(await shown(guide.id)).toMatchObject({ isDefaultStyleGuide: true, projectExtendedSSGs: [] })
  expect(await extended(api.id)).toBe('')

  const change = (verb: string, project_ids: unknown) =>
    call(stack, `/style-guides/${guide.id}/${verb}-projects`, {
      method: 'PATCH',
      token,
      json: { project_ids },
    })
  expect((await change('enable', [api.id, guide.id])).json()).toMatchObject({
    succeeded: 1,
    failed: 1,
    results: [
      { project_id: api.id, ok: true, error: null },
      { project_id: guide.id, ok: false, error: { status: 404, detail: 'Style guide not found.' } },
    ],
  })
  expect(await extended(api.id)).toContain(guide.id)
  expect((await change('disable', [api.id, fresh.id])).json()).toMatchObject({ succeeded: 2, failed: 0 })
  expect(await extended(api.id)).toBe('')
  for (const wrong of [undefined, [], ['nothing']]) expect((await change('enable', wrong)).status).toBe(400)

  const stranger = await aWorkspace(stack)
  expect(
    (await call(stack, `/style-guides?workspace_id=${workspace.id}`, { token: stranger.owner.token })).json(),
  ).toEqual([])
  expect(
    refusalIn(
      await call(stack, path, {
        method: 'POST',
        token: stranger.owner.token,
        json: { project_id: guide.id, enabledForNewProjects: true },
      }),
    ).status,
  ).toBe(404)
  // Of another workspace of the same person it is none, either.
  const elsewhere = await call(stack, `/workspaces/${stranger.id}/default-style-guides`, {
    method: 'POST',
    token: stranger.owner.token,
    json: { project_id: guide.id, enabledForNewProjects: true },
  })
  expect(elsewhere.status).toBe(404)
})
