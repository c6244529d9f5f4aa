// A description that is told of every change knows the same as one that reads the text anew.
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { handMade } from '../../tests/support/editing/texts.ts'
import { seeded } from '../../tests/support/seeded.ts'
import { Description } from '../description.ts'
import { applyChanges, sourceOf } from '../text/changes.ts'
import type { Change, Edit, Key, Path } from '../types.ts'

const TYPED = [
  'x',
  ' ',
  '\n',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ': 1',
  '- ',
  '#',
  '|',
  '\n  ',
  '\n  a: 1',
  '"k": 2,',
  '\t',
  '---',
  '&a ',
  '',
]

// All that parts know, down to those of components.
function known(description: Description): string {
  const say = (path: Path) => JSON.stringify([path, description.keys(path), description.range(path)])
  const roots = description.keys([]) ?? []
  return roots
    .flatMap((key) => [
      say([key]),
      ...(description.keys([key]) ?? []).slice(0, 30).map((inner) => say([key, inner])),
    ])
    .join('\n')
}

test.each(handMade())('stays the same while $name is typed in', ({ text: first, format }) => {
  const random = seeded(8)
  let text = first
  let description = new Description(sourceOf(text), format)
  let [compared, whole] = [0, 0]
  for (let count = 0; count < 50; count++) {
    if (count % 40 === 0) {
      text = first
      description = new Description(sourceOf(text), format)
    }
    // Half of the time somebody takes back what they typed.
    const changes = randomChanges(random, text)
    const before = text
    text = applyChanges(text, changes)
    description.changed(changes, sourceOf(text))
    compare()
    if (random() < 0.6) {
      const back = inverse(before, changes)
      text = before
      description.changed(back, sourceOf(text))
      compare()
    }
  }
  expect(compared).toBeGreaterThan(60)
  expect(whole).toBeGreaterThan(5)

  function compare(): void {
    const fresh = new Description(sourceOf(text), format)
    const problems = fresh.errors()
    // While something is broken, each of the two may have its own idea of where.
    if (problems.length > 0) expect(description.errors().length, text).toBeGreaterThan(0)
    else {
      expect(description.errors(), text).toEqual([])
      expect(known(description), text).toBe(known(fresh))
      whole += 1
    }
    compared += 1
  }
})

// Parts that are too large to be scanned for each key: what is added, renamed and moved around them is known all the same.
test.each(['json', 'yaml'] as const)('knows what is done around large parts of %s', (format) => {
  const section = (name: string) =>
    Object.fromEntries(
      Array.from({ length: 2_000 }, (_, n) => [`${name}${n}`, { description: 'x'.repeat(200) }]),
    )
  const value = { info: {}, paths: section('/p'), tags: [], components: { schemas: section('S') } }
  const first = format === 'json' ? JSON.stringify(value, null, 2) : stringify(value)
  const random = seeded(3)
  let text = first
  let description = new Description(sourceOf(text), format)
  for (let count = 0; count < 40; count++) {
    if (count % 20 === 0) {
      text = first
      description = new Description(sourceOf(text), format)
    }
    const edit = rootEdit(random, description.keys([]) ?? [], count)
    const result = description.edit(edit)
    if ('refused' in result) throw new Error(`${JSON.stringify(edit)}: ${result.reason}`)
    text = applyChanges(text, result.changes)
    description.changed(result.changes, sourceOf(text))
    const fresh = new Description(sourceOf(text), format)
    const both = [description, fresh].map((one) => (one.keys([]) ?? []).map((key) => [key, one.range([key])]))
    expect(both[0], JSON.stringify(edit)).toEqual(both[1])
  }
})

function rootEdit(random: () => number, keys: readonly Key[], count: number): Edit {
  const key = String(keys[Math.floor(random() * keys.length)])
  const kind = random()
  const index = Math.floor(random() * keys.length)
  if (kind < 0.25) return { type: 'add', path: [], key: `x-${count}`, value: { a: 1 }, before: key }
  if (kind < 0.5) return { type: 'add', path: [], key: `x-${count}`, value: 'text' }
  if (kind < 0.75) return { type: 'move', path: [key], index }
  return { type: 'rename', path: [key], key: `${key}-${count}` }
}

function randomChanges(random: () => number, text: string): Change[] {
  const count = random() < 0.7 ? 1 : 2
  const places = Array.from({ length: count }, () => Math.floor(random() * text.length)).sort((a, b) => a - b)
  return places.flatMap((from, index) => {
    const to = Math.min(
      from + (random() < 0.5 ? 0 : Math.floor(random() ** 3 * 200)),
      places[index + 1] ?? text.length,
    )
    if (index > 0 && from === places[index - 1]) return []
    return [{ from, to, insert: TYPED[Math.floor(random() * TYPED.length)] ?? '' }]
  })
}

function inverse(text: string, changes: readonly Change[]): Change[] {
  let by = 0
  return changes.map(({ from, to, insert }) => {
    const at = from + by
    by += insert.length - (to - from)
    return { from: at, to: at + insert.length, insert: text.slice(from, to) }
  })
}
