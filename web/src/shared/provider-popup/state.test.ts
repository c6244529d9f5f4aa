import { describe, expect, it } from 'vitest'
import { isState, newState } from './state.ts'

describe('a login state', () => {
  it('is made anew each time and accepted', () => {
    const [a, b] = [newState(), newState()]
    expect(a).not.toBe(b)
    expect(isState(a)).toBe(true)
  })

  it.each([
    'ab'.repeat(16),
    'ab'.repeat(64),
    `{"nonce":"${'0f'.repeat(16)}","pr":0}`,
    `{"nonce":"${'0f'.repeat(64)}"}`,
  ])('is accepted as %s', (text) => expect(isState(text)).toBe(true))

  it.each([
    '',
    'ab'.repeat(15),
    'AB'.repeat(16),
    'zz'.repeat(16),
    '{}',
    '{"nonce":1}',
    `{"nonce":"${'0f'.repeat(16)}","pr":-1}`,
    `{"nonce":"${'0f'.repeat(16)}","pr":1.5}`,
    `{"nonce":"${'0f'.repeat(20)}"}`,
    'null',
  ])('is not %s', (text) => expect(isState(text)).toBe(false))
})
