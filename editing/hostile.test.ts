// What somebody might put into a file to keep everybody's browser busy: each has an outcome, in a time that a test can wait for.
import { expect, test, vi } from 'vitest'
import { Description } from './description.ts'
import { mergeTexts } from './merge/texts.ts'
import { sourceOf } from './text/changes.ts'
import type { Format } from './types.ts'

const BOMB = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x]',
  ...Array.from(
    { length: 11 },
    (_, index) => `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join(', ')}]`,
  ),
].join('\n')

// How a read of `a` ends.
test.each<[string, string, Format, string]>([
  ['brackets that nest', `{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, 'json', 'not_parsed'],
  ['brackets that nest and do not close', `{"a":${'['.repeat(1e5)}`, 'json', 'not_parsed'],
  ['brackets that nest in YAML', `a: ${'['.repeat(1e5)}${']'.repeat(1e5)}\nb: 1\n`, 'yaml', 'not_parsed'],
  ['dashes that nest', `a:\n  ${'- '.repeat(1e5)}1\nb: 1\n`, 'yaml', 'not_parsed'],
  ['questions that nest', `${'? '.repeat(1e5)}\na: 1\n`, 'yaml', 'not_parsed'],
  [
    'lines that nest',
    `${Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')}\n`,
    'yaml',
    'not_safe',
  ],
  ['aliases that multiply', `${BOMB}\na: *a11\n`, 'yaml', 'not_safe'],
  ['an alias of itself', 'a: &a [*a]\n', 'yaml', 'not_safe'],
  ['an alias of nothing', 'a: *b\n', 'yaml', 'not_safe'],
  ['a text of 5 MB', `{"a":"${'x'.repeat(5e6)}"}`, 'json', 'not_safe'],
  [
    '5 MB of members on one line',
    `{"b":{${Array.from({ length: 2e5 }, (_, n) => `"k${n}":{"x":"${n}"}`).join(',')}},"a":1}`,
    'json',
    'value',
  ],
  ['5 MB between brackets of YAML', `b: [${'x, '.repeat(1.5e6)}]\na: 1\n`, 'yaml', 'value'],
  ['5 MB of spaces', `b:${' '.repeat(5e6)}\na: 1\n`, 'yaml', 'value'],
  ['5 MB of quotes', `b: '${"''".repeat(2.5e6)}'\na: 1\n`, 'yaml', 'value'],
  ['a million comments', `${'#\n'.repeat(1e6)}a: 1\n`, 'yaml', 'value'],
  ['backslashes', `{"b":"${'\\\\'.repeat(2e6)}","a":1}`, 'json', 'value'],
  ['colons', `a: ${': '.repeat(1e5)}\n`, 'yaml', 'not_parsed'],
  ['a million keys', Array.from({ length: 1e6 }, (_, n) => `a${n}: 1`).join('\n'), 'yaml', 'not_safe'],
  ['control characters', '\u0000\u0001\ufffe', 'yaml', 'not_found'],
  ['nothing', '', 'json', 'not_parsed'],
])('%s', (_name, text, format, outcome) => {
  const description = new Description(sourceOf(text), format)
  description.keys([])
  const found = description.read(['a'])
  expect('refused' in found ? found.refused : 'value').toBe(outcome)
  if ('refused' in found) expect(found.reason).toMatch(/^[A-Z“].*\.$/s)
  const edited = description.edit({ type: 'set', path: ['a'], value: 'x' })
  if (outcome === 'value') expect(edited).toHaveProperty('changes')
  description.pathAt(text.length >> 1)
  description.errors()
  description.version(['a'])
  description.changed([{ from: text.length, to: text.length, insert: ' ' }], sourceOf(`${text} `))
  description.keys([])
})

test('lines that are all alike', () => {
  const merged = mergeTexts(
    'text',
    '}\n'.repeat(1e5),
    `a\n${'}\n'.repeat(1e5)}b\n`,
    `${'}\n'.repeat(8e4)}c\n`,
  )
  expect(merged.conflicts).toHaveLength(1)
})

test('elements that are all alike', () => {
  const ones = (count: number) => JSON.stringify({ a: Array(count).fill(1) })
  expect(mergeTexts('json', ones(30_000), ones(30_001), ones(29_999)).conflicts).toHaveLength(1)
})

// Each edit reads its part once more, so their number bounds the work, whatever the machine.
test.each([
  [200, 'values', 200],
  [201, 'lines', 0],
  [2_000, 'lines', 0],
])('a merge of %i edits of one part goes by %s', (count, by, most) => {
  const edit = vi.spyOn(Description.prototype, 'edit')
  const members = (value: number) => Array.from({ length: count }, (_, n) => `"k${n}": ${value}`).join(',\n')
  const text = (value: number, more = '') => `{"a": {\n${members(value)}\n},\n"z": 0${more}\n}\n`
  const merged = mergeTexts('json', text(1), text(1, ', "b": 1'), text(2))
  expect(merged.by).toBe(by)
  expect(merged.text).toContain('"k0": 2')
  expect(merged.text).toContain('"b": 1')
  expect(edit).toHaveBeenCalledTimes(most)
  edit.mockRestore()
})
