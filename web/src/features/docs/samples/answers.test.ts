// What samples do with an answer: only JSON is read as JSON, and bytes go to a file.
import { describe, expect, it } from 'vitest'
import type { Operation, SchemaLike } from '../model/types.ts'
import { ownLanguages } from './code.ts'
import { sampleRequest } from './request.ts'

const operation = (mediaType: string | undefined, schema?: SchemaLike, method = 'get'): Operation => ({
  method,
  path: '/a',
  responses: [
    { code: '200', contents: mediaType === undefined ? [] : [{ mediaType, ...(schema && { schema }) }] },
  ],
})
const answer = (of: Operation) => sampleRequest(of).answer
const written = (id: string, of: Operation) =>
  ownLanguages.find((language) => language.id === id)?.write(sampleRequest(of)) ?? ''

describe('the answer that a sample reads', () => {
  it.each([
    ['application/json', undefined, 'json'],
    ['application/vnd.api+json; charset=utf-8', undefined, 'json'],
    ['application/json-seq', undefined, 'text'],
    ['text/csv', undefined, 'text'],
    ['application/xml', undefined, 'text'],
    ['image/png', undefined, { file: 'answer.png' }],
    ['application/vnd.acme', { type: 'string', format: 'binary' }, { file: 'answer.bin' }],
    [undefined, undefined, 'nothing'],
  ])('is of the type that is described: %s', (mediaType, schema, expected) => {
    expect(answer(operation(mediaType, schema))).toEqual(expected)
  })
  it('has no body after HEAD, and may be anything where nothing is described', () => {
    expect(answer(operation('application/json', undefined, 'head'))).toBe('nothing')
    expect(answer({ method: 'get', path: '/a' })).toBeUndefined()
  })
  it.each([
    ['curl', "--output 'answer.pdf'"],
    ['javascript', 'await response.blob()'],
    ['node', 'await writeFile("answer.pdf", data)'],
    ['python', 'with open("answer.pdf", "wb") as file:\n    file.write(response.content)'],
    ['go', 'os.Create("answer.pdf")'],
  ])('that is a file is kept as one: %s', (id, text) => {
    const code = written(id, operation('application/pdf'))
    expect(code).toContain(text)
    expect(code).not.toMatch(/string\(data\)|json\(\)|console\.log\(data\)(?<!blob[\s\S]*)|print/)
  })
  it('imports in Go what is used, and nothing else', () => {
    const packages = (of: Operation) => written('go', of).match(/(?<=^\t")[\w/]+(?="$)/gm)
    expect(packages(operation('application/json'))).toEqual(['fmt', 'io', 'net/http'])
    expect(packages(operation('application/pdf'))).toEqual(['io', 'net/http', 'os'])
    expect(packages(operation(undefined))).toEqual(['fmt', 'net/http'])
  })
  it.each(['javascript', 'node', 'python', 'go'])('that is none is not read: %s', (id) => {
    expect(written(id, operation(undefined))).toMatch(/status(_code)?\)|res\.Status\)/)
    expect(written(id, operation(undefined))).not.toMatch(/json\(\)|ReadAll|data/)
  })
  it.each(['javascript', 'python'])('that is text is read as such: %s', (id) => {
    expect(written(id, operation('text/csv'))).toMatch(/response\.text/)
  })
})
