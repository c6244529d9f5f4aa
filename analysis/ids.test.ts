import { describe, expect, test } from 'vitest'
import { analyzeFiles, nodeAt } from './testing.ts'

const article = (title: string, id = '') => `---\ntitle: ${title}\n${id && `stoplight-id: ${id}\n`}---\n`
const slugs = (files: Record<string, string>) =>
  Object.fromEntries(analyzeFiles(files).nodes.map(({ uri, slug }) => [uri, slug]))

describe('what outlives a re-import', () => {
  test('the id in front of the slug: a title may change', () => {
    const [before, after] = ['Old', 'New'].map(
      (title) => analyzeFiles({ 'docs/a.md': article(title) }).nodes[0],
    )
    expect(after?.id).toBe(before?.id)
    expect([before, after].map((node) => node?.slug)).toEqual([`${before?.id}-old`, `${before?.id}-new`])
  })

  test('an id of its author: the file may move too', () => {
    const api = (path: string, title: string) =>
      analyzeFiles({
        [path]: `openapi: 3.1.0\nx-stoplight: {id: svc1}\ninfo: {title: ${title}}\npaths:\n  /a:\n    get: {summary: ${title}, x-stoplight: {id: op1}}\ncomponents:\n  schemas:\n    P: {title: ${title}, x-stoplight: {id: m1}}\n`,
      }).nodes.map(({ id, slug }) => [id, slug.split('-')[0]])
    const ids = ['svc1', 'op1', 'm1'].map((id) => [id, id])
    expect(api('reference/a.yaml', 'Old')).toEqual(ids)
    expect(api('reference/v2/b.yaml', 'New')).toEqual(ids)
  })

  test('an id has no dash, which would end it in front of the title', () => {
    expect(slugs({ 'a.md': article('T', 'my-article_id') })).toEqual({ '/a.md': 'myarticle_id-t' })
    expect(slugs({ 'a.md': article('T', '"../x"') })['/a.md']).toMatch(/^[0-9a-f]{13}-t$/)
  })
})

describe('an id that two nodes carry', () => {
  const result = analyzeFiles({
    'docs/a.md': article('One', 'same'),
    'docs/b.md': article('Two', 'same'),
    'models/y.yaml': 'title: Y\nx-stoplight:\n  id: same\ntype: object\n',
    'reference/x.yaml': 'openapi: 3.1.0\npaths:\n  /a:\n    get: {summary: Op, x-stoplight: {id: same}}\n',
  })

  test('leads to the first; the others go without it', () => {
    expect(nodeAt(result, 'a.md').slug).toBe('same-one')
    expect(nodeAt(result, 'b.md').slug).toMatch(/^[0-9a-f]{13}-two$/)
    expect(new Set(result.nodes.map(({ id }) => id)).size).toBe(result.nodes.length)
  })

  test('is said of each of the others, with its place', () => {
    expect(result.diagnostics).toMatchObject([
      {
        code: 'duplicate-id',
        file: 'docs/b.md',
        line: 3,
        column: 1,
        message: expect.stringContaining('"Two" goes without it'),
      },
      { code: 'duplicate-id', file: 'models/y.yaml', line: 3, column: 3 },
      { code: 'duplicate-id', file: 'reference/x.yaml', line: 4, column: 5 },
    ])
  })
})

describe('slugs of a toc.json', () => {
  const toc = (...slugs: string[]) => ({
    'toc.json': JSON.stringify({
      items: slugs.map((slug, index) => ({ type: 'item', title: 'x', uri: `docs/${index}.md`, slug })),
    }),
    ...Object.fromEntries(slugs.map((_, index) => [`docs/${index}.md`, `# T${index}`])),
  })

  test('are those of the pages and of the entries', () => {
    const result = analyzeFiles(toc('start'))
    expect(nodeAt(result, '0.md').slug).toBe('start')
    expect(result.toc).toMatchObject([{ slug: 'start', id: nodeAt(result, '0.md').id }])
  })

  test.each([['a/b'], ['..'], ['ä'], ['x'.repeat(200)]])('%j is refused as a slug', (slug) => {
    const result = analyzeFiles(toc(slug))
    expect(nodeAt(result, '0.md').slug).toMatch(/-t0$/)
    expect(result.diagnostics).toMatchObject([
      { code: 'toc-slug', file: 'toc.json', pointer: '/items/0/slug' },
    ])
  })

  test('belong to one page', () => {
    const result = analyzeFiles(toc('a', 'a'))
    expect(nodeAt(result, '1.md').slug).toMatch(/-t1$/)
    expect(result.diagnostics).toMatchObject([{ code: 'toc-slug', pointer: '/items/1/slug' }])
  })
})

test('a toc.json without items is reported, and the default contents are used', () => {
  const result = analyzeFiles({ 'toc.json': '{"entries": []}', 'docs/a.md': '# A' })
  expect(result.toc).toMatchObject([{ title: 'A' }])
  expect(result.diagnostics).toMatchObject([{ code: 'invalid-toc', file: 'toc.json' }])
})

test('the table of contents as written is internal', () => {
  const result = analyzeFiles({ 'toc.json': '{"items": []}' })
  expect(result.nodes).toMatchObject([{ type: 'table_of_contents', isInternal: true }])
})
