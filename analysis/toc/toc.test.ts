import { describe, expect, test } from 'vitest'
import { analyzeFiles } from '../testing.ts'
import type { TocItem } from '../types.ts'

/** A table of contents as indented titles: easier to read than objects. */
function outline(items: TocItem[], indent = ''): string[] {
  return items.flatMap((item) => {
    if ('items' in item) return [`${indent}${item.title}/`, ...outline(item.items, `${indent}  `)]
    if ('url' in item) return [`${indent}${item.title} -> ${item.url}`]
    if (!('slug' in item)) return [`${indent}[${item.title}]`]
    return [
      `${indent}${[item.meta, item.title].filter(Boolean).join(' ')}${item.internal ? ' (internal)' : ''}`,
    ]
  })
}

const SHOP = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '2' },
  tags: [{ name: 'second', 'x-displayName': 'Second!' }, { name: 'empty' }, { name: 'first' }],
  paths: {
    '/a': { post: { summary: 'Make', tags: ['first', 'second'] }, get: { summary: 'Show', tags: ['late'] } },
    '/b': { put: { summary: 'Secret', tags: ['second'], 'x-internal': true }, get: { summary: 'Free' } },
  },
  webhooks: { on: { post: { summary: 'Happened' } } },
  components: { schemas: { Z: {}, A: { 'x-internal': true } } },
})

describe('without a toc.json', () => {
  const result = analyzeFiles({
    'reference/shop.yaml': SHOP,
    'models/pet.yaml': 'title: Pet\ntype: object',
    'docs/b.md': '# B',
    'docs/introduction.md': '# Welcome',
    'docs/how-to/x.md': '# X',
    'docs/how-to/deep/y.md': '---\ninternal: true\n---\n# Y',
  })

  test('articles as they say, then what a reader begins with, then the others by name', () => {
    const { toc } = analyzeFiles({
      'docs/errors.md': '# Errors',
      'docs/getting-started.md': '# Getting started',
      'docs/index.md': '# Welcome',
      'docs/zebra.md': '---\norder: 2\n---\n# Second',
      'docs/zoo.md': '---\nsidebar_position: 1\n---\n# First',
      'docs/auth.md': '---\norder: last\n---\n# Sign-in',
    })
    expect(toc.map((item) => item.title)).toEqual([
      'First',
      'Second',
      'Welcome',
      'Getting started',
      'Sign-in',
      'Errors',
    ])
  })

  test('articles by folder, then each API with its tags in their order, then the file models', () => {
    expect(outline(result.toc)).toEqual([
      'Welcome',
      'B',
      'How to/',
      '  X',
      '  Deep/',
      '    Y (internal)',
      'Shop/',
      '  Overview',
      '  get Free',
      '  Second!/',
      '    put Secret (internal)',
      '  first/',
      '    post Make',
      '  late/',
      '    get Show',
      '  Webhooks/',
      '    post Happened',
      '  Schemas/',
      '    Z',
      '    A (internal)',
      'Schemas/',
      '  Pet',
    ])
  })

  test('the external table has nothing internal and no empty group', () => {
    const external = outline(result.externalToc)
    expect(external.join()).not.toMatch(/internal|Secret|Deep|Second!/)
    expect(external).toEqual(expect.arrayContaining(['  get Free', '  Schemas/', '    Z']))
  })

  test('entries are what the embeddable docs read', () => {
    const shop = result.toc.find((item) => item.title === 'Shop')
    expect(shop).toMatchObject({
      items: expect.arrayContaining([
        {
          id: expect.any(String),
          slug: expect.stringMatching(/-shop$/),
          title: 'Overview',
          type: 'http_service',
          meta: '',
          version: '2',
        },
        {
          id: expect.any(String),
          slug: expect.stringMatching(/-free$/),
          title: 'Free',
          type: 'http_operation',
          meta: 'get',
        },
        expect.objectContaining({ title: 'Schemas', itemsType: 'model' }),
      ]),
    })
  })
})

describe('with a toc.json', () => {
  const items = [
    { type: 'divider', title: 'Guides' },
    { type: 'item', title: 'Start here', uri: 'docs/a.md' },
    {
      type: 'group',
      title: 'More',
      items: [
        { type: 'item', title: '', uri: '/docs/secret.md' },
        { type: 'item', title: 'Away', uri: 'https://x.io' },
      ],
    },
    { type: 'divider', title: 'Hidden' },
    { type: 'group', title: 'Inside', items: [{ type: 'item', title: 'S', uri: 'docs/secret.md' }] },
    { type: 'item', title: 'The API', uri: 'reference/shop.yaml' },
    { type: 'item', title: 'Gone', uri: 'docs/gone.md' },
    { type: 'item', title: 'Odd', uri: 'javascript:alert(1)' },
    null,
    { type: 'group' },
  ]
  const result = analyzeFiles({
    'toc.json': JSON.stringify({ items }),
    'docs/a.md': '# A',
    'docs/secret.md': '---\ninternal: true\n---\n# Secret',
    'reference/shop.yaml': JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'Shop' },
      paths: { '/a': { get: { summary: 'Show' } } },
    }),
  })

  test('its order and titles hold; an API opens into its group', () => {
    expect(outline(result.toc)).toEqual([
      '[Guides]',
      'Start here',
      'More/',
      '  Secret (internal)',
      '  Away -> https://x.io',
      '[Hidden]',
      'Inside/',
      '  S (internal)',
      'The API/',
      '  Overview',
      '  get Show',
    ])
  })

  test('what it names and does not exist is reported', () => {
    expect(result.diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['toc-target', '/items/6'],
      ['toc-target', '/items/7'],
    ])
  })

  test('the external table drops internal entries', () => {
    expect(outline(result.externalToc)).toEqual([
      '[Guides]',
      'Start here',
      'More/',
      '  Away -> https://x.io',
      '[Hidden]',
      'The API/',
      '  Overview',
      '  get Show',
    ])
  })
})

test('a toc.json that names an API again and again has an end, which is said', () => {
  const paths = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`/${n}`, { get: {} }]))
  const items = Array.from({ length: 1_000 }, () => ({ type: 'item', title: 'A', uri: 'reference/a.json' }))
  const result = analyzeFiles({
    'toc.json': JSON.stringify({ items }),
    'reference/a.json': JSON.stringify({ openapi: '3.1.0', paths }),
  })
  expect(outline(result.toc).length).toBeLessThan(101_000)
  expect(result.diagnostics).toMatchObject([{ code: 'invalid-toc', file: 'toc.json', line: 1 }])
})
