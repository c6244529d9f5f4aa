// What strangers push: each file costs itself, and a line in the log, but never the branch.
import { describe, expect, test } from 'vitest'
import { LINES } from './log/catalogue.ts'
import { analyzeFiles, nodeAt } from './testing.ts'

const GOOD = { 'docs/good.md': '# Good', 'reference/good.yaml': 'openapi: 3.1.0\npaths: {/a: {get: {}}}' }
const GOOD_URIS = ['/docs/good.md', '/reference/good.yaml', '/reference/good.yaml/paths/~1a/get']

const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]', 'b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]']
for (const [from, to] of ['bc', 'cd', 'de', 'ef', 'fg', 'gh'] as const)
  bomb.push(`${to}: &${to} [${`*${from}, `.repeat(9)}]`)

describe('a hostile file fails alone', () => {
  test.each([
    ['deep JSON', '{"a":'.repeat(5_000), 'x.json'],
    ['deep YAML', '['.repeat(5_000), 'x.yaml'],
    ['closed deep JSON', '['.repeat(2_000) + ']'.repeat(2_000), 'x.json'],
    ['an alias bomb', bomb.join('\n'), 'x.yaml'],
    ['an alias in itself', 'openapi: 3.1.0\npaths: &p {/a: *p}', 'x.yaml'],
    ['broken front matter', '---\na: [\n---\n', 'x.md'],
    ['a tag that would make an object', 'a: !!js/function "function(){}"', 'x.yaml'],
    ['NUL as text', '\0\0\0\0', 'x.json'],
  ])('%s', (_, text, name) => {
    const result = analyzeFiles({ ...GOOD, [name]: text })
    expect(result.nodes.map(({ uri }) => uri)).toEqual(GOOD_URIS)
    expect(result.diagnostics).toMatchObject([{ severity: 'error', code: 'unreadable', file: name }])
    expect(result.diagnostics[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
  })

  test('keys of the language are keys', () => {
    const text =
      '{"openapi":"3.1.0","__proto__":{"x":1},"paths":{"__proto__":{"get":{}},"constructor":{"get":{}}},' +
      '"components":{"schemas":{"toString":{"type":"string"},"hasOwnProperty":{"$ref":"#/components/schemas/toString"}}}}'
    const result = analyzeFiles({ ...GOOD, 'reference/x.json': text })
    expect(result.nodes.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining([
        ...GOOD_URIS,
        '/reference/x.json/paths/constructor/get',
        '/reference/x.json/components/schemas/toString',
        '/reference/x.json/components/schemas/hasOwnProperty',
      ]),
    )
    expect(result.diagnostics).toMatchObject([{ code: 'dropped-key', file: 'reference/x.json' }])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('files named like them are files', () => {
    const names = ['__proto__.md', 'constructor.md', 'docs/toString.md']
    const result = analyzeFiles(Object.fromEntries(names.map((name) => [name, '# T'])))
    expect(result.nodes.map(({ file }) => file)).toEqual(names.sort())
  })
})

describe('references across files', () => {
  test('that go round in circles end, and models on the way are whole', () => {
    const result = analyzeFiles({
      'reference/a.yaml':
        'openapi: 3.1.0\npaths: {/a: {get: {parameters: [{$ref: ../p/one.yaml}], responses: {200: {$ref: ../p/r.yaml}}}}}',
      'p/one.yaml': '$ref: two.yaml',
      'p/two.yaml': '$ref: one.yaml#',
      'p/r.yaml': 'description: ok\ncontent: {a/b: {schema: {$ref: ../models/a.yaml}}}',
      'models/a.yaml': 'type: object\nproperties: {b: {$ref: b.yaml}}',
      'models/b.yaml': 'type: object\nproperties: {a: {$ref: a.yaml}}',
    })
    expect(nodeAt(result, '/get').data).toMatchObject({
      request: { query: [] },
      responses: [{ code: '200', contents: [{ schema: { $ref: expect.stringContaining('__bundled__') } }] }],
    })
    expect(result.diagnostics).toMatchObject([
      {
        code: 'circular-ref',
        file: 'reference/a.yaml',
        line: 2,
        message: expect.stringContaining('one.yaml'),
      },
    ])
  })

  test('to a file that cannot be read cost that file, and the reference', () => {
    const result = analyzeFiles({
      'models/a.yaml': 'type: object\nproperties: {b: {$ref: ../lib/b.yaml}}',
      'lib/b.yaml': 'a: [',
    })
    expect(result.nodes.map(({ uri }) => uri)).toEqual(['/models/a.yaml'])
    expect(result.diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['unreadable', 'lib/b.yaml'],
      ['unresolved-ref', 'models/a.yaml'],
    ])
  })

  test('a chain of many files is followed to its end', () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [
        `models/m${n}.yaml`,
        `type: object\nproperties: {next: {$ref: m${(n + 1) % 300}.yaml}}`,
      ]),
    )
    const result = analyzeFiles(files)
    expect(result.counts.schema).toBe(300)
    expect(result.edges.length).toBe(300)
    expect(result.diagnostics).toEqual([])
  })
})

describe('the log', () => {
  test('has an end for each kind of line, and says so', () => {
    const schemas = Array.from({ length: 1_000 }, (_, n) => `    S${n}: {$ref: '#/gone/${n}'}`)
    const result = analyzeFiles({
      'reference/x.yaml': `openapi: 3.1.0\ncomponents:\n  schemas:\n${schemas.join('\n')}\n`,
      'docs/a.md': '[x](gone.md)',
    })
    expect(result.diagnostics.filter(({ code }) => code === 'unresolved-ref').length).toBe(200)
    expect(result.diagnostics.filter(({ code }) => code === 'broken-link').length).toBe(1)
    expect(result.diagnostics.at(-1)).toMatchObject({
      code: 'more-lines',
      message: expect.stringContaining('800'),
    })
  })

  test('shortens what a stranger wrote', () => {
    const result = analyzeFiles({ 'models/a.yaml': `type: object\nitems: {$ref: ${'x'.repeat(5_000)}}` })
    expect(result.diagnostics[0]?.message.length).toBeLessThan(300)
  })

  test.each(Object.entries(LINES))('%s: a sentence', (_, [severity, sentence]) => {
    expect(severity).toMatch(/^(error|warning)$/)
    expect(sentence).toMatch(/^([A-Z{"].*\.|\{reason\})$/)
  })
})
