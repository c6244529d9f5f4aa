import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace, type Workspace } from '../support/people.ts'
import { aDocumentedProject, type Project, petStore } from '../support/projects.ts'

const stack = sharedStack()

interface TocItem {
  id?: string
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
      items: [{ slug: 'main', is_default: true, is_published: true, operation_count: 1, schema_count: 1 }],
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

  it('is open to who shows the link of the branch, as its screens are', async () => {
    const { id } = await aDocumentedProject(stack, workspace, { name: 'Linked', visibility: 'private' })
    const { token } = workspace.owner
    const share = `/projects/${id}/branches/main/share`
    const link = (await call(stack, share, { method: 'PUT', token, json: {} })).json<{ token: string }>()
    const headers = { 'x-waymark-share': link.token }
    const contents = `/projects/${id}/table-of-contents`
    const entry = leaves((await call(stack, contents, { headers })).json<{ items: TocItem[] }>().items).find(
      ({ title }) => title === 'List pets',
    )
    const path = `/projects/${id}/nodes/${entry?.slug}?branch=main`
    expect((await call(stack, path, { headers })).json()).toMatchObject({
      title: 'List pets',
      data: { method: 'get', path: '/pets' },
      links: { mock_url: expect.stringContaining('/mocks/linked/main') },
      outbound_edges: [{ type: 'ref', uri: '/reference/pets.yaml/components/schemas/Pet', title: 'Pet' }],
      inbound_edges: [],
    })
    const statuses = async (as: object, slug: string) =>
      Promise.all([contents, path].map(async (at) => (await call(stack, at.replace(id, slug), as)).status))
    expect(await statuses({}, id)).toEqual([404, 404])
    const other = await aDocumentedProject(stack, workspace, { name: 'Not linked', visibility: 'private' })
    expect(await statuses({ headers }, other.id)).toEqual([404, 404])
    await call(stack, share, { method: 'DELETE', token })
    expect(await statuses({ headers }, id)).toEqual([404, 404])
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

  it('answers embedded docs of Stoplight’s in the form that they read', async () => {
    const headers = { 'stoplight-elements-version': '3.0.16' }
    const more = `    Shop: { type: object, properties: { stock: { $ref: "#/components/schemas/Stock" } } }
    Stock: { type: object, description: ${'s'.repeat(70_000)}, properties: { next: { $ref: "#/components/schemas/Stock" }, pet: { $ref: "#/components/schemas/Pet" } } }
`
    const large = await aDocumentedProject(
      stack,
      workspace,
      { name: 'Shops', visibility: 'public' },
      petStore + more,
    )
    const contents = await call(stack, `/projects/${large.id}/table-of-contents`, { headers })
    const entry = leaves(contents.json<{ items: TocItem[] }>().items).find(({ title }) => title === 'Shop')
    const path = `/projects/${large.id}/nodes/${entry?.slug}`
    const plain = await call(stack, path)
    expect(plain.json<{ data: unknown }>().data).toMatchObject({
      properties: { stock: { $ref: '/reference/pets.yaml/components/schemas/Stock' } },
    })
    const answer = await call(stack, path, { headers })
    expect(answer.headers.vary).toContain('Stoplight-Elements-Version')
    const stock = { $ref: '#/__bundled__/model-1' }
    expect(answer.json()).toMatchObject({
      id: entry?.id,
      outbound_edges: [
        { type: 'parent', title: 'Pet store', slug: expect.any(String) },
        { uri: '/reference/pets.yaml/components/schemas/Stock', title: 'Stock' },
      ],
      data: {
        properties: { stock },
        __bundled__: {
          'model-1': { properties: { next: stock, pet: { $ref: '#/__bundled__/model-1.Pet' } } },
          'model-1.Pet': { title: 'Pet' },
        },
      },
    })
  })
})
