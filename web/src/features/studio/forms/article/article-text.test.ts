import { expect, it } from 'vitest'
import { changeOf, movedBy } from './article-text.ts'

it.each([
  ['abc', 'abc', null],
  ['abc', 'abXc', { from: 2, to: 2, insert: 'X' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['', 'a', { from: 0, to: 0, insert: 'a' }],
  // Characters of two units are not torn apart.
  ['a😀b', 'a😁b', { from: 1, to: 3, insert: '😁' }],
])('finds what changed from %j to %j', (before, after, change) => {
  expect(changeOf(before, after)).toEqual(change)
})

it('keeps a caret at what it stands by', () => {
  expect(movedBy([{ from: 0, to: 0, insert: 'abc' }], 5)).toBe(8)
  expect(movedBy([{ from: 5, to: 5, insert: 'abc' }], 5)).toBe(5)
  expect(movedBy([{ from: 7, to: 9, insert: '' }], 5)).toBe(5)
  expect(movedBy([{ from: 2, to: 9, insert: 'x' }], 5)).toBe(3)
  expect(
    movedBy(
      [
        { from: 0, to: 2, insert: '' },
        { from: 3, to: 4, insert: 'xy' },
      ],
      6,
    ),
  ).toBe(5)
})
