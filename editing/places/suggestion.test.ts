import { expect, test } from 'vitest'
import { applyChanges } from '../text/changes.ts'
import { changeForSuggested, placeOfSuggested, suggestedAt } from './suggestion.ts'

const text = 'a:\n  type: integer\nb:\n  type: integer\n'
const second = { from: text.lastIndexOf('integer'), to: text.lastIndexOf('integer') + 7 }

test('a stretch is told from others of the same letters by what stands beside it', () => {
  const suggested = suggestedAt(text, second)
  expect(suggested).toMatchObject({ original: 'integer', after: '\n' })
  expect(placeOfSuggested(text, suggested)).toEqual(second)
})

test('it is found elsewhere as long as the lines beside it went along', () => {
  const suggested = suggestedAt(`${'# a\n'.repeat(80)}b:\n\n  type: integer\n\nc:\n`, { from: 324, to: 339 })
  expect(suggested.original).toBe('  type: integer')
  expect(placeOfSuggested('# New\nb:\n\n  type: integer\n\nc:\nd:\n', suggested)).toEqual({
    from: 10,
    to: 25,
  })
})

test('twin lines are not taken for one that was removed', () => {
  const twins = 'a:\n  deprecated: true\nb:\n  deprecated: true\n'
  const suggested = suggestedAt(twins, { from: 3, to: 22 })
  expect(placeOfSuggested(twins, suggested)).toEqual({ from: 3, to: 22 })
  expect(placeOfSuggested('a:\nb:\n  deprecated: true\n', suggested)).toBeNull()
})

test.each([
  ['it is gone', 'type: string'],
  ['it may be one of two', 'x: integer\ny: integer'],
])('it is nowhere where %s', (_why, now) => {
  expect(placeOfSuggested(now, suggestedAt('type: integer', { from: 6, to: 13 }))).toBeNull()
})

test('of what stands beside it no half of a character is kept', () => {
  const whole = `😀${'x'.repeat(199)}here${'y'.repeat(199)}😀`
  const { before, after } = suggestedAt(whole, { from: 201, to: 205 })
  expect([before, after]).toEqual(['x'.repeat(199), 'y'.repeat(199)])
})

test.each([
  [
    'with line feeds and another ending',
    'a: 1\nb: 2\r\nc: 3\r\nd: 4\n',
    'a: 1\nb: 2\r\nx: 3\r\ny: 3\r\nd: 4\n',
  ],
  [
    'with one that ends as no other does',
    'a: 1\r\nb: 2\nc: 3\nd: 4\r\n',
    'a: 1\r\nb: 2\nx: 3\ny: 3\nd: 4\r\n',
  ],
  ['with line feeds alone', 'a: 1\nb: 2\nc: 3\nd: 4\n', 'a: 1\nb: 2\nx: 3\ny: 3\nd: 4\n'],
])('in a text %s all other bytes stay', (_what, now, then) => {
  // As it was suggested, in a text that was shown with line feeds.
  const shown = now.replaceAll('\r\n', '\n')
  const suggested = suggestedAt(shown, { from: 5, to: 14 })
  expect(suggested.original).toBe('b: 2\nc: 3')
  const change = changeForSuggested(now, suggested, 'b: 2\nx: 3\ny: 3')
  expect(change && applyChanges(now, [change])).toBe(then)
  expect(changeForSuggested('a: 1\r\nb: 2\n', suggested, 'x')).toBeNull()
})
