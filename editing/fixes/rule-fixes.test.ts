import { expect, it } from 'vitest'
import { Description } from '../description.ts'
import { applyChanges, sourceOf } from '../text/changes.ts'
import type { Path } from '../types.ts'
import { inCasing } from './casing.ts'
import { type Asked, fixesOf, hasFix } from './rule-fixes.ts'

const API = `openapi: 3.0.3
# kept
info: {title: A, version: "1"}
servers:
  - url: https://a.example.com/
tags: [{name: b}, {name: a}]
paths:
  /pets/{id}/:
    get:
      tags: [Pets]
      responses: {}
  /pets/{id}/toys:
    get: {operationId: all toys, x-secret: 1, responses: {}}
components:
  schemas:
    pet_shop: {enum: [a, b, a]}
`
const ROOT = {
  servers: [{ url: 'https://a.example.com/' }],
  tags: [{ name: 'b' }, { name: 'a' }],
  paths: {
    '/pets/{id}/': { get: { tags: ['Pets'], responses: {} } },
    '/pets/{id}/toys': { get: { operationId: 'all toys', 'x-secret': 1, responses: {} } },
  },
  components: { schemas: { pet_shop: { enum: ['a', 'b', 'a'] } } },
}

/** The lines that a fix changes, as they are then. */
function mended(code: string, path: Path, asks: Asked[] = []): string[] {
  let text = API
  for (const edit of fixesOf({ code, path, asks }, ROOT)[0]?.edits ?? []) {
    const edited = new Description(sourceOf(text), 'yaml').edit(edit)
    if ('refused' in edited) throw new Error(edited.reason)
    text = applyChanges(text, edited.changes)
  }
  const before = new Set(API.split('\n'))
  return text.split('\n').filter((line) => !before.has(line))
}

const asks = (name: string, field?: string, options?: unknown): Asked[] => [
  { function: name, field, options },
]

it.each<[string, Path, string[]]>([
  ['operation-operationId', ['paths', '/pets/{id}/', 'get'], ['      operationId: getPetsById']],
  ['operation-operationId', ['paths', '/pets/{id}/toys', 'get'], []],
  [
    'operation-operationId-valid-in-url',
    ['paths', '/pets/{id}/toys', 'get', 'operationId'],
    ['    get: {operationId: all-toys, x-secret: 1, responses: {}}'],
  ],
  [
    'operation-tag-defined',
    ['paths', '/pets/{id}/', 'get', 'tags', 0],
    ['tags: [{name: b}, {name: a}, { name: Pets }]'],
  ],
  ['path-keys-no-trailing-slash', ['paths', '/pets/{id}/'], ['  /pets/{id}:']],
  ['oas3-server-trailing-slash', ['servers', 0, 'url'], ['  - url: https://a.example.com']],
  ['openapi-tags-alphabetical', ['tags'], ['tags: [{name: a}, {name: b}]']],
  [
    'duplicated-entry-in-enum',
    ['components', 'schemas', 'pet_shop', 'enum'],
    ['    pet_shop: {enum: [a, b]}'],
  ],
  ['info-contact', ['info'], []],
])('mends what %s finds, and touches nothing else', (code, path, lines) => {
  expect(mended(code, path)).toEqual(lines)
})

it('mends by what a rule of one’s own asks', () => {
  const operation = ['paths', '/pets/{id}/toys', 'get']
  expect(
    mended('ids', [...operation, 'operationId'], asks('casing', 'operationId', { type: 'camel' })),
  ).toEqual(['    get: {operationId: allToys, x-secret: 1, responses: {}}'])
  expect(
    mended('names', ['components', 'schemas', 'pet_shop'], asks('casing', '@key', { type: 'pascal' })),
  ).toEqual(['    PetShop: {enum: [a, b, a]}'])
  expect(mended('no-secret', [...operation, 'x-secret'], asks('falsy', 'x-secret'))).toEqual([
    '    get: {operationId: all toys, responses: {}}',
  ])
  // Nobody knows what was meant.
  expect(mended('words', [...operation, 'operationId'], asks('pattern', undefined, { match: '^a' }))).toEqual(
    [],
  )
  expect(mended('both', [...operation, 'x-secret'], [...asks('falsy'), ...asks('truthy')])).toEqual([])
})

it('knows which rules it mends', () => {
  const one = asks('casing', 'operationId', { type: 'camel' })
  expect([hasFix('operation-operationId', []), hasFix('ids', one), hasFix('ids', [])]).toEqual([
    true,
    true,
    false,
  ])
  expect([hasFix('ids', [...one, ...one]), hasFix('words', asks('pattern')), hasFix('toString', [])]).toEqual(
    [false, false, false],
  )
})

it('writes names in each casing that rules ask for', () => {
  const all = ['flat', 'camel', 'pascal', 'kebab', 'cobol', 'snake', 'macro', 'toString']
  expect(all.map((casing) => inCasing('some HTTP-nameOf2', casing))).toEqual([
    'somehttpnameof2',
    'someHttpNameOf2',
    'SomeHttpNameOf2',
    'some-http-name-of-2',
    'SOME-HTTP-NAME-OF-2',
    'some_http_name_of_2',
    'SOME_HTTP_NAME_OF_2',
    undefined,
  ])
  expect(inCasing('2 a', 'camel')).toBeUndefined()
})
