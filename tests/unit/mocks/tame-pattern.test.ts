import { expect, it } from 'vitest'
import { isTame, repeatsLittle } from '../../../supabase/functions/mocks/engine/tame-pattern.ts'

it.each([
  '^[a-z]+$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^#[0-9a-f]{6}$',
  'abc',
  '^(cat|dog)$',
  '^[a-z]+(?:\\.[a-z])?$',
  '^[a-z0-9]+@[a-z0-9]+\\.[a-z]{2,}$',
  '^[A-Za-z][A-Za-z0-9_-]{2,62}$',
])('runs %s', (pattern) => {
  expect(isTame(pattern)).toBe(true)
})

it.each([
  '^(a+)+$',
  '^((a+)b)+$',
  '^(?:a|a)*$',
  '^(a?){40}a{40}$',
  '^(?=(a+))\\1b$',
  '^a*a*a*a*b$',
  'a*a*a*b',
  `^${'a{0,9}'.repeat(10)}b$`,
  `^${'a{0,9}'.repeat(3)}a*a*b$`,
  '^a{1,9}a*a*a*b$',
  '^a{1,99}a{1,99}a{1,99}a{1,99}b$',
  `^${'a?'.repeat(30)}${'a'.repeat(30)}$`,
  `^${'(a|a)'.repeat(30)}b$`,
])('does not run %s', (pattern) => {
  expect(isTame(pattern)).toBe(false)
})

it('writes no long texts', () => {
  expect(repeatsLittle('^[a-z]{8}$')).toBe(true)
  expect(repeatsLittle('(a{1000}){1000}')).toBe(false)
  expect(repeatsLittle('((a+)+)+')).toBe(false)
})
