// What of a description reaches the engine that answers for it.
import { expect, it } from 'vitest'
import { safeOperation } from '../../../supabase/functions/mocks/engine/safe-operation.ts'

const array = { type: 'array', items: { type: 'string' } }

function checked(request: object): string {
  return JSON.stringify(safeOperation({ method: 'post', path: '/a', responses: [], request }).checked)
}

it.each([
  ['the name of a deep object', { query: [{ name: '(a+)+b', style: 'deepObject', schema: array }] }],
  [
    'a name inside a deep object',
    {
      query: [
        {
          name: 'filter',
          style: 'deepObject',
          schema: { properties: { of: { allOf: [{ properties: { '(a+)+b': array } }] } } },
        },
      ],
    },
  ],
])('makes no regular expression of %s', (_what, request) => {
  expect(checked(request)).not.toContain('(a+)+b')
})

it('makes no regular expression of the fields of a form', () => {
  const content = {
    mediaType: 'application/x-www-form-urlencoded',
    encodings: [{ property: 'filter', style: 'deepObject' }],
    schema: { properties: { filter: { properties: { '(a+)+b': array } } } },
  }
  expect(checked({ body: { contents: [content] } })).not.toContain('deepObject')
})

it('reads deep objects with plain names', () => {
  const query = [{ name: 'filter', style: 'deepObject', schema: { properties: { 'owner.$name': array } } }]
  expect(checked({ query })).toContain('"style":"deepObject"')
})

it('holds texts against the formats of standards, not against "url"', () => {
  const content = (format: string) => ({
    mediaType: 'application/json',
    schema: { properties: { at: { type: 'string', format } } },
  })
  expect(checked({ body: { contents: [content('uri')] } })).toContain('"format":"uri"')
  expect(checked({ body: { contents: [content('url')] } })).not.toContain('"format"')
})
