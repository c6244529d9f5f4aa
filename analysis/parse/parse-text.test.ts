import { describe, expect, test } from 'vitest'
import { DescriptionError } from '../errors.ts'
import { parseText } from './parse-text.ts'

function failure(text: string, file = 'api.yaml'): DescriptionError {
  try {
    parseText(text, file)
  } catch (error) {
    if (error instanceof DescriptionError) return error
    throw error
  }
  throw new Error('The text was accepted.')
}

describe('broken text says what is wrong and where', () => {
  test.each([
    ['JSON with a trailing comma', '{\n  "a": 1,\n}', 'api.json', 3, 1, 'not valid JSON'],
    ['JSON that stops', '{"a": [1, 2', 'api.json', 1, 12, 'not valid JSON'],
    ['YAML with bad indentation', 'a: 1\n b: 2', 'api.yaml', 2, 3, 'not valid YAML'],
    ['YAML with a tab', 'a:\n\tb: 1', 'api.yaml', 2, 1, 'not valid YAML'],
    ['an unclosed quote', 'a: "b\nc: d\n', 'api.yaml', 3, 1, 'not valid YAML'],
    ['two documents', 'a: 1\n---\nb: 2\n', 'api.yaml', 2, 1, 'several YAML documents'],
    ['a tag that would run code', 'a: !!js/function "x"', 'api.yaml', 1, 21, 'unknown tag'],
    ['nothing', ' \n', 'api.yaml', 1, 1, 'empty'],
  ])('%s', (_, text, file, line, column, message) => {
    const error = failure(text, file)
    expect(error.message).toContain(message)
    expect({ line: error.line, column: error.column }).toEqual({ line, column })
  })
})

describe('hostile text is refused', () => {
  test('aliases that explode', () => {
    const levels = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`)
    expect(failure(['a0: &a0 [x]', ...levels].join('\n')).message).toContain('expand to too much')
  })

  test('an alias inside its own anchor', () => {
    const error = failure('a: &a\n  b: *a')
    expect(error.message).toContain('contains it')
    expect(error.line).toBe(2)
  })

  test.each([
    ['JSON', '['.repeat(100_000) + ']'.repeat(100_000), 'deep.json'],
    ['YAML in flow style', '['.repeat(100_000) + ']'.repeat(100_000), 'deep.yaml'],
    [
      'YAML in block style',
      Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
      'deep.yaml',
    ],
    [
      'aliases',
      ['a0: &a0 [x]', ...Array.from({ length: 999 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`)].join('\n'),
      'deep.yaml',
    ],
  ])('absurd nesting in %s', (_, text, file) => {
    expect(failure(text, file).message).toContain('nested more than')
  })

  test('the key __proto__ is dropped and nothing is polluted', () => {
    const text = '{"__proto__": {"polluted": true}, "b": {"constructor": {"prototype": 1}}}'
    const { value, diagnostics } = parseText(text, 'api.json')
    expect(JSON.stringify(value)).toBe('{"b":{"constructor":{"prototype":1}}}')
    expect(diagnostics.map(({ code }) => code)).toEqual(['dropped-key'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('odd text is read', () => {
  test.each([
    ['JSON', '{\n "a": 1,\n "a": {"a": "\\"a\\": 1"}\n}', 'api.json', { line: 3, column: 2 }],
    ['YAML', 'a: 1\na: {a: 2}\n', 'api.yaml', { line: 2, column: 1 }],
  ])('a key written twice in %s: the last one counts, with a warning', (_, text, file, position) => {
    const { value, diagnostics } = parseText(text, file)
    expect(value).toMatchObject({ a: { a: expect.anything() } })
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'duplicate-key', ...position }])
  })

  test('keys that repeat in different objects are fine', () => {
    expect(parseText('[{"a": "}"}, {"a": "\\\\"}, {"b": {"a": 1}, "a": 2}]', 'x.json').diagnostics).toEqual(
      [],
    )
  })

  test('anchors, aliases and merge keys', () => {
    const { value } = parseText('base: &b {x: 1, y: 2}\nuse: {<<: *b, y: 3}\nsame: *b', 'x.yaml')
    expect(value).toEqual({ base: { x: 1, y: 2 }, use: { x: 1, y: 3 }, same: { x: 1, y: 2 } })
  })

  test('dates stay text, keys become text, NUL and lone surrogates are replaced', () => {
    const { value } = parseText(
      'date: 2020-01-01\n200: ok\ntrue: yes\nnul: "a\\0b"\nhalf: "\\uD800x"',
      'x.yaml',
    )
    expect(value).toEqual({ date: '2020-01-01', 200: 'ok', true: 'yes', nul: 'a\uFFFDb', half: '\uFFFDx' })
  })

  test('a byte order mark, Windows line ends, and YAML that opens with a brace', () => {
    expect(parseText('\uFEFFa: 1\r\nb: 2\r\n', 'x.yaml').value).toEqual({ a: 1, b: 2 })
    expect(parseText('{openapi: 3.0.0, info: {}}', 'x.yaml').value).toEqual({ openapi: '3.0.0', info: {} })
  })
})
