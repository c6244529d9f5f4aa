// POST /graphql, which Stoplight's command line pushes by: what it sends decides nothing that it may not.
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId, encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aGitProject } from '../support/git-projects.ts'
import { aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aProject, finished, petStore } from '../support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

const tokenOf = async (id: string) => {
  const made = await call(stack, `/projects/${id}/ci-token`, { method: 'POST', token: workspace.owner.token })
  return made.json<{ ci_token: string }>().ci_token
}

async function aPushedProject() {
  const { id } = await aProject(stack, workspace, {
    name: `Pushed ${crypto.randomUUID().slice(0, 8)}`,
    type: 'cli',
  })
  return { id, number: decodeId('prj', id), token: await tokenOf(id) }
}

interface Answered {
  status: number
  data?: Record<string, unknown>
  message?: string
}

/** Sends an operation to the product's address. */
async function send(operationName: string, variables: object, token?: string): Promise<Answered> {
  const body = JSON.stringify({ query: `query ${operationName} { x }`, variables, operationName })
  return sendText(body, token)
}

async function sendText(body: string, token?: string): Promise<Answered> {
  const answer = await fetch(`${stack.apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body,
  })
  const { data, errors } = (await answer.json()) as {
    data?: Record<string, unknown>
    errors?: { message: string }[]
  }
  return {
    status: answer.status,
    ...(data ? { data } : {}),
    ...(errors?.[0] ? { message: errors[0].message } : {}),
  }
}

const file = (uri: string, data: unknown = '# Text\n', more: object = {}) => ({
  uri,
  type: 'article',
  isFile: true,
  data,
  ...more,
})
const image = (uri: string) => ({ uri, type: 'image', isFile: false, data: `${uri}:3` })
const upload = (projectId: number, added: object[], more: object = {}) => ({
  projectId,
  branch: 'main',
  analyzerResults: JSON.stringify({ added, modified: [], deleted: [], edges: [{ fromNode: '/x' }] }),
  ...more,
})

const tasks = (project: number) =>
  sql<{ job_id: string; status: string }>(
    stack,
    'select job_id, status from public.task_logs where project_id = $1 order by created_at desc',
    [project],
  )
const waiting = async (project: number) => {
  const [row] = await sql<{ n: number }>(
    stack,
    `select count(*)::int as n from storage.objects o where o.bucket_id = 'uploads' and o.name like $1`,
    [`%/ci-${project}/%`],
  )
  return row?.n
}

describe('the address', () => {
  it('answers the operations it knows and nothing else', async () => {
    const { token } = await aPushedProject()
    for (const name of ['Everything', '__proto__', 'constructor', '']) {
      const { status, message } = await send(name, {}, token)
      expect([name, status, message]).toEqual([
        name,
        400,
        expect.stringContaining('GraphQL is at /graphql/v1'),
      ])
    }
    const body = JSON.stringify({ query: 'query Other { x }', variables: {}, operationName: 'GetJwtCiToken' })
    expect((await sendText(body)).status).toBe(400)
    for (const text of ['', '[]', 'null', '{"query":', '"analyzerResults":"'])
      expect([text, (await sendText(text, token)).status]).toEqual([text, 400])
  })

  it('gives no token to who has none, and no other than was shown', async () => {
    const { token } = await aPushedProject()
    expect((await send('GetJwtCiToken', { ciToken: token })).data).toEqual({
      getNewCiAccessToken: { token },
    })
    const invented = `wmci_${'a'.repeat(43)}`
    expect((await send('GetJwtCiToken', { ciToken: invented })).status).toBe(401)
    expect((await send('GetJwtCiToken', { ciToken: '' })).status).toBe(400)
  })

  it('is for the token’s own project, and for CI tokens alone', async () => {
    const [mine, other] = [await aPushedProject(), await aPushedProject()]
    const calls: [string, object][] = [
      ['GetDataHashForNodes', { projectId: other.number, branch: 'main', cursor: 0 }],
      ['GetDataForNodes', { projectId: other.number, branch: 'main', uris: [], cursor: 0 }],
      ['UploadNodesOrig', upload(other.number, [file('/docs/a.md')])],
      ['GetProjectByCiToken', { ciToken: other.token }],
      ['GetBranchIdFromSlug', { ciToken: other.token, branchSlug: 'main' }],
    ]
    for (const [name, variables] of calls) {
      expect([name, (await send(name, variables, mine.token)).status]).toEqual([name, 404])
      expect([name, (await send(name, variables)).status]).toEqual([name, 401])
      expect([name, (await send(name, variables, workspace.owner.token)).status]).toEqual([name, 401])
    }
    expect(await tasks(other.number)).toEqual([])
    expect([await waiting(mine.number), await waiting(other.number)]).toEqual([0, 0])
  })
})

describe('an upload', () => {
  it('takes the text of whole files and believes nothing else', async () => {
    const { id, number, token } = await aPushedProject()
    const added = [
      file('/reference/pets.yaml', petStore, { type: 'http_service', name: 'Anything', slug: 'taken' }),
      {
        uri: '/reference/pets.yaml/paths/~1evil/get',
        type: 'http_operation',
        isFile: false,
        data: '{"x":1}',
      },
      file('/docs/a.md', 17),
    ]
    const { data } = await send('UploadNodesOrig', upload(number, added), token)
    expect(data).toMatchObject({ analyzerPush: { httpServices: 1, httpOperations: 1, nodes: 3 } })
    const [task] = await tasks(number)
    await finished(stack, token, task?.job_id ?? '')
    const { text } = await call(stack, `/projects/${id}/table-of-contents`, { token: workspace.owner.token })
    expect(text).toContain('List pets')
    expect(text).not.toMatch(/evil|Anything|taken/)
  })

  it('is refused whole, and leaves nothing behind, where something of it is wrong', async () => {
    const { number, token } = await aPushedProject()
    const good = file('/docs/a.md')
    const wrong: [string, object][] = [
      ['a path that climbs', upload(number, [good, file('/../b.md')])],
      ['a path without a slash', upload(number, [good, file('b.md')])],
      ['a node that is none', upload(number, [good, { uri: '/b.md' }])],
      ['nothing but images', upload(number, [image('/assets/a.png')])],
      ['results that are no JSON', { ...upload(number, []), analyzerResults: '{"added":[{' }],
      ['results with more behind them', { ...upload(number, []), analyzerResults: '{"added":[]}x' }],
      ['a branch that cannot be', upload(number, [good], { branch: 'a..b' })],
      ['a commit that is none', upload(number, [good], { commitHash: "1'; drop" })],
      ['another variable', upload(number, [good], { anything: true })],
    ]
    for (const [what, variables] of wrong)
      expect([what, (await send('UploadNodesOrig', variables, token)).status]).toEqual([what, 400])
    expect(await tasks(number)).toEqual([])
    expect(await waiting(number)).toBe(0)
  })

  it('is refused where the content comes from Git', async () => {
    const { id } = await aGitProject(stack, workspace)
    const number = decodeId('prj', id)
    const { status, message } = await send(
      'UploadNodesOrig',
      upload(number, [file('/docs/a.md')]),
      await tokenOf(id),
    )
    expect([status, message]).toEqual([409, expect.stringContaining('Git')])
  })

  it('waits for its images, however many of them come', async () => {
    const { id, number, token } = await aPushedProject()
    const images = ['/assets/a.png', '/../e.png'].map(image)
    await send('UploadNodesOrig', upload(number, [file('/docs/a.md'), ...images]), token)
    const found = await send('GetBranchIdFromSlug', { ciToken: token, branchSlug: 'main' }, token)
    const [project] = (found.data?.projects ?? []) as { branches: { id: number }[] }[]
    const branch = `/projects/${id}/branches/${encodeId('br', project?.branches[0]?.id ?? 0)}`
    const asked = await call(stack, `${branch}/images-batch`, {
      token,
      json: {
        images: [
          '/assets/a.png',
          '/assets/a.png',
          '/docs/a.md',
          'a.png',
          '/../e.png',
          '/docs/../e.png',
          '//etc/e.png',
          '/.git/e.png',
          '/a\0.png',
        ].map((base_uri) => ({
          base_uri,
          data_hash: 'x',
          size_in_bytes: 3,
        })),
      },
    })
    // The client reads and sends whatever file it is asked for: none outside of its folder.
    expect(asked.json()).toMatchObject({
      please_add: [{ base_uri: '/assets/a.png' }],
      please_dont_add: [
        { base_uri: '/docs/a.md', reason: 'It is not an image.' },
        { base_uri: 'a.png', reason: 'It is not an image.' },
        ...['/../e.png', '/docs/../e.png', '//etc/e.png', '/.git/e.png', '/a\0.png'].map((base_uri) => ({
          base_uri,
          reason: expect.stringContaining('without ".."'),
        })),
      ],
    })
    const add = (filepath: string, content = 'AAAA') =>
      call(stack, `${branch}/images`, { token, json: { filepath, file: content } })
    for (const [path, content] of [
      ['/assets/a.png', 'no base64'],
      ['/assets/a.png', 'A'],
      ['/assets/a.png', 'AAA=='],
      ['/assets/a.png', `${'A'.repeat(80_000)}A`],
      ['/docs/a.md', 'AAAA'],
      ['/../a.png', 'AAAA'],
    ] as const)
      expect([path, (await add(path, content)).status]).toEqual([path, 400])
    // Not asked for: it is neither kept nor one of those that are waited for.
    expect((await add('/assets/other.png')).status).toBe(409)
    expect(await waiting(number)).toBe(1)
    expect((await tasks(number)).map(({ status }) => status)).toEqual(['queued'])
    expect((await add('/assets/a.png')).status).toBe(200)
    const [task] = await tasks(number)
    await finished(stack, token, task?.job_id ?? '')
    expect((await add('/assets/a.png')).status).toBe(409)
    const other = await aPushedProject()
    expect(
      (await call(stack, `${branch}/images-batch`, { token: other.token, json: { images: [] } })).status,
    ).toBe(404)
    // The worker takes what it has kept out of the uploads behind the end of its task.
    await expect.poll(() => waiting(number)).toBe(0)
  })
})
