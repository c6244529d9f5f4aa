import { expect, test } from 'vitest'
import { placeOfSuggested, suggestedAt } from './suggestion.ts'

const text = 'a:\n  type: integer\nb:\n  type: integer\n'
const second = { from: text.lastIndexOf('integer'), to: text.lastIndexOf('integer') + 7 }

test('a stretch is told from others of the same letters by what stands beside it', () => {
  const suggested = suggestedAt(text, second)
  expect(suggested).toMatchObject({ original: 'integer', after: '\n' })
  expect(placeOfSuggested(text, suggested)).toEqual(second)
})

test('it is found elsewhere as long as its letters occur once', () => {
  const suggested = suggestedAt('type: integer', { from: 6, to: 13 })
  expect(placeOfSuggested('# New\ntype:   integer', suggested)).toEqual({ from: 14, to: 21 })
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
