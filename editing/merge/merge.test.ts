import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { parsed } from '../../tests/support/editing/model.ts'
import { randomEdit } from '../../tests/support/editing/random-edits.ts'
import { generated, handMade } from '../../tests/support/editing/texts.ts'
import { seeded } from '../../tests/support/seeded.ts'
import { Description } from '../description.ts'
import { applyChanges, sourceOf } from '../text/changes.ts'
import type { Change, Format } from '../types.ts'
import { isEqual } from './equal.ts'
import { repair } from './repair.ts'
import { mergeTexts } from './texts.ts'
import { mergeValues } from './values.ts'

describe('a merge of values', () => {
  test.each<[string, unknown, unknown, unknown, unknown]>([
    ['keys', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2, c: 3 }, { a: 2, b: 2, c: 3 }],
    ['both adding texts', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'b', 'c']],
    [
      'parameters',
      [{ in: 'query', name: 'x' }],
      [{ in: 'query', name: 'x', r: 1 }],
      [
        { in: 'path', name: 'x' },
        { in: 'query', name: 'x' },
      ],
      [
        { in: 'path', name: 'x' },
        { in: 'query', name: 'x', r: 1 },
      ],
    ],
    [
      'references',
      [{ $ref: '#/a' }, { $ref: '#/b' }],
      [{ $ref: '#/b' }],
      [{ $ref: '#/a' }, { $ref: '#/b' }, { $ref: '#/c' }],
      [{ $ref: '#/b' }, { $ref: '#/c' }],
    ],
    [
      'an order that only they changed',
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'd'],
      ['c', 'a', 'b'],
      ['c', 'a', 'b', 'd'],
    ],
    ['numbers in sequence', [1, 1, 2, 3], [1, 1, 2, 3, 4], [0, 1, 1, 2, 3], [0, 1, 1, 2, 3, 4]],
    ['texts by lines', 'a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nD\n', 'A\nb\nc\nD\n'],
    ['what both deleted', { a: 1, b: 2 }, { b: 2 }, { b: 2 }, { b: 2 }],
  ])('unites %s', (_name, base, ours, theirs, expected) => {
    const { value, conflicts } = mergeValues(base, ours, theirs)
    expect(conflicts).toEqual([])
    expect(value).toEqual(expected)
  })

  test.each<[string, unknown, unknown, unknown, readonly (string | number)[]]>([
    ['a value', { a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 3 } }, ['a', 'b']],
    ['what one deleted and one changed', { a: { b: 1 } }, {}, { a: { b: 2 } }, ['a']],
    ['what one changed and one deleted', { a: { b: 1 } }, { a: { b: 2 } }, {}, ['a']],
    ['what both added', {}, { a: 1 }, { a: 2 }, ['a']],
  ])('names a dispute about %s, and keeps ours', (_name, base, ours, theirs, path) => {
    const { value, edits, conflicts } = mergeValues(base, ours, theirs)
    expect(conflicts.map((conflict) => conflict.path)).toEqual([path])
    expect([value, edits]).toEqual([ours, []])
  })
})

