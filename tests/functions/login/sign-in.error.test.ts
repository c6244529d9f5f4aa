import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, knownPassword, sql } from '../support/people.ts'

const stack = sharedStack()

describe('signing in is refused', () => {
  it('with a wrong password, in a sentence', async () => {
    const { owner } = await aWorkspace(stack)
    const answer = await call(stack, '/auth/login', {
      json: { username_or_email: owner.email, password: 'not the password' },
    })
    expect(refusalIn(answer)).toEqual({
      status: 401,
      type: 'UNAUTHENTICATED',
      detail: 'The email, username or password is incorrect.',
    })
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.json<ProblemBody>().instance).toBe('/api/v1/auth/login')
    expect(answer.json<ProblemBody>().trace_id).toBe(answer.headers['x-request-id'])
  })

  it('without the fields, naming each', async () => {
    const answer = await call(stack, '/auth/login', { json: {} })
    expect(answer.status).toBe(400)
    expect(answer.json<ProblemBody>().errors).toEqual([
      { field: 'username_or_email', message: 'Required' },
      { field: 'password', message: 'Required' },
    ])
  })

  it('when the body is not JSON', async () => {
    const answer = await call(stack, '/auth/login', {
      method: 'POST',
      form: { username_or_email: 'ada', password: knownPassword },
    })
    expect(refusalIn(answer)).toMatchObject({ status: 400, type: 'VALIDATION_ERROR' })
  })

  it('for a workspace that does not exist, and for an identifier of another kind', async () => {
    const { owner } = await aWorkspace(stack)
    const login = (workspace_id: string) =>
      call(stack, '/auth/login', {
        json: { username_or_email: owner.email, password: knownPassword, workspace_id },
      })
    expect(refusalIn(await login('d2s6OTk5OTk5OTk'))).toMatchObject({ status: 404, type: 'NOT_FOUND' })
    expect(refusalIn(await login('cHJqOjc'))).toEqual({
      status: 400,
      type: 'INVALID_ID',
      detail: 'ID type mismatch: expected wk but was prj',
    })
  })

  it('while the workspace is locked, with whom to ask and why; but not for its oldest owner', async () => {
    const workspace = await aWorkspace(stack)
    const maker = await aMember(stack, workspace, 'maker')
    await sql(
      stack,
      `update public.workspaces set locked = true, lock_reason = 'overusage' where slug = $1`,
      [workspace.slug],
    )
    const login = (email: string) =>
      call(stack, '/auth/login', {
        json: { username_or_email: email, password: knownPassword, workspace_id: workspace.id },
      })
    const refused = await login(maker.email)
    expect(refused.status).toBe(403)
    expect(refused.json()).toMatchObject({
      type: 'WORKSPACE_IS_LOCKED',
      detail: 'The Free plan only allows for one owner to have access.',
      lock_reason: 'overusage',
      owner_email: workspace.owner.email,
    })
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect((await login(workspace.owner.email)).status).toBe(200)
  })
})
