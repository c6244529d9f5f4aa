import { describe, expect, test } from 'vitest'
import { analyzeFiles, nodeAt } from '../testing.ts'
import { folderMatcher, globMatcher } from './globs.ts'

const PET = 'title: Pet\ntype: object'
const API = 'openapi: 3.0.0\ninfo: {title: A, version: 1}'

describe('articles', () => {
  test('front matter gives title, tags, id and marks; the rest is the text', () => {
    const text =
      '---\ntitle: Start\ntags: [Intro]\nstoplight-id: abc\ninternal: true\n---\n\n# Head\n\nFirst words.\n'
    expect(analyzeFiles({ 'docs/a.md': text }).nodes).toMatchObject([
      {
        uri: '/docs/a.md',
        type: 'article',
        name: 'Start',
        slug: 'abc-start',
        tags: ['Intro'],
        isInternal: true,
        summary: 'First words.',
        data: { markdown: '\n# Head\n\nFirst words.\n' },
      },
    ])
  })

  test.each([
    ['its first heading', 'Intro\n\n# The `Head` #\n', 'The Head'],
    ['its file name', 'no heading', 'Getting started'],
  ])('without a title is named by %s', (_, text, name) => {
    expect(analyzeFiles({ 'docs/getting-started.md': text }).nodes[0]?.name).toBe(name)
  })

  test('a rule at the top is no front matter, and broken front matter is reported with its line', () => {
    expect(analyzeFiles({ 'a.md': '---\n\ntext' }).nodes[0]?.data).toEqual({ markdown: '---\n\ntext' })
    const result = analyzeFiles({ 'a.md': '---\ntitle: x\n  y: [\n---\ntext', 'b.md': '# B' })
    expect(result.nodes.map(({ name }) => name)).toEqual(['B'])
    expect(result.diagnostics).toMatchObject([{ severity: 'error', file: 'a.md', line: 3 }])
  })
})

describe('the files of a branch', () => {
  test('each kind becomes its node; what is unknown becomes none', () => {
    const { nodes } = analyzeFiles({
      'reference/a.yaml': API,
      'models/pet.yaml': PET,
      'docs/x.md': '# X',
      'assets/logo.PNG': '',
      'toc.json': '{"items": []}',
      'package.json': '{"name": "x", "type": "module"}',
      'notes.txt': 'x',
      'list.yaml': '- 1',
    })
    expect(nodes.map(({ uri, type }) => [uri, type])).toEqual([
      ['/docs/x.md', 'article'],
      ['/models/pet.yaml', 'model'],
      ['/reference/a.yaml', 'http_service'],
      ['/assets/logo.PNG', 'image'],
      ['/toc.json', 'table_of_contents'],
    ])
    expect(nodes.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4])
  })

  test('a broken file is reported and leaves the others alone', () => {
    const result = analyzeFiles({ 'a.yaml': 'a: [', 'b.yaml': PET, 'c.json': '', 'toc.json': '{' })
    expect(result.nodes.map(({ uri }) => uri)).toEqual(['/b.yaml'])
    expect(result.diagnostics.map(({ file, severity }) => [file, severity])).toEqual([
      ['a.yaml', 'error'],
      ['c.json', 'error'],
      ['toc.json', 'error'],
    ])
  })

  test('.stoplight.json says what counts, and what is left out can still be referred to', () => {
    const config = {
      formats: {
        openapi: { rootDir: './reference/' },
        json_schema: { rootDir: 'models' },
        markdown: { rootDir: 'docs', include: ['docs/*.md', 'guides/**/*.{md,markdown}'] },
        image: null,
      },
      exclude: ['**/draft-*', 'docs/old'],
    }
    const result = analyzeFiles({
      '.stoplight.json': JSON.stringify(config),
      'reference/v1/a.yaml': 'openapi: 3.0.0\ncomponents: {schemas: {P: {$ref: ../../other/pet.yaml}}}',
      'other/a.yaml': API,
      'other/pet.yaml': PET,
      'models/pet.yaml': PET,
      'models/draft-pet.yaml': PET,
      'docs/a.md': '# A',
      'docs/deep/b.md': '# B',
      'docs/old/c.md': '# C',
      'guides/deep/d.markdown': '# D',
      'README.md': '# Readme',
      'assets/logo.png': '',
    })
    expect(result.nodes.filter(({ type }) => type !== 'generic').map(({ uri }) => uri)).toEqual([
      '/docs/a.md',
      '/guides/deep/d.markdown',
      '/models/pet.yaml',
      '/reference/v1/a.yaml',
      '/reference/v1/a.yaml/components/schemas/P',
    ])
    expect(nodeAt(result, '/P').data.__bundled__).toMatchObject({
      [Object.keys(nodeAt(result, '/P').data.__bundled__ ?? {})[0] ?? '']: { title: 'Pet' },
    })
  })

  test('nothing at all', () => {
    expect(analyzeFiles({})).toEqual({
      nodes: [],
      edges: [],
      toc: [],
      externalToc: [],
      counts: { article: 0, schema: 0, api: 0, operation: 0 },
      diagnostics: [],
    })
  })
})

