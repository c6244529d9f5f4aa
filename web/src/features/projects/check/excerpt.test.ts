import { expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

const numbered = Array.from({ length: 9 }, (_, n) => `line ${n + 1}`).join('\n')

it('shows two lines on each side', () => {
  const lines = excerptOf(numbered, 5, 1)
  expect(lines.map((line) => line.number)).toEqual([3, 4, 5, 6, 7])
  expect(lines.filter((line) => line.marked).map((line) => line.text)).toEqual(['line 5'])
})

it('stays inside the text', () => {
  expect(excerptOf(numbered, 1, 1).map((line) => line.number)).toEqual([1, 2, 3])
  expect(excerptOf(numbered, 9, 1).at(-1)?.text).toBe('line 9')
})

it('cuts a minified document around the column', () => {
  const minified = `${'a'.repeat(5000)}HERE${'b'.repeat(5000)}`
  const [line] = excerptOf(minified, 1, 5001)
  expect(line?.text).toContain('HERE')
  expect(line?.text.length).toBeLessThan(130)
})
