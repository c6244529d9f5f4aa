import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace } from '../support/people.ts'

const stack = sharedStack()

describe('my account', () => {
  it('is changed field by field; what is absent stays', async () => {
    const { owner, id } = await aWorkspace(stack)
    const change = (json: unknown) => call(stack, '/users/me', { token: owner.token, method: 'PATCH', json })
    await change({ first_name: 'Ada', last_name: 'Lovelace', survey: { persona: 'other' } })
    const answer = await change({ timezone: 'Europe/London', survey: { number_of_apis: '2-10' } })
    expect(answer.json()).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      timezone: 'Europe/London',
      survey: { persona: 'other', number_of_apis: '2-10' },
      has_password: true,
      memberships: [{ workspace_id: id, role: 'owner' }],
    })
  })
})