describe('the configuration', () => {
  const read = (config: string, files: Record<string, string> = {}) =>
    analyzeFiles({ '.stoplight.json': config, 'reference/a.yaml': API, 'models/p.yaml': PET, ...files })

  test('patterns are for paths from the root, also where a folder is named beside them', () => {
    const config = { formats: { openapi: { rootDir: 'reference', include: ['**'] } } }
    const { nodes } = read(JSON.stringify(config), { 'other/b.yaml': API })
    expect(nodes.map(({ uri }) => uri)).toContain('/other/b.yaml')
  })

  test('may have comments and commas at the end, as the real client reads it', () => {
    const config = '{\n  // "formats": {},\n  "exclude": ["models", /* later: */ "x//y",],\n}'
    const result = read(config)
    expect(result.counts).toMatchObject({ api: 1, schema: 0 })
    expect(result.diagnostics).toEqual([])
  })

  test('what is odd in it does not count, and is said with its place', () => {
    const config = `{
  "formats": {
    "openapi": {"rootDir": "../elsewhere"},
    "raml": {},
    "markdown": 7,
    "image": {"include": "x"}
  },
  "exclude": [1, "models"]
}`
    const result = read(config)
    expect(result.counts).toMatchObject({ api: 1, schema: 0 })
    expect(result.diagnostics.map(({ code, file, line }) => [code, file, line])).toEqual([
      ['invalid-config', '.stoplight.json', 8],
      ['invalid-config', '.stoplight.json', 3],
      ['invalid-config', '.stoplight.json', 4],
      ['invalid-config', '.stoplight.json', 5],
      ['invalid-config', '.stoplight.json', 6],
    ])
  })

  test('unread, it costs nothing but a line', () => {
    const result = read('{')
    expect(result.counts).toMatchObject({ api: 1, schema: 1 })
    expect(result.diagnostics).toMatchObject([{ code: 'unreadable', file: '.stoplight.json' }])
  })

  test('or not, what tools keep for themselves is no documentation, but can be referred to', () => {
    const result = analyzeFiles({
      'node_modules/x/README.md': '# X',
      'lib/node_modules/x/y.json': PET,
      '.github/ISSUE.md': '# I',
      'docs/.notes.md': '# N',
      '.eslintrc.json': '{ // no JSON',
      'vendor/a.md': '# V',
      'reference/vendor/a.yaml': 'openapi: 3.0.0\ncomponents: {schemas: {P: {$ref: ../../vendor/p.yaml}}}',
      'vendor/p.yaml': PET,
    })
    expect(result.nodes.map(({ uri, type }) => [uri, type])).toEqual([
      ['/reference/vendor/a.yaml', 'http_service'],
      ['/reference/vendor/a.yaml/components/schemas/P', 'model'],
      ['/vendor/p.yaml', 'generic'],
    ])
    expect(JSON.stringify(nodeAt(result, '/P').data)).toContain('"title":"Pet"')
  })
})

describe('patterns', () => {
  test.each([
    ['docs/*.md', ['docs/a.md', 'docs/.md'], ['docs/x/a.md', 'a.md', 'docs/a.mdx']],
    ['docs/**', ['docs/a.md', 'docs/x/y.md', 'docs/'], ['docs', 'x/docs/a.md']],
    ['**/a.md', ['a.md', 'x/a.md', 'x/y/a.md'], ['xa.md', 'a.md/x']],
    ['x/**/y/*.json', ['x/y/1.json', 'x/a/b/y/1.json'], ['x/y/z/1.json', 'xy/1.json']],
    ['a?c', ['abc', 'a.c'], ['ac', 'a/c', 'abbc']],
    ['a.(b)+', ['a.(b)+'], ['axb', 'a.b']],
    ['***', ['', 'x/y'], []],
    ['*.{yaml,y{,a}ml}', ['a.yaml', 'a.yml'], ['a.json', 'a.{yaml']],
    ['{a}', ['{a}'], ['a']],
  ])('%s', (pattern, fitting, others) => {
    const matches = globMatcher(pattern)
    expect(fitting.filter((path) => !matches(path))).toEqual([])
    expect(others.filter(matches)).toEqual([])
  })

  test('that leave a folder out leave out what is in it', () => {
    expect(['x', 'x/a.md', 'x/y/z'].filter((path) => !folderMatcher('x/')(path))).toEqual([])
    expect(['xy', 'a/x'].filter(folderMatcher('x'))).toEqual([])
    expect(folderMatcher('**/x')('a/x/b')).toBe(true)
  })

  test('cannot hold up an analysis', () => {
    const path = `${'a/'.repeat(450)}x.json`
    for (const part of ['**/', '*a', '**a', '*/', '{a,b}', '{a,{'])
      expect(globMatcher(`${part.repeat(100)}nomatch`)(path)).toBe(false)
  })
})
