import { describe, expect, it } from 'vitest'
import type { Path } from '../../../../../../editing/types.ts'
import { describedDocument } from '../testing.tsx'
import { jsonCodec, keptTextCodec, looseCodec, numberCodec, textCodec, valueCodec } from './codecs.ts'
import { commit } from './commit.ts'
import { setEdits } from './edits.ts'
import { sourceOf, valueAt } from './source.ts'

describe.each([
  ['a text', textCodec, ['a', ' b ', '1']],
  ['a text that has to be there', keptTextCodec, ['a', '']],
  ['a number', numberCodec('any'), [0, -1.5, 1e21]],
  ['JSON', jsonCodec, [{ a: [1, null] }, 'x', true]],
  ['anything', looseCodec, ['plain', '5', 'true', '', 5, true, null, { a: 1 }, '{"a": 1}']],
  ['a value of a text', valueCodec('string'), ['5', 'x']],
])('%s', (_name, codec, values) => {
  it('is read as it was shown', () => {
    const all: readonly unknown[] = values
    for (const value of all) expect(codec.read(codec.show(value))).toEqual({ value })
  })
})

it('takes an emptied field for no value', () => {
  expect(textCodec.read('')).toEqual({ value: undefined })
  expect(numberCodec('any').read(' ')).toEqual({ value: undefined })
  expect(looseCodec.read('')).toEqual({ value: undefined })
})

it.each(['one', 'Infinity', '1,5'])('takes %s for no number', (text) => {
  expect(numberCodec('any').read(text)).toHaveProperty('problem')
})

it.each(['-1', '1.5'])('takes %s for no count', (text) => {
  expect(numberCodec('count').read(text)).toHaveProperty('problem')
})

it('says of what begins as JSON that it is none yet', () => {
  expect(looseCodec.read('{"a":')).toHaveProperty('problem')
  expect(jsonCodec.read('plain')).toHaveProperty('problem')
})

it('keeps each digit of numbers that JavaScript would round', () => {
  const text = 'type: integer\nmaximum: 9223372036854775807\nexample: [9223372036854775807]\n'
  const document = describedDocument(text, { path: 'a.yaml' })
  const source = sourceOf(document)
  if (!source) throw new Error('no description')
  const look = (path: Path) => valueAt(source, path)
  const number = numberCodec('any')
  expect(number.show(look(['maximum']))).toBe('9223372036854775807')
  expect(jsonCodec.show(look(['example']))).toContain('9223372036854775807')
  const read = number.read('9223372036854775806')
  if (!('value' in read)) throw new Error(read.problem)
  commit(source, setEdits(look, ['maximum'], read.value))
  expect(document.textNow()).toBe(
    text.replace('maximum: 9223372036854775807', 'maximum: 9223372036854775806'),
  )
})
