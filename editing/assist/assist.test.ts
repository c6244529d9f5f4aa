import { describe, expect, it } from 'vitest'
import { References } from '../references/resolve.ts'
import { caretAt } from './caret.ts'
import { complete } from './complete.ts'
import { hover } from './hover.ts'

/** The text without the bar that marks the caret, and where it was. */
function marked(text: string): { text: string; offset: number } {
  const offset = text.indexOf('|')
  return { text: text.slice(0, offset) + text.slice(offset + 1), offset }
}

const labels = (file: string, given: string, others: Record<string, string> = {}) => {
  const { text, offset } = marked(given)
  const files = { [file]: text, ...others }
  const references = new References(Object.entries(files).map(([path, text]) => ({ path, text })))
  return complete(references, file, offset)?.options ?? []
}

const HEAD = 'openapi: 3.0.3\ninfo: {title: x, version: "1"}\n'

describe('the caret', () => {
  it.each([
    ['a new key in a block', 'a:\n  b: 1\n  |\n  c: 2\n', ['a'], 'key', ['b', 'c']],
    ['a key that is typed', 'a:\n  b: 1\n  cd|\n', ['a'], 'key', ['b']],
    ['a value', 'a:\n  b: x|\n  c: 2\n', ['a', 'b'], 'value', ['b', 'c']],
    ['a value of a key with a quote in it', "a:\n  b's: x|\n", ['a', "b's"], 'value', ["b's"]],
    ['no value yet', 'a:\n  b: |\n', ['a', 'b'], 'value', ['b']],
    ['the first element', 'a:\n  - |\n', ['a', 0], 'item', []],
    ['a later element, not indented', 'a:\n- x: 1\n- y: 2\n  |\n', ['a', 1], 'key', ['y']],
    ['a nested list', 'a:\n  - - b\n    - |\n', ['a', 0, 1], 'item', []],
    ['a new object', 'a:\n  b:\n    |\n', ['a', 'b'], 'key', []],
    ['behind a block scalar', 'a:\n  b: |+\n    x: 1\n  c|\n'.replace('|+', '>'), ['a'], 'key', ['b']],
    ['in flow style', 'a: {b: 1, |}\n', ['a'], 'key', ['b']],
    ['a value in flow style', 'a: {b: x|, c: 1}\n', ['a', 'b'], 'value', ['b', 'c']],
  ])('%s', (_what, given, path, at, keys) => {
    const { text, offset } = marked(given)
    expect(caretAt(text, 'yaml', offset)).toMatchObject({ path, at, keys })
  })

  it.each([
    ['a comment', 'a: 1 # x|\n'],
    ['lines of text', 'a: >\n  b|\n'],
  ])('is nowhere in %s', (_what, given) => {
    const { text, offset } = marked(given)
    expect(caretAt(text, 'yaml', offset)).toBeNull()
  })

  it.each([
    ['an empty object', '{"a": {|}}', ['a'], 'key', []],
    ['a key that is typed', '{"a": 1, "b|": 2, "c": 3}', [], 'key', ['a', 'c']],
    ['behind a colon', '{"a": {"b": |', ['a', 'b'], 'value', ['b']],
    ['in a list', '{"a": [1, "x|"]}', ['a', 1], 'value', []],
  ])('%s of JSON', (_what, given, path, at, keys) => {
    const { text, offset } = marked(given)
    expect(caretAt(text, 'json', offset)).toMatchObject({ path, at, keys })
  })
})

describe('completion', () => {
  it('offers what is not there yet, as the version has it', () => {
    const found = labels('a.yaml', `${HEAD}paths:\n  /a:\n    get:\n      summary: x\n      |\n`).map(
      ({ label }) => label,
    )
    expect(found).toContain('requestBody')
    expect(found).not.toContain('summary')
    expect(found).not.toContain('consumes')
  })

  it.each([
    ['an enum', `${HEAD}paths:\n  /a:\n    parameters:\n      - in: |\n`, 'cookie'],
    ['a boolean', `${HEAD}paths:\n  /a:\n    get:\n      deprecated: |\n`, 'true'],
    [
      'an element',
      `${HEAD}tags: [{name: pets}]\npaths:\n  /a:\n    get:\n      tags:\n        - |\n`,
      'pets',
    ],
    ['a status', `${HEAD}paths:\n  /a:\n    get:\n      responses:\n        |\n`, '404'],
    [
      'a media type',
      `${HEAD}paths:\n  /a:\n    post:\n      requestBody:\n        content:\n          |\n`,
      'application/json',
    ],
    ['a security scheme', `${HEAD}components: {securitySchemes: {key: {}}}\nsecurity:\n  - |\n`, 'key'],
  ])('of %s', (_what, given, label) => {
    expect(labels('a.yaml', given).map((option) => option.label)).toContain(label)
  })

  it('of references leads to the same kind of thing, in all files', () => {
    const given = `${HEAD}components:\n  responses: {R: {}}\n  schemas:\n    A:\n      properties:\n        x:\n          $ref: |\n    B: {}\n`
    const others = {
      'models/pet.yaml': 'type: object\n',
      'b.json': '{"openapi":"3.0.0","components":{"schemas":{"C":{}}}}',
    }
    expect(labels('a.yaml', given, others).map(({ label }) => label)).toEqual([
      '#/components/schemas/A',
      '#/components/schemas/B',
      './models/pet.yaml',
      './b.json#/components/schemas/C',
    ])
  })

  it('writes JSON as JSON', () => {
    const [first] = labels('a.json', '{"openapi": "3.0.0", "info": {"ti|"}}').filter(
      ({ label }) => label === 'title',
    )
    expect(first?.template).toBe('"title": "#{}"')
  })

  it('knows nothing of other files', () => {
    expect(labels('package.json', '{"name": "x", "|"}')).toEqual([])
  })
})

describe('hover', () => {
  const said = (given: string) => {
    const { text, offset } = marked(given)
    return hover(new References([{ path: 'a.yaml', text }]), 'a.yaml', offset)
  }

  it('says what a keyword means, and in which version', () => {
    expect(said(`${HEAD}paths:\n  /a:\n    get:\n      operation|Id: x\n`)).toMatchObject({
      title: 'operationId',
      text: expect.stringContaining('A name for programs'),
    })
    expect(said(`${HEAD}paths:\n  /a:\n    get:\n      con|sumes: x\n`)?.detail).toBe('only in OpenAPI 2.0')
  })

  it('says what a reference leads to', () => {
    const text = `${HEAD}components:\n  schemas:\n    A: {$ref: '#/components/sch|emas/B'}\n    B:\n      type: object\n      description: A thing.\n      properties: {id: {}}\n`
    expect(said(text)).toMatchObject({ title: 'B', detail: 'object · a.yaml', text: 'A thing.\n\n`id`' })
  })
})