describe('a merge of texts', () => {
  test('writes theirs into ours, and leaves all else of ours as it is', () => {
    const base = 'a: 1 # one\nb: [x]\nc:\n  d: 1\n'
    const ours = 'a: 2 # two\nb: [x] # list\n\n# of c\nc:\n    d: 1\n'
    const theirs = 'b: [x, z]\na: 1\nc: {d: 1, e: 2}\n'
    const { text, changes, conflicts } = mergeTexts('yaml', base, ours, theirs)
    expect(text).toBe('a: 2 # two\nb: [x, z] # list\n\n# of c\nc:\n    d: 1\n    e: 2\n')
    expect(applyChanges(ours, changes)).toBe(text)
    expect(conflicts).toEqual([])
  })

  test('takes comments that only they changed along where we changed nothing', () => {
    expect(mergeTexts('yaml', 'a: 1\n', 'a: 1\n', '# new\na: 1\n').text).toBe('# new\na: 1\n')
  })

  test('goes by lines where a text does not parse, and says where the dispute is', () => {
    const { text, by, conflicts } = mergeTexts(
      'yaml',
      'a: 1\nb: 1\nc: 1\n',
      'a: "2\nb: 1\nc: 2\n',
      'a: 1\nb: 1\nc: 3\nd: 4\n',
    )
    expect(by).toBe('lines')
    expect(text).toBe('a: "2\nb: 1\nc: 2\n')
    expect(conflicts).toMatchObject([
      { path: [], base: 'c: 1\n', ours: 'c: 2\n', theirs: 'c: 3\nd: 4\n', range: { from: 11, to: 16 } },
    ])
  })

  test('unites Markdown by lines, whatever its words', () => {
    const { text, conflicts } = mergeTexts(
      'text',
      '# A\n\nx\n\n__proto__\n',
      '# B\n\nx\n\n__proto__\n',
      '# A\n\nx\n\n__proto__\nconstructor\n',
    )
    expect([text, conflicts]).toEqual(['# B\n\nx\n\n__proto__\nconstructor\n', []])
  })
})

const SAMPLES = [...handMade().filter(({ name }) => !name.includes('CR')), ...[2, 3, 6, 11].map(generated)]

test.each(SAMPLES)(
  'pairs of random edits of $name come to what both meant, or are named',
  ({ text: base, format }) => {
    const random = seeded(4)
    const seen = { clean: 0, disputed: 0, repaired: 0 }
    for (let pair = 0; pair < 15; pair++) {
      const [ours, theirs] = [edited(base, format, random), edited(base, format, random)]
      const merged = mergeTexts(format, base, ours.text, theirs.text)
      const swapped = mergeTexts(format, base, theirs.text, ours.text)
      expect(applyChanges(ours.text, merged.changes)).toBe(merged.text)
      // Who is asked does not matter for whether there is a dispute, and without one not for what comes out.
      if (merged.by === 'values' && swapped.by === 'values') {
        expect(merged.conflicts.map(({ path }) => path)).toEqual(swapped.conflicts.map(({ path }) => path))
        if (merged.conflicts.length === 0)
          expect(sorted(parsed(merged.text, format))).toEqual(sorted(parsed(swapped.text, format)))
      }
      seen[merged.conflicts.length === 0 ? 'clean' : 'disputed'] += 1
      const now = mergedByLetters(base, ours.changes, theirs.changes)
      const repaired = repair(format, { base, ours: ours.text, theirs: theirs.text, now })
      const text = repaired ? applyChanges(now, repaired.changes) : now
      if (repaired) seen.repaired += 1
      // What was not repaired is what both meant.
      if (merged.by === 'values')
        expect(isEqual(parsed(text, format), parsed(merged.text, format)), now).toBe(true)
      expect(repaired?.conflicts ?? []).toEqual(merged.conflicts)
    }
    expect(seen.clean).toBeGreaterThan(8)
  },
)

function edited(
  text: string,
  format: Format,
  random: () => number,
): { text: string; changes: readonly Change[] } {
  for (;;) {
    const result = new Description(sourceOf(text), format).edit(randomEdit(random, parsed(text, format)))
    if ('changes' in result && result.changes.length > 0)
      return { text: applyChanges(text, result.changes), changes: result.changes }
  }
}

/** What Yjs makes of two people's changes of one text. */
function mergedByLetters(base: string, ...both: (readonly Change[])[]): string {
  const document = new Y.Doc()
  document.getText('t').insert(0, base)
  const start = Y.encodeStateAsUpdate(document)
  for (const [index, changes] of both.entries()) {
    const own = new Y.Doc()
    own.clientID = index + 1
    Y.applyUpdate(own, start)
    const text = own.getText('t')
    for (const { from, to, insert } of changes.toReversed()) {
      text.delete(from, to - from)
      text.insert(from, insert)
    }
    Y.applyUpdate(document, Y.encodeStateAsUpdate(own))
  }
  return document.getText('t').toString()
}

// Where both put something into one place, either may come first.
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, sorted(item)])
      .sort(),
  )
}
