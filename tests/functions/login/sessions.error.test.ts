import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, cookieIn, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, sql } from '../support/people.ts'

const stack = sharedStack()

describe('renewing the token is refused', () => {
  it('without a cookie, in the words the client looks for', async () => {
    const answer = await call(stack, '/auth/access-token', { method: 'POST' })
    expect(refusalIn(answer)).toEqual({
      status: 400,
      type: 'VALIDATION_ERROR',
      detail: 'Refresh token not provided',
    })
  })

  it('for a workspace the person is no member of, without losing the session', async () => {
    const [theirs, mine] = await Promise.all([aWorkspace(stack), aWorkspace(stack)])
    const refused = await call(stack, `/auth/access-token/${theirs.id}`, {
      method: 'POST',
      cookie: mine.owner.cookie,
    })
    expect(refusalIn(refused)).toEqual({
      status: 403,
      type: 'INSUFFICIENT_PERMISSIONS',
      detail: 'Permission denied. You need be invited to this workspace.',
    })
    expect(refused.text).not.toContain('eyJ')
    const again = await call(stack, `/auth/access-token/${mine.id}`, {
      method: 'POST',
      cookie: cookieIn(refused) ?? '',
    })
    expect(again.status).toBe(200)
  })

  it('while the workspace is locked', async () => {
    const workspace = await aWorkspace(stack)
    const viewer = await aMember(stack, workspace, 'viewer')
    await sql(
      stack,
      `update public.workspaces set locked = true, lock_reason = 'failed_payment' where slug = $1`,
      [workspace.slug],
    )
    const refused = await call(stack, `/auth/access-token/${workspace.id}`, {
      method: 'POST',
      cookie: viewer.cookie,
    })
    expect(refused.status).toBe(403)
    expect(refused.json()).toMatchObject({
      type: 'WORKSPACE_IS_LOCKED',
      lock_reason: 'failed_payment',
      owner_email: workspace.owner.email,
    })
  })
})
