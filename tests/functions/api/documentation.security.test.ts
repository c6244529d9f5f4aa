import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, type Workspace } from '../support/people.ts'
import { aDocumentedProject, type Project } from '../support/projects.ts'

const stack = sharedStack()

interface TocItem {
  title: string
  slug?: string
  type?: string
  meta?: string
  items?: TocItem[]
}

describe('reading the documentation of an imported API', () => {
  let workspace: Workspace
  let project: Project
  let token: string
  beforeAll(async () => {
    workspace = await aWorkspace(stack)
    token = workspace.owner.token
    project = await aDocumentedProject(stack, workspace, { visibility: 'public' })
  })
  const leaves = (items: TocItem[]): TocItem[] =>
    items.flatMap((item) => (item.items ? leaves(item.items) : [item]))
  const toc = async (as: { token?: string } = {}) => {
    const answer = await call(stack, `/projects/${project.id}/table-of-contents`, as)
    return leaves(answer.json<{ items: TocItem[] }>().items)
  }

  it('shows internal operations to members, not to guests and not to the public', async () => {
    const internal = 'Reorganise the kennels'
    const guest = await aMember(stack, workspace, 'guest')
    const shown = (await toc({ token })).find((item) => item.title === internal)
    expect(shown).toBeDefined()
    for (const as of [{}, { token: guest.token }]) {
      expect((await toc(as)).map(({ title }) => title)).not.toContain(internal)
      const node = await call(stack, `/projects/${project.id}/nodes/${shown?.slug}`, as)
      expect(refusalIn(node)).toMatchObject({ status: 404, type: 'NOT_FOUND' })
      const search = await call(stack, `/workspaces/${workspace.id}/nodes?search=kennels`, as)
      expect(search.json()).toEqual([])
    }
  })

  it('keeps task logs from who may not see them', async () => {
    const viewer = await aMember(stack, workspace, 'viewer')
    const tasks = await call(stack, `/projects/${project.id}/tasks`, { token })
    const [task] = tasks.json<{ items: { job_id: string }[] }>().items
    expect((await call(stack, `/tasks/${task?.job_id}`, { token })).status).toBe(200)
    expect((await call(stack, `/tasks/${task?.job_id}`, { token: viewer.token })).status).toBe(404)
    expect((await call(stack, `/tasks/${task?.job_id}`)).status).toBe(401)
    expect(refusalIn(await call(stack, '/tasks/17', { token }))).toMatchObject({
      status: 400,
      type: 'INVALID_ID',
    })
  })
})
