import { describe, expect, test } from 'vitest'
import { checkDescription, DescriptionError } from './check.ts'

describe('a file is recognised', () => {
  test.each([
    ['swagger: "2.0"\ninfo: {title: A, version: 1}', 'openapi2'],
    ['swagger: 2.0\ninfo: {title: A, version: 1}', 'openapi2'],
    ['openapi: 3.0.1\ninfo: {title: A, version: 1}', 'openapi3.0'],
    ['openapi: 3.0\ninfo: {title: A, version: 1}', 'openapi3.0'],
    ['openapi: 3.1.0\ninfo: {title: A, version: 1}', 'openapi3.1'],
    ['openapi: 3.2.0\ninfo: {title: A, version: 1}', 'openapi3.1'],
  ])('%s', (text, kind) => {
    expect(checkDescription(text, 'a.yaml')).toMatchObject({ kind, title: 'A', version: '1' })
  })

  test('an API without a title is named after its file', () => {
    const checked = checkDescription('{"openapi": "3.0.0", "paths": {"/a": {}, "/b": {}}}', 'dir/shop.json')
    expect(checked).toMatchObject({ title: 'shop', paths: 2 })
    expect(checked).not.toHaveProperty('version')
  })

  test('JSON Schema and Markdown', () => {
    expect(checkDescription('title: Pet\ntype: object', 'pet.yaml')).toMatchObject({
      kind: 'json_schema',
      title: 'Pet',
    })
    expect(checkDescription('# Hello *you* ##\n', 'a.md')).toMatchObject({
      kind: 'markdown',
      title: 'Hello you',
    })
  })
})

describe('what is no description is refused with a sentence', () => {
  test.each([
    ['plain text', 'just some words', 'a.yaml', 'plain text'],
    ['a list', '[1, 2]', 'a.json', 'a list'],
    ['a package.json', '{"name": "x", "type": "module"}', 'package.json', '"openapi" or "swagger"'],
    ['AsyncAPI', 'asyncapi: 2.0.0', 'a.yaml', 'AsyncAPI'],
    [
      'Postman',
      '{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/"}}',
      'a.json',
      'Postman',
    ],
    ['nothing but comments', '# later\n', 'a.yaml', 'no OpenAPI document'],
    ['bad front matter', '---\ntitle: [\n---\n# A\n', 'a.md', 'front matter'],
  ])('%s', (_, text, file, message) => {
    expect(() => checkDescription(text, file)).toThrow(message)
  })

  test('an unknown version is pointed at', () => {
    try {
      checkDescription('# head\nswagger: "1.2"\n', 'a.yaml')
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(DescriptionError)
      expect(error).toMatchObject({
        message: expect.stringContaining('OpenAPI 1.2'),
        file: 'a.yaml',
        line: 2,
        column: 1,
      })
    }
  })
})
