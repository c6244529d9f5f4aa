import { describe, expect, it } from 'vitest'
import { nextRow } from '../components/sidebar/tree-keys.ts'
import { groupsBeside, hasMore, withLevels } from './levels.ts'
import { filterToc, groupsAround, neighbours, siblingsOf, tocNodes, tocRows } from './toc.ts'
import type { TocEntry } from './types.ts'

const page = (slug: string, meta = '') => ({ id: slug, slug, title: slug, type: 'http_operation', meta })
const toc: TocEntry[] = [
  page('intro'),
  { title: 'Reference' },
  {
    title: 'Pets',
    items: [page('overview'), page('list-pets', 'get'), { title: 'Toys', items: [page('add-toy', 'post')] }],
  },
  { title: 'Pets', items: [page('list-pets', 'get'), page('old')] },
  { title: 'Site', url: 'https://x.test' },
]
const rowNames = (open: (key: string) => boolean) =>
  tocRows(toc, open).map((row) => (row.kind === 'node' ? row.node.slug : row.title))

describe('the table of contents', () => {
  it('shows what is in open groups only', () => {
    expect(rowNames(() => false)).toEqual(['intro', 'Reference', 'Pets', 'Pets', 'Site'])
    expect(rowNames((key) => key.endsWith('Pets~2'))).toContain('Toys')
  })
  it('tells groups of one title apart', () => {
    const keys = tocRows(toc, () => false).map((row) => row.key)
    expect(new Set(keys).size).toBe(keys.length)
  })
  it('finds the way to a page, its neighbours and its siblings', () => {
    expect(groupsAround(toc, 'add-toy')).toHaveLength(2)
    expect(groupsAround(toc, 'nowhere')).toEqual([])
    const nodes = tocNodes(toc)
    expect(nodes.map((node) => node.slug)).toEqual(['intro', 'overview', 'list-pets', 'add-toy', 'old'])
    expect(neighbours(nodes, 'list-pets')).toMatchObject({
      previous: { slug: 'overview' },
      next: { slug: 'add-toy' },
    })
    expect(neighbours(nodes, 'intro').previous).toBeUndefined()
    expect(siblingsOf(toc, 'overview')).toHaveLength(3)
  })
  it('filters by every word, in titles and methods, and keeps the groups around', () => {
    expect(filterToc(toc, 'post toy')).toEqual([
      { title: 'Pets', items: [{ title: 'Toys', items: [page('add-toy', 'post')] }] },
    ])
    expect(filterToc(toc, '  ')).toEqual(toc)
    expect(filterToc(toc, 'zebra')).toEqual([])
  })
})

describe('contents that come by level', () => {
  const leftOut = (title: string, left: number): TocEntry => ({ title, items: [], left })
  const known: TocEntry[] = [
    page('intro'),
    { title: 'Pets', items: [page('list-pets'), leftOut('Toys', 1)] },
    leftOut('Old', 2),
  ]
  it('keep what is known and take what comes', () => {
    const old: TocEntry = { title: 'Old', items: [page('a'), page('b')] }
    const merged = withLevels(known, [page('intro'), leftOut('Pets', 2), old])
    expect(merged).toEqual([known[0], known[1], old])
    expect(hasMore(merged)).toBe(true)
    const toys: TocEntry = { title: 'Toys', items: [page('add-toy')] }
    const pets: TocEntry = { title: 'Pets', items: [page('list-pets'), toys] }
    expect(hasMore(withLevels(merged, [page('intro'), pets, leftOut('Old', 2)]))).toBe(false)
  })
  it('never put entries below the title of others', () => {
    const other: TocEntry[] = [{ title: 'Pets', items: [page('x')] }, leftOut('Intro', 3), leftOut('New', 2)]
    expect(withLevels(known, other)).toEqual(other)
  })
  it('know which groups stand beside a page', () => {
    expect(groupsBeside(known, 'list-pets')).toEqual(['1/1'])
    expect(groupsBeside(known, 'intro')).toEqual([])
    expect(groupsBeside(known, 'nowhere')).toEqual([])
    expect(groupsBeside([leftOut('A', 1), page('here'), leftOut('B', 1)], 'here')).toEqual(['0', '2'])
  })
  it('say where a group is whose entries are to come', () => {
    const rows = tocRows(known, () => true)
    expect(rows.flatMap((row) => (row.kind === 'group' && row.leftOutAt ? [row.leftOutAt] : []))).toEqual([
      '1/1',
      '2',
    ])
  })
})

describe('the keyboard of the tree', () => {
  const rows = tocRows(toc, (key) => key.endsWith('Pets~2'))
  const at = (name: string) =>
    rows.findIndex((row) => (row.kind === 'node' ? row.node.slug : row.title) === name)
  it('steps over dividers', () => {
    expect(nextRow(rows, at('intro'), 'ArrowDown')).toEqual({ index: at('Pets') })
    expect(nextRow(rows, at('Pets'), 'ArrowUp')).toEqual({ index: at('intro') })
    expect(nextRow(rows, rows.length - 1, 'ArrowDown')).toBeUndefined()
  })
  it('opens, enters, leaves and closes groups', () => {
    expect(nextRow(rows, at('Toys'), 'ArrowRight')).toMatchObject({ toggle: { open: true } })
    expect(nextRow(rows, at('Pets'), 'ArrowRight')).toEqual({ index: at('overview') })
    expect(nextRow(rows, at('list-pets'), 'ArrowLeft')).toEqual({ index: at('Pets') })
    expect(nextRow(rows, at('Pets'), 'ArrowLeft')).toMatchObject({ toggle: { open: false } })
  })
  it('goes to both ends', () => {
    expect(nextRow(rows, 3, 'Home')).toEqual({ index: 0 })
    expect(nextRow(rows, 0, 'End')).toEqual({ index: rows.length - 1 })
    expect(nextRow(rows, 0, 'x')).toBeUndefined()
  })
})
