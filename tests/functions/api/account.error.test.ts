import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody } from '../support/call.ts'
import { aWorkspace } from '../support/people.ts'

const stack = sharedStack()

describe('my account', () => {
  it('cannot take somebody else’s username, a bad picture or a bad name', async () => {
    const [mine, other] = await Promise.all([aWorkspace(stack), aWorkspace(stack)])
    const change = (json: unknown) =>
      call(stack, '/users/me', { token: mine.owner.token, method: 'PATCH', json })
    await change({ first_name: 'Ada', last_name: 'Lovelace' })
    const taken = await change({ username: other.slug })
    expect(taken.status).toBe(409)
    expect(taken.json<ProblemBody>().errors).toEqual([
      { field: 'username', message: 'This username is already taken. Please choose a different one.' },
    ])
    expect((await change({ username: 'No Spaces' })).status).toBe(400)
    expect((await change({ avatar_url: 'javascript:alert(1)' })).status).toBe(400)
  })
})
