import { describe, expect, test } from 'vitest'
import { linksOf } from './links.ts'
import { analyzeFiles, nodeAt } from './testing.ts'

const paths = (markdown: string, file = 'docs/a.md') => linksOf(markdown, file, 1).map(({ path }) => path)

describe('the links of an article', () => {
  test.each([
    ['a link', '[x](b.md)', ['docs/b.md']],
    ['a link to the root', '[x](/b.md#top)', ['b.md']],
    ['a link with a title', '[x](../b.md "B (new)")', ['b.md']],
    ['spaces', '[x](<my file.md>) [y](my%20file.md)', ['docs/my file.md', 'docs/my file.md']],
    ['parentheses', '[x](b_(1).md)', ['docs/b_(1).md']],
    ['an image that is a link', '[![x](i.png)](b.md)', ['docs/i.png', 'docs/b.md']],
    ['a definition', 'See [x].\n\n[x]: ./b.md "B"', ['docs/b.md']],
    ['HTML', '<img alt="x" src="i.svg"><a href=\'b.md\'>', ['docs/i.svg', 'docs/b.md']],
    [
      'a place in a description',
      '[x](../reference/a.yaml/paths/~1a/get)',
      ['reference/a.yaml/paths/~1a/get'],
    ],
    ['what leads out of the branch', '[x](../../b.md)', [null]],
    ['code', '`[x](b.md)` ``[x](b.md) ` ``\n```\n[x](b.md)\n```\n[x](c.md)', ['docs/c.md']],
    ['no file', '[x](/login) [y](#top) [z](https://a.b/c.md) [m](mailto:a@b.md) [o](../src)', []],
  ])('%s', (_, markdown, expected) => {
    expect(paths(markdown)).toEqual(expected)
  })

  test.each([
    ['backticks', '`'.repeat(200_000)],
    ['runs of backticks', '`` ` '.repeat(100_000)],
    ['brackets', '['.repeat(200_000)],
    ['open links', '](('.repeat(100_000)],
    ['open definitions', '[x'.repeat(100_000)],
  ])('%s without end are passed over', (_, markdown) => {
    expect(paths(markdown)).toEqual([])
  })
})

describe('in a branch', () => {
  const result = analyzeFiles({
    'docs/a.md':
      '---\ntitle: A\n---\n\n![logo](../assets/logo.png) [b](b.md), again [b](b.md)\n[op](../reference/x.yaml/paths/~1a/get)\n' +
      '![gone](../assets/gone.png)\n\n  [gone](gone.md) [list](../data.json) [folder](../assets)\n',
    'docs/b.md': '---\ninternal: true\n---\n![](secret.png) ![](../assets/logo.png)',
    'docs/secret.png': '',
    'assets/logo.png': '',
    'assets/unused.png': '',
    'data.json': '[]',
    'reference/x.yaml': 'openapi: 3.1.0\npaths: {/a: {get: {summary: Op}}}',
    '.stoplight.json': '{"formats": {"image": {"rootDir": "assets"}}}',
  })

  test('are edges, each target once', () => {
    const from = '/docs/a.md'
    expect(result.edges.filter((edge) => edge.from === from).map(({ to, type }) => [to, type])).toEqual([
      ['/assets/logo.png', 'ref'],
      ['/docs/b.md', 'ref'],
      ['/reference/x.yaml/paths/~1a/get', 'ref'],
    ])
  })

  test('that lead nowhere are said with their place', () => {
    expect(result.diagnostics.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
      ['broken-image', 'docs/a.md', 7, 9],
      ['broken-link', 'docs/a.md', 9, 10],
    ])
  })

  test('make images nodes wherever they lie, internal when only internal articles show them', () => {
    expect(
      result.nodes.filter(({ type }) => type === 'image').map(({ uri, isInternal }) => [uri, isInternal]),
    ).toEqual([
      ['/assets/logo.png', false],
      ['/assets/unused.png', false],
      ['/docs/secret.png', true],
    ])
  })
})

test('an image says what it is', () => {
  const data = (path: string) => nodeAt(analyzeFiles({ [path]: 'abc' }), path).data
  expect(data('a.PNG')).toEqual({ mediaType: 'image/png', size: 3 })
  expect(data('b.svg')).toEqual({ mediaType: 'image/svg+xml', size: 3 })
})
