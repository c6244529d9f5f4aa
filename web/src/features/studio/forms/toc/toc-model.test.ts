import { describe, expect, it } from 'vitest'
import type { Path } from '../../../../../../editing/types.ts'
import { commit } from '../binding/commit.ts'
import { sourceOf, valueAt } from '../binding/source.ts'
import { describedDocument } from '../testing.tsx'
import { moveEdits, type Step, stepEdits, tocRows } from './toc-model.ts'

const toc = {
  items: [
    { type: 'item', title: 'A', uri: 'a.md' },
    { type: 'group', title: 'G', items: [{ type: 'item', title: 'B', uri: 'b.md' }] },
    { type: 'divider', title: 'D' },
  ],
}
const text = `${JSON.stringify(toc, null, 2)}\n`
const outline = (value: unknown) => tocRows(value, () => true).map(({ depth, title }) => `${depth} ${title}`)

function moved(path: Path, step: Step): string[] {
  const document = describedDocument(text, { path: 'toc.json' })
  const source = sourceOf(document)
  const row = tocRows(toc, () => true).find(({ key }) => key === JSON.stringify(path))
  if (!source || !row) throw new Error('no such row')
  const edits = stepEdits(toc, row, step)
  if (edits) expect(commit(source, edits)).toBeNull()
  return outline(valueAt(source, []))
}

describe('a step of the keyboard', () => {
  it.each<[Path, Step, string[]]>([
    [['items', 0], 'down', ['0 G', '1 B', '0 A', '0 D']],
    [['items', 2], 'up', ['0 A', '0 D', '0 G', '1 B']],
    [['items', 2], 'in', ['0 A', '0 G', '1 B', '1 D']],
    [['items', 1, 'items', 0], 'out', ['0 A', '0 G', '0 B', '0 D']],
    [['items', 0], 'up', ['0 A', '0 G', '1 B', '0 D']],
    [['items', 2], 'down', ['0 A', '0 G', '1 B', '0 D']],
    [['items', 1], 'in', ['0 A', '0 G', '1 B', '0 D']],
    [['items', 0], 'out', ['0 A', '0 G', '1 B', '0 D']],
  ])('takes %j %s', (path, step, rows) => expect(moved(path, step)).toEqual(rows))
})

it('does not put a group into itself', () => {
  expect(moveEdits(toc, ['items', 1], ['items', 1, 'items'], 0)).toBeNull()
})

it('lists what is odd, and is not misled by it', () => {
  expect(outline({ items: [null, 'x', { title: 5 }] })).toEqual(['0 ', '0 ', '0 '])
  expect(outline({ items: {} })).toEqual([])
  expect(outline(null)).toEqual([])
})
