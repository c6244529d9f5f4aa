import { expect, it } from 'vitest'
import type { SearchHit } from '../../shared/data/search.ts'
import { contentsOf, hitRows, type Project, treeRows } from './tree.ts'

const operation = (slug: string, meta: string) => ({
  id: slug,
  slug,
  title: slug,
  type: 'http_operation',
  meta,
})

it('keeps the order of contents, and sorts operations that stand together by method', () => {
  const contents = contentsOf([
    { id: 'a', slug: 'intro', title: 'Intro', type: 'article' },
    { title: 'Reference' },
    {
      title: 'Pets',
      items: [
        operation('remove', 'delete'),
        operation('trace', 'trace'),
        operation('add', 'post'),
        operation('list', 'get'),
        { title: 'Site', url: 'https://example.com' },
        { id: 'p', slug: 'pet', title: 'Pet', type: 'model' },
        operation('later', 'get'),
      ],
    },
  ])
  expect(
    contents.map((row) => ('slug' in row ? `${row.depth} ${row.slug}` : `${row.depth} # ${row.heading}`)),
  ).toEqual([
    '0 intro',
    '0 # Reference',
    '0 # Pets',
    ...['list', 'add', 'remove', 'trace', 'pet', 'later'].map((slug) => `1 ${slug}`),
  ])
})

const project = (id: number): Project => ({
  ...{ id, slug: `p${id}`, name: `P ${id}`, description: '', icon_name: 'cube', icon_color: '#fff' },
  default_branch_id: id,
})

it('shows the contents of open projects, only of the types that are chosen', () => {
  const contents = new Map([
    [
      1,
      contentsOf([
        { title: 'Part' },
        operation('list', 'get'),
        { id: 'p', slug: 'pet', title: 'Pet', type: 'model' },
      ]),
    ],
  ])
  const keys = (types: 'model'[] | null) =>
    treeRows([project(1), project(2), project(3)], (id) => id < 3, contents, types).map(({ key }) => key)
  expect(keys(null)).toEqual(['p1', 'h1/0', 'n1/list', 'n1/pet', 'p2', 'l2', 'p3'])
  expect(keys(['model'])).toEqual(['p1', 'n1/pet', 'p2', 'l2', 'p3'])
})

it('puts the hits of a project together, the project of the best first', () => {
  const hit = (project_id: number, slug: string): SearchHit => ({
    ...{ project_id, project_name: `P ${project_id}`, project_slug: `p${project_id}`, branch_slug: 'main' },
    ...{ node_id: 1, slug, name: slug, type: 'article', method: null, path: null, summary: '', tags: [] },
    ...{ is_internal: false, is_deprecated: false, words: [], rank: 1 },
  })
  expect(hitRows([hit(2, 'a'), hit(1, 'b'), hit(2, 'c')]).map(({ key }) => key)).toEqual([
    'h2',
    'n2/a',
    'n2/c',
    'h1',
    'n1/b',
  ])
})
