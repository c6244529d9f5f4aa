// Projects of other platforms through the API: who may list and queue them, and what is said of wrong keys.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type PlatformsDouble, platformKey, startPlatforms } from '../../doubles/platforms.ts'
import { sharedStack } from '../../support/stack.ts'
import { type Call, call, type ProblemBody, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, type Workspace } from '../support/people.ts'

const stack = sharedStack()
let platforms: PlatformsDouble
let workspace: Workspace
let stranger: Workspace

beforeAll(async () => {
  platforms = await startPlatforms(inject('platformsPort'))
  platforms.next = [
    { id: '7', name: 'Parts', namespace: 'Factory', versions: { '1.0': { 'docs/a.md': '# A\n' } } },
  ]
  workspace = await aWorkspace(stack)
  stranger = await aWorkspace(stack)
  await call(stack, `/workspaces/${workspace.id}`, {
    method: 'PATCH',
    token: workspace.owner.token,
    json: { migrated_from_next: true },
  })
})
afterAll(() => platforms.close())

const listed = (session: string | undefined, authorization = platformKey) =>
  call(stack, '/legacy-migration/next', {
    headers: { authorization, ...(session ? { 'x-waymark-authorization': `Bearer ${session}` } : {}) },
  })
const queued = (json: object, token = workspace.owner.token, id = workspace.id) =>
  call(stack, `/workspaces/${id}/migrations`, { token, json } satisfies Call)

describe('projects of NEXT', () => {
  it('are listed to who has billing of a workspace that came from there, by the token as Authorization', async () => {
    const answer = await listed(workspace.owner.token)
    expect([answer.status, answer.json()]).toEqual([
      200,
      [
        {
          project_id: '7',
          project_name: 'Parts',
          namespace_id: '1',
          namespace_name: 'Factory',
          project_last_activity: '2020-02-03T04:05:06Z',
        },
      ],
    ])
    expect((await listed(undefined)).status).toBe(401)
    expect((await listed(undefined, `Bearer ${workspace.owner.token}`)).status).toBe(401)
    expect(refusalIn(await listed(stranger.owner.token))).toMatchObject({
      status: 403,
      detail: 'This workspace was not migrated from NEXT.',
    })
    const maker = await aMember(stack, workspace, 'maker')
    expect((await listed(maker.token)).status).toBe(403)
  })

  it('are not found by another token, which the answer does not repeat', async () => {
    for (const token of ['not-a-key-of-theirs', 'tøken'.normalize()]) {
      const answer = await listed(workspace.owner.token, encodeURI(token))
      expect([answer.status, answer.json<ProblemBody>().errors?.[0]?.field]).toEqual([400, 'api_key'])
      expect(answer.text).not.toContain(token)
    }
  })

  it('are queued by what the token shows, once, and by nobody else', async () => {
    const source = { source: 'next', api_key: platformKey }
    expect((await queued({ ...source, project_ids: ['7', '404'] })).status).toBe(404)
    expect((await queued({ ...source, project_ids: [] })).status).toBe(400)
    expect((await queued({ ...source, api_key: 'wrong', project_ids: ['7'] })).status).toBe(400)
    const maker = await aMember(stack, workspace, 'maker')
    expect((await queued({ ...source, project_ids: ['7'] }, maker.token)).status).toBe(403)
    const other = await queued({ ...source, project_ids: ['7'] }, stranger.owner.token, stranger.id)
    expect(refusalIn(other)).toMatchObject({
      status: 403,
      detail: 'This workspace was not migrated from NEXT.',
    })

    const answer = await queued({ ...source, project_ids: ['7', '7'] })
    expect([answer.status, answer.json()]).toMatchObject([
      202,
      { succeeded: 1, failed: 0, results: [{ external_id: '7', ok: true, error: null }] },
    ])
  })
})

describe('another platform', () => {
  const list = (source: string, account: string, api_key = platformKey, token = workspace.owner.token) =>
    call(stack, `/workspaces/${workspace.id}/migrations/projects`, {
      token,
      json: { source, account, api_key },
    })

  it('shows an owner of SwaggerHub, and a workspace of Stoplight', async () => {
    platforms.swaggerhub = { acme: { todo: { '1.0.0': 'openapi: 3.1.0' } } }
    expect((await list('swaggerhub', 'acme')).json()).toMatchObject({
      items: [{ id: 'apis/todo', name: 'The todo', group_name: 'acme' }],
    })
    expect((await list('stoplight', 'd2s6MQ')).json()).toMatchObject({
      items: [{ id: 'cHJqOjE', name: 'Handbook' }],
    })
    expect((await list('swaggerhub', '../../next')).status).toBe(404)
    expect((await list('swaggerhub', 'acme', 'wrong')).status).toBe(400)
    expect((await list('next', '')).status).toBe(400)
  })

  it('is listed to nobody who makes no projects', async () => {
    const viewer = await aMember(stack, workspace, 'viewer')
    const before = platforms.asked.length
    expect((await list('swaggerhub', 'acme', platformKey, viewer.token)).status).toBe(403)
    expect((await list('swaggerhub', 'acme', platformKey, stranger.owner.token)).status).toBe(404)
    expect(platforms.asked.length).toBe(before)
  })
})
