import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace, type Workspace } from '../support/people.ts'
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
  beforeAll(async () => {
    workspace = await aWorkspace(stack)
    project = await aDocumentedProject(stack, workspace, { visibility: 'public' })
  })
  const leaves = (items: TocItem[]): TocItem[] =>
    items.flatMap((item) => (item.items ? leaves(item.items) : [item]))
  const toc = async (as: { token?: string } = {}) => {
    const answer = await call(stack, `/projects/${project.id}/table-of-contents`, as)
    return leaves(answer.json<{ items: TocItem[] }>().items)
  }

  it('lists branches with their counts', async () => {
    const answer = await call(stack, `/projects/${project.id}/branches`)
    expect(answer.json()).toMatchObject({
      items: [{ slug: 'main', is_default: true, is_published: true, operation_count: 2, schema_count: 1 }],
    })
  })

  it('leads from the table of contents to an operation with its data', async () => {
    const entry = (await toc()).find((item) => item.title === 'List pets')
    expect(entry).toMatchObject({ type: 'http_operation', meta: 'get' })
    const answer = await call(stack, `/projects/${project.id}/nodes/${entry?.slug}`)
    expect(answer.json()).toMatchObject({
      type: 'http_operation',
      title: 'List pets',
      branch: 'main',
      project_id: project.id,
      uri: '/reference/pets.yaml/paths/~1pets/get',
      data: { method: 'get', path: '/pets' },
      inbound_edges: expect.any(Array),
    })
    expect(answer.text).toContain('"maximum":9223372036854775807')
    const { outbound_edges } = answer.json<{ outbound_edges: { uri: string }[] }>()
    expect(outbound_edges.map(({ uri }) => uri)).toContain('/reference/pets.yaml/components/schemas/Pet')
  })

  it('finds by words, unfinished ones and with typing errors, within the projects asked for', async () => {
    const find = async (query: string) => {
      const answer = await call(stack, `/workspaces/${workspace.id}/nodes?${query}`)
      return answer.json<{ title: string; highlighted: { name: string } }[]>()
    }
    const [hit] = await find(`search=list+pe&project_ids[0]=${project.id}`)
    expect(hit?.title).toBe('List pets')
    expect(hit?.highlighted.name).toBe('<em>List</em> <em>pe</em>ts')
    expect((await find('search=lst+pets')).map(({ title }) => title)).toContain('List pets')
    expect(await find('search=')).toEqual([])
    expect(await find('search=list+pets&project_ids[]=cHJqOjk5OTk5OTk')).toEqual([])
  })
})
