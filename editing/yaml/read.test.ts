import { expect, test } from 'vitest'
import { plainValueOf } from '../tree/plain-value.ts'
import { readYaml } from './read.ts'

const none = { kind: 'scalar', style: 'none', value: null, from: 0, to: 0 } as const

test.each([
  ['a binary', 'a: !!binary aGk=\n', { a: 'aGk=' }],
  ['an ordered map', 'a: !!omap\n  - x: 1\n', { a: [{ x: 1 }] }],
  ['pairs', 'a: !!pairs [x: 1]\n', { a: [{ x: 1 }] }],
  ['a set with values', 'a: !!set {x: 1}\n', { a: { x: 1 } }],
])('%s is read as it is written, whatever its tag says', (_what, text, value) => {
  const node = readYaml(text)
  expect(node && plainValueOf(node, () => none)).toEqual(value)
})
