import { describe, expect, it } from 'vitest'
import { api } from '../testing.ts'
import { changesOf, object, operation, request, response, rulesOf, text } from './testing.ts'

describe('the whole API', () => {
  it('has servers, schemes and models', () => {
    const before = api({
      paths: {},
      servers: [{ url: 'https://a' }],
      components: { schemas: { A: {} }, securitySchemes: { k: { type: 'apiKey', in: 'query', name: 'k' } } },
    })
    const after = api({
      paths: {},
      servers: [{ url: 'https://b' }],
      components: { schemas: { B: {} }, securitySchemes: { k: { type: 'http', scheme: 'basic' } } },
    })
    expect(rulesOf(before, after)).toEqual([
      'minor api-server-removed',
      'patch api-server-added',
      'minor api-security-component-type-changed',
      'patch api-schema-removed',
      'patch api-schema-added',
    ])
  })

  it('has a version, which is looked at when asked for', () => {
    const before = operation({ responses: { 200: { description: '' } } })
    const after = operation({ responses: {} })
    expect(rulesOf(before, after)).toEqual(['major response-success-status-removed'])
    expect(rulesOf(before, after, { checkVersion: true })).toContain('patch api-version-not-bumped')
  })
})

describe('a change', () => {
  it('says in a sentence what, and where it stands, in YAML and in JSON', () => {
    const yaml = (max: number) => `openapi: 3.0.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                name: {type: string, maxLength: ${max}}
      responses: {}
`
    const [change] = changesOf(yaml(9), yaml(5))
    expect(change).toEqual({
      rule: 'request-property-max-length-decreased',
      level: 'major',
      group: 'breaking',
      message: 'The maximum length of the property “name” of the request body was lowered from 9 to 5.',
      node: 'http_operation',
      operation: { method: 'POST', path: '/pets' },
      side: 'new',
      place: {
        file: 'new.yaml',
        pointer: '/paths/~1pets/post/requestBody/content/application~1json/schema/properties/name',
        line: 12,
        column: 17,
      },
      before: '9',
      after: '5',
    })
    const json = changesOf(
      request(object({ name: { maxLength: 9 } })),
      request(object({ name: { maxLength: 5 } })),
    )
    expect(json[0]?.place).toMatchObject({ line: 16, column: 10 })
  })

  it('that took something away stands in the old file', () => {
    const [change] = changesOf(response(object({ a: text }, { required: ['a'] })), response(object({})))
    expect(change).toMatchObject({ side: 'old', group: 'breaking', place: { file: 'old.yaml' } })
  })

  it('keeps values short', () => {
    const [change] = changesOf(request({ const: 'x'.repeat(1_000) }), request({ const: 'y' }))
    expect(change?.before?.length).toBeLessThan(130)
  })
})

describe('two files', () => {
  it('cannot be compared when one is an API and the other a model', () => {
    expect(() => changesOf(api({ paths: {} }), object({}))).toThrow('they cannot be compared')
  })
})
