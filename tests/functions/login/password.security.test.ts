import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace } from '../support/people.ts'

const stack = sharedStack()
const newPassword = 'a better battery'

describe('changing the password', () => {
  it('lets a thief of a token guess ten times, no more', async () => {
    const { owner } = await aWorkspace(stack)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        call(stack, '/auth/password', {
          token: owner.token,
          json: { new_password: newPassword, current_password: `guess number ${n}` },
        }),
      ),
    )
    expect(guesses.filter((answer) => answer.status === 429)).toHaveLength(2)
  })

  it('is refused without a token', async () => {
    const answer = await call(stack, '/auth/password', { json: { new_password: newPassword } })
    expect(refusalIn(answer)).toMatchObject({ status: 401, type: 'UNAUTHENTICATED' })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })
})
