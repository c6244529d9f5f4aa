import { expect, it } from 'vitest'
import { flatten } from './queries.ts'

it('reads a table of contents in order, without dividers', () => {
  const toc = [
    { title: 'Guides' },
    { slug: 'a-intro', title: 'Intro', type: 'article', meta: '' },
    {
      title: 'API',
      items: [
        { slug: 'b-list', title: 'List', type: 'http_operation', meta: 'get' },
        { title: 'Site', url: 'https://x' },
      ],
    },
  ]
  expect(flatten(toc)).toEqual([
    { slug: 'a-intro', title: 'Intro', type: 'article', method: null },
    { slug: 'b-list', title: 'List', type: 'http_operation', method: 'get' },
  ])
})
