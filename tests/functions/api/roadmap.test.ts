// The token that tells the page of the roadmap who reads it.
import { decodeJwt, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace, sql } from '../support/people.ts'

const stack = sharedStack()
// As tests/support/stack.setup.ts has it.
const secret = new TextEncoder().encode('what-the-roadmap-of-tests-is-signed-with')

it('a member gets a token for five minutes, for that page alone; nobody else gets one', async () => {
  const [mine, other] = [await aWorkspace(stack), await aWorkspace(stack)]
  const ask = (id: string, token?: string) =>
    call(stack, `/workspaces/${id}/roadmap-token`, { method: 'POST', ...(token ? { token } : {}) })
  const answer = await ask(mine.id, mine.owner.token)
  expect(answer.status).toBe(200)
  const { token } = answer.json<{ token: string }>()
  const { payload } = await jwtVerify(token, secret, {
    audience: 'https://roadmap.example',
    algorithms: ['HS256'],
  })
  expect(payload).toMatchObject({ workspace_id: mine.id, email: mine.owner.email })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  // It is no token of ours.
  expect((await call(stack, '/users/me', { token })).status).toBe(401)

  expect((await ask(mine.id)).status).toBe(401)
  expect(refusalIn(await ask(other.id, mine.owner.token))).toMatchObject({ status: 404 })
})

it('a session for one workspace is told apart: its provider alone may have said who it is', async () => {
  const mine = await aWorkspace(stack)
  const ask = async () => {
    const answer = await call(stack, `/workspaces/${mine.id}/roadmap-token`, {
      method: 'POST',
      token: mine.owner.token,
    })
    return decodeJwt(answer.json<{ token: string }>().token)
  }
  const whole = await ask()
  await sql(stack, 'update private.sessions set only_workspace_id = $1 where session_id = $2', [
    decodeId('wk', mine.id),
    decodeJwt(mine.owner.token).session_id,
  ])
  const limited = await ask()
  expect(limited.sub).toBe(`${mine.id}/${whole.sub}`)
  expect([whole.email, limited.email]).toEqual([mine.owner.email, undefined])
})
