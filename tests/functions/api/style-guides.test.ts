// The style guides that a project extends, through the API.
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace, unique } from '../support/people.ts'
import { aProject } from '../support/projects.ts'

const stack = sharedStack()

it('a project extends style guides in order, and none at first', async () => {
  const workspace = await aWorkspace(stack)
  const { token } = workspace.owner
  const { id } = await aProject(stack, workspace, { name: unique('API') })
  const guide = async () =>
    (await aProject(stack, workspace, { name: unique('Guide'), flavor: 'style_guide' })).id
  const [one, two] = [await guide(), await guide()]
  const path = `/projects/${id}/extended-ssgs`
  const put = (extended_ssg_ids: unknown) =>
    call(stack, path, { method: 'PUT', token, json: { extended_ssg_ids } })

  expect((await call(stack, path, { token })).status).toBe(204)
  const chosen = await put([two, one])
  expect([chosen.status, chosen.json()]).toEqual([200, { extended_ssg_ids: [two, one] }])
  expect((await call(stack, path, { token })).json()).toEqual({ extended_ssg_ids: [two, one] })

  expect(refusalIn(await put([id]))).toMatchObject({ status: 404, detail: 'Style guide not found.' })
  for (const wrong of [undefined, 'all', ['nothing']]) expect((await put(wrong)).status).toBe(400)
  expect((await call(stack, path)).status).toBe(401)
  expect((await put([])).json()).toEqual({ extended_ssg_ids: [] })
  expect((await call(stack, path, { token })).status).toBe(204)
})
