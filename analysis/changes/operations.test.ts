import { describe, expect, it } from 'vitest'
import { api } from '../testing.ts'
import type { JsonObject } from '../types.ts'
import { operation, query, rulesOf, text } from './testing.ts'

describe('servers and sign-in of an operation', () => {
  const ok = { responses: { 200: { description: '' } } }
  const whole = (get: JsonObject, more: JsonObject = {}) =>
    api({ paths: { '/a': { get: { ...ok, ...get } } }, ...more })
  const key = { security: [{ key: [] }] }

  it('are those of the whole API unless it says otherwise', () => {
    expect(rulesOf(whole({}, key), whole(key, key))).toEqual([])
    const servers = { servers: [{ url: 'https://a' }] }
    expect(rulesOf(whole({}, servers), whole(servers, servers))).toEqual([])
    expect(rulesOf(whole({}, servers), whole({}, { servers: [{ url: 'https://a/' }] }))).toEqual([])
    expect(rulesOf(whole({}, servers), whole({ servers: [{ url: 'https://b' }] }, servers))).toEqual([
      'minor api-server-removed',
      'patch api-server-added',
    ])
  })

  it('may be asked of everybody at once, or lose a way in', () => {
    expect(rulesOf(whole({}), whole({}, key))).toEqual([
      'patch api-global-security-added',
      'major api-global-security-became-required',
    ])
    const two = { security: [{ key: [] }, { other: [] }] }
    expect(rulesOf(whole(key), whole(two))).toEqual(['patch api-security-added'])
    expect(rulesOf(whole(two), whole(key))).toEqual([
      'patch api-security-removed',
      'minor api-security-alternative-removed',
    ])
  })
})

describe('operations', () => {
  const ok = { responses: { 200: { description: '' } } }
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['added', { '/a': { get: ok } }, { '/a': { get: ok, put: ok } }, ['patch endpoint-added']],
    [
      'removed',
      { '/a': { get: ok, put: ok } },
      { '/a': { get: ok } },
      ['major api-removed-without-deprecation'],
    ],
    ['removed with their path', { '/a': { get: ok } }, {}, ['major api-path-removed-without-deprecation']],
    [
      'removed as announced',
      { '/a': { get: { ...ok, deprecated: true } } },
      {},
      ['patch api-path-removed-with-deprecation'],
    ],
    [
      'that were drafts, removed',
      { '/a': { get: { ...ok, 'x-stability-level': 'draft' } } },
      {},
      ['patch api-path-removed-without-deprecation'],
    ],
    [
      'deprecated',
      { '/a': { get: ok } },
      { '/a': { get: { ...ok, deprecated: true } } },
      ['patch endpoint-deprecated'],
    ],
    [
      'whose path names a parameter differently',
      {
        '/a/{id}': { get: { ...ok, parameters: [{ name: 'id', in: 'path', required: true, schema: text }] } },
      },
      {
        '/a/{key}': {
          get: { ...ok, parameters: [{ name: 'key', in: 'path', required: true, schema: text }] },
        },
      },
      [],
    ],
    [
      'with another ID',
      { '/a': { get: { ...ok, operationId: 'x' } } },
      { '/a': { get: { ...ok, operationId: 'y' } } },
      ['patch api-operation-id-removed'],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(rulesOf(api({ paths: before }), api({ paths: after }))).toEqual(expected)
  })

  it('count an announced end as past unless a date says otherwise', () => {
    const before = api({ paths: { '/a': { get: { ...ok, deprecated: true, 'x-sunset': '2030-01-01' } } } })
    expect(rulesOf(before, api({ paths: {} }))).toEqual(['patch api-path-removed-with-deprecation'])
    expect(rulesOf(before, api({ paths: {} }), { today: '2029-12-31' })).toEqual([
      'major api-path-removed-before-sunset',
    ])
  })

  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'became required',
      { schema: text },
      { schema: text, required: true },
      ['major request-parameter-became-required'],
    ],
    [
      'another default',
      { schema: { ...text, default: 'a' } },
      { schema: { ...text, default: 'b' } },
      ['major request-parameter-default-value-changed'],
    ],
    [
      'another default of a required one',
      { required: true, schema: { ...text, default: 'a' } },
      { required: true, schema: { ...text, default: 'b' } },
      ['patch request-parameter-default-value-changed'],
    ],
    [
      'a number that may be any text',
      { schema: { type: 'integer' } },
      { schema: text },
      ['patch request-parameter-type-generalized'],
    ],
    [
      'several times',
      { schema: text },
      { schema: { type: 'array', items: text } },
      ['patch request-parameter-type-generalized'],
    ],
    [
      'another style',
      { schema: { type: 'array' } },
      { style: 'pipeDelimited', explode: false, schema: { type: 'array' } },
      ['major request-parameter-style-changed'],
    ],
  ])('with a parameter: %s', (_what, before, after, expected) => {
    expect(rulesOf(query(before), query(after))).toEqual(expected)
  })

  it('tell parameters of the whole path from their own, and do not mind which it is', () => {
    const parameter = { name: 'q', in: 'query', schema: text }
    const before = api({ paths: { '/a': { parameters: [parameter], get: ok } } })
    const moved = api({ paths: { '/a': { get: { ...ok, parameters: [parameter] } } } })
    expect(rulesOf(before, moved)).toEqual([])
    expect(rulesOf(api({ paths: { '/a': { get: ok } } }), before)).toEqual([
      'patch new-optional-request-default-parameter-to-existing-path',
    ])
  })

  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'a required body',
      ok,
      { ...ok, requestBody: { required: true, content: {} } },
      ['major request-body-added-required'],
    ],
    [
      'a media type less',
      { responses: { 200: { description: '', content: { 'text/csv': {}, 'text/plain': {} } } } },
      { responses: { 200: { description: '', content: { 'text/csv': {} } } } },
      ['major response-media-type-removed'],
    ],
    [
      'a header less',
      { responses: { 200: { description: '', headers: { 'X-Next': { required: true, schema: text } } } } },
      ok,
      ['major required-response-header-removed'],
    ],
    [
      'a success less',
      { responses: { 200: { description: '' }, 201: { description: '' } } },
      ok,
      ['major response-success-status-removed'],
    ],
    [
      'an error more',
      ok,
      { responses: { ...ok.responses, 404: { description: '' } } },
      ['patch response-non-success-status-added'],
    ],
    [
      'a sign-in',
      { ...ok, security: [] },
      { ...ok, security: [{ key: [] }] },
      ['patch api-security-added', 'major api-security-became-required'],
    ],
    [
      'a callback less',
      { ...ok, callbacks: { done: { '{$url}': { post: ok } } } },
      ok,
      ['major callback-removed'],
    ],
  ])('with %s', (_what, before, after, expected) => {
    expect(rulesOf(operation(before), operation(after))).toEqual(expected)
  })

  it('of version 2.0 are read as those of 3.0', () => {
    const old = (parameters: JsonObject[], schema: JsonObject): JsonObject => ({
      swagger: '2.0',
      info: { title: 'x', version: '1' },
      paths: { '/a': { post: { parameters, responses: { 200: { description: '', schema } } } } },
    })
    const body = (schema: JsonObject) => ({ name: 'body', in: 'body', schema })
    const limit = (maximum: number) => ({ name: 'limit', in: 'query', type: 'integer', maximum })
    expect(
      rulesOf(
        old([body(text), limit(9)], text),
        old([body({ type: 'boolean' }), limit(5)], { type: 'boolean' }),
      ),
    ).toEqual([
      'major request-parameter-max-decreased',
      'major request-body-type-changed',
      'major response-body-type-changed',
    ])
  })
})
