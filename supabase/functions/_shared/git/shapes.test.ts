import { expect, test } from 'vitest'
import { idText, nameText, shownText } from './shapes.ts'

test('what is shown has no control characters and no halves of characters, and is cut between characters', () => {
  expect(shownText(500).parse('a\0\u0001b\ud83dc\ude00\nd')).toBe('abc\nd')
  expect(shownText(3).parse('xx😀😀')).toBe('xx😀')
  expect(shownText(3).parse(null)).toBe('')
})

test.each(['a\0', 'a\n', 'a\ud83d', '\ude00', ''])('%j is neither a name nor an id', (text) => {
  expect([nameText.safeParse(text).success, idText.safeParse(text).success]).toEqual([false, false])
})

test('names may have characters of any plane', () => {
  expect(nameText.parse('feature/😀')).toBe('feature/😀')
})
