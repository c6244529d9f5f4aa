import { expect, it } from 'vitest'
import { unstorableFields } from './unstorable.ts'

it('names what holds a NUL or half a character, in the order of the body', () => {
  const body = {
    name: 'a\0b',
    fine: 'a 😀',
    parts: [{ text: 'whole' }, { text: '\ud83d' }],
    'k\0y': 1,
    number: 7,
    nothing: null,
  }
  expect(unstorableFields(body).map(({ field }) => field)).toEqual(['name', 'parts.1.text', 'k\ufffdy'])
})

it('names at most twenty, however deep they are', () => {
  expect(unstorableFields(Array.from({ length: 50 }, () => '\0'))).toHaveLength(20)
  let deep: unknown = '\0'
  for (let level = 0; level < 5_000; level++) deep = [deep]
  expect(unstorableFields(deep)).toHaveLength(1)
  for (const body of [null, undefined, 7, {}, []]) expect(unstorableFields(body)).toEqual([])
})
