// The state of a workspace: what its plan gives and how much of it is used.
import { beforeAll, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aMember, aWorkspace, type Workspace } from '../support/people.ts'
import { aProject } from '../support/projects.ts'

const stack = sharedStack()

interface State {
  plan: { name: string } | null
  counts: Record<string, number> | null
  features: { name: string; max_quantity: number | null; usage: number | null; in_plan: boolean }[]
}

let workspace: Workspace
const stateFor = async (token: string) => {
  const answer = await call(stack, `/workspaces/${workspace.id}/state`, { token })
  expect(answer.status).toBe(200)
  return answer.json<State>()
}
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

it('tells the plan, its limits and what is used of them', async () => {
  await aProject(stack, workspace)
  await Promise.all([aMember(stack, workspace, 'maker'), aMember(stack, workspace, 'guest')])
  const state = await stateFor(workspace.owner.token)
  expect(state).toMatchObject({
    locked: false,
    delete_at: null,
    plan: { name: 'pro_team', status: 'active', included_members: 15 },
    counts: { projects: 1, teams: 0, members: 2, owners: 1, admins: 0, makers: 1, viewers: 0, guests: 1 },
  })
  expect(state.features).toContainEqual(
    expect.objectContaining({ name: 'projects', max_quantity: 100, usage: 1, in_plan: true }),
  )
})

it('tells a guest neither the plan nor how many people there are', async () => {
  const guest = await aMember(stack, workspace, 'guest')
  expect(await stateFor(guest.token)).toMatchObject({ plan: null, counts: null })
})
