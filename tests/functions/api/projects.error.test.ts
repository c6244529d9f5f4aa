import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { aWorkspace, giveCode, unique, type Workspace } from '../support/people.ts'
import { aProject } from '../support/projects.ts'

const stack = sharedStack()

describe('projects are refused', () => {
  let workspace: Workspace
  let token: string
  beforeAll(async () => {
    workspace = await aWorkspace(stack)
    token = workspace.owner.token
  })
  const add = (json: unknown, headers: Record<string, string> = {}) =>
    call(stack, `/workspaces/${workspace.id}/projects`, { token, json, headers })

  it('with a bad field, in the words of its rule', async () => {
    const answer = await add({
      name: 'x'.repeat(76),
      visibility: 'secret',
      icon_color: 'green',
      icon: '__proto__',
    })
    expect(answer.status).toBe(400)
    const { type, errors } = answer.json<ProblemBody>()
    expect(type).toBe('VALIDATION_ERROR')
    expect(errors?.map(({ field }) => field).sort()).toEqual(['icon', 'icon_color', 'name', 'visibility'])
    expect(errors?.find(({ field }) => field === 'name')?.message).toBe('Must be no more than 75 characters')
  })

  it('with an address that holds a NUL, wherever it stands', async () => {
    const { id } = await aProject(stack, workspace, { slug: 'nul' })
    for (const path of [
      `/projects/${id}/nodes/x?branch=%00`,
      `/projects/${id}/branches/%00`,
      `/workspaces/${workspace.id}/projects?search=%00`,
    ]) {
      const { status, type } = refusalIn(await call(stack, path, { token }))
      expect([path, status, type]).toEqual([path, 400, 'VALIDATION_ERROR'])
    }
  })

  it('with a slug that another project has', async () => {
    await aProject(stack, workspace, { slug: 'taken' })
    const answer = await add({ name: 'Other', slug: 'taken' })
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({
      type: 'CONFLICT',
      detail: 'A project with this slug already exists in this workspace. Please choose a different value.',
      errors: [{ field: 'slug' }],
    })
  })

  it('when the body is no JSON, or too large', async () => {
    const send = (body: string) =>
      fetch(`${stack.apiUrl}/api/v1/workspaces/${workspace.id}/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      })
    expect((await send('{"name":')).status).toBe(400)
    expect((await send(JSON.stringify({ name: 'x', description: 'y'.repeat(300_000) }))).status).toBe(413)
  })

  it('beyond what the plan holds', async () => {
    const slug = unique('free')
    const email = `${slug}@example.com`
    const signup = await call(stack, '/auth/signup/workspace', {
      json: { email, code: await giveCode(stack, email), slug },
    })
    const free = signup.json<{ token: string; workspace: { id: string } }>()
    const another = () =>
      call(stack, `/workspaces/${free.workspace.id}/projects`, { token: free.token, json: { name: 'One' } })
    expect((await another()).status).toBe(201)
    expect(refusalIn(await another())).toMatchObject({ status: 402, type: 'PAYMENT_REQUIRED' })
  })

  it('under an Idempotency-Key that was used for something else', async () => {
    const headers = { 'idempotency-key': 'used-twice' }
    expect((await add({ name: 'First' }, headers)).status).toBe(201)
    expect(refusalIn(await add({ name: 'Second' }, headers))).toMatchObject({ status: 409, type: 'CONFLICT' })
  })

  it('and a refused one gives its Idempotency-Key back', async () => {
    const headers = { 'idempotency-key': 'second-chance' }
    await aProject(stack, workspace, { slug: 'in-the-way' })
    const json = { name: 'Chance', slug: 'in-the-way' }
    expect((await add(json, headers)).status).toBe(409)
    expect((await add({ ...json, slug: 'free-again' }, headers)).status).toBe(201)
  })

  it.each([
    ['of another kind', 'd2s6MQ', 'ID type mismatch: expected prj but was wk'],
    ['without a type', 'MTIz', 'malformed project ID'],
    ['with a letter for a number', 'cHJqOmFiYw', 'malformed project ID'],
    ['that is no base64', '%21%21', 'invalid project ID provided'],
    ['that a script forgot to set', 'undefined', 'invalid project ID provided'],
  ])('for an identifier %s', async (_what, id, detail) => {
    expect(refusalIn(await call(stack, `/projects/${id}`, { token }))).toEqual({
      status: 400,
      type: 'INVALID_ID',
      detail,
    })
  })

  it('for a change of nothing and for a limit that is none', async () => {
    const { id } = await aProject(stack, workspace)
    expect((await call(stack, `/projects/${id}`, { token, method: 'PATCH', json: {} })).status).toBe(400)
    expect((await call(stack, `/workspaces/${workspace.id}/projects?limit=0`, { token })).status).toBe(400)
  })

  it('in a manner that its address does not know, which says what it does', async () => {
    const { id } = await aProject(stack, workspace, { slug: 'manner' })
    for (const [path, method, allow] of [
      [`/projects/${id}`, 'POST', 'HEAD, GET, PATCH, DELETE'],
      ['/auth/logout', 'GET', 'POST'],
    ] as const) {
      const answer = await call(stack, path, { token, method, ...(method === 'POST' ? { json: {} } : {}) })
      expect([answer.status, answer.headers.allow]).toEqual([405, allow])
      expect(answer.headers['content-type']).toBe('application/problem+json')
      expect(refusalIn(answer)).toEqual({
        status: 405,
        type: 'METHOD_NOT_ALLOWED',
        detail: `/api/v1${path} answers ${allow}, not ${method}.`,
      })
    }
  })

  it('at an address where nothing is', async () => {
    const answer = await call(stack, '/nowhere', { token })
    expect(refusalIn(answer)).toEqual({
      status: 404,
      type: 'NOT_FOUND',
      detail: 'There is nothing at /api/v1/nowhere.',
    })
  })
})
