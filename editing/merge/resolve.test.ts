// Conflicts that somebody has decided: theirs is written where it was chosen, everything else stays as the merge left it.
import { describe, expect, test } from 'vitest'
import { bothOf, resolved } from './resolve.ts'
import { mergeTexts } from './texts.ts'

const base = `openapi: 3.1.0
info:
  title: Todos # the name
  version: "1"
  summary: Old
tags:
  - name: a
    description: A
`
const ours = base
  .replace('Todos', 'Mine')
  .replace('summary: Old', 'summary: Ours')
  .replace('description: A', 'description: Mine')
const theirs = base
  .replace('Todos', 'Theirs')
  .replace('  summary: Old\n', '')
  .replace('description: A', 'description: Theirs')

describe('conflicts of a description', () => {
  const merged = mergeTexts('yaml', base, ours, theirs)

  test('are three, and ours stays until somebody decides', () => {
    expect(merged.conflicts.map(({ path }) => path.join('.'))).toEqual([
      'info.title',
      'info.summary',
      'tags.0.description',
    ])
    expect(resolved('yaml', merged, () => false)).toBe(ours)
  })

  test('are each written as it was decided, with the comments beside them', () => {
    expect(resolved('yaml', merged, (_conflict, index) => index === 0)).toBe(
      ours.replace('Mine #', 'Theirs #'),
    )
    expect(resolved('yaml', merged, () => true)).toBe(theirs)
  })

  test('take back what was deleted here', () => {
    const gone = mergeTexts('yaml', base, base.replace('  summary: Old\n', ''), base.replace('Old', 'New'))
    expect(gone.conflicts).toHaveLength(1)
    expect(resolved('yaml', gone, () => true)).toContain('  summary: New\n')
  })
})

test('lines in dispute are exchanged one by one', () => {
  const merged = mergeTexts('text', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\nE\n', '1\nb\nc\nd\n5\n')
  expect(merged.conflicts).toHaveLength(2)
  expect(resolved('text', merged, (_conflict, index) => index === 1)).toBe('A\nb\nc\nd\n5\n')
  expect(resolved('text', merged, () => true)).toBe('1\nb\nc\nd\n5\n')
})

test('what cannot be written safely is not written', () => {
  const merged = {
    text: 'a: &x 1\nb: *x\n',
    conflicts: [{ path: ['a', 'gone', 'b'], base: 1, ours: 1, theirs: 2 }],
  }
  expect(resolved('yaml', merged, () => true)).toBeNull()
})

test.each<[string, string, unknown, unknown, unknown]>([
  ['sentences', 'summary', 'List.', 'Newest first.', 'List. Newest first.'],
  ['paragraphs', 'description', 'One\ntwo\n', 'Three', 'One\ntwo\n\nThree'],
  ['lists', 'tags', ['a', 'b'], ['b', 'c'], ['a', 'b', 'c']],
  ['objects, ours where both say something', 'schema', { a: 1, b: 1 }, { b: 2, c: 2 }, { a: 1, b: 1, c: 2 }],
  ['no names', 'operationId', 'list', 'getAll', undefined],
  ['no numbers', 'maximum', 1, 2, undefined],
  ['nothing where one is gone', 'description', 'a', undefined, undefined],
])('both of %s', (_name, key, ours, theirs, expected) => {
  expect(bothOf({ path: ['x', key], ours, theirs })).toEqual(expected)
})
