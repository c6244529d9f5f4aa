import { describe, expect, it } from 'vitest'
import { callRows } from './openapi/call.ts'
import { descriptionRows } from './openapi/description.ts'
import { sampleRows } from './openapi/samples.ts'
import { securityRows } from './openapi/security.ts'
import { wordsOf } from './page.tsx'

// The fields of OpenAPI 3.0 and 3.1, object by object; those of schemas have a test of their own.
const objects = {
  openapi: 'openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs',
  info: 'title summary description termsOfService contact license version',
  contact: 'name url email',
  license: 'name identifier url',
  server: 'url description variables',
  variable: 'enum default description',
  components:
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems',
  path: '$ref summary description get put post delete options head patch trace servers parameters',
  operation:
    'tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers x-internal x-codeSamples',
  externalDocs: 'description url',
  parameter:
    'name in description required deprecated allowEmptyValue style explode allowReserved schema example examples content',
  requestBody: 'description content required',
  media: 'schema example examples encoding',
  encoding: 'contentType headers style explode allowReserved',
  responses: 'default 404 5XX',
  response: 'description headers content links',
  example: 'summary description value externalValue',
  link: 'operationRef operationId parameters requestBody description server',
  header: 'description required deprecated style explode schema example examples content',
  tag: 'name description externalDocs',
  reference: '$ref summary description',
  scheme: 'type description name in scheme bearerFormat flows openIdConnectUrl',
  flows: 'implicit password clientCredentials authorizationCode',
  flow: 'authorizationUrl tokenUrl refreshUrl scopes',
  requirement: 'name scopes',
}

const rows = [...descriptionRows, ...callRows, ...securityRows]

describe('what an API says', () => {
  it.each(rows)('is on its page: %s', async (_, page, ...shown) => {
    const words = await wordsOf(page)
    for (const text of shown) expect(words).toContain(text)
  })
  it.each(sampleRows)('is beside it: %s', async (_, page, ...shown) => {
    const words = await wordsOf(page, true)
    for (const text of shown) expect(words).toContain(text)
  })
  it('has a row for each field', () => {
    const known = new Set([...rows, ...sampleRows].map(([keyword]) => keyword))
    const all = Object.entries(objects).flatMap(([name, keys]) =>
      keys.split(' ').map((key) => `${name}.${key}`),
    )
    expect(all.filter((keyword) => !known.has(keyword))).toEqual([])
  })
})
