// Lists, objects, headers and sign-in in the requests of samples: all of each, once, as the description has them written.
import { describe, expect, it } from 'vitest'
import type { Encoding, Operation, SecurityScheme } from '../model/types.ts'
import { ownLanguages } from './code.ts'
import { clientsFor } from './library.ts'
import { type SampleBody, type SampleRequest, sampleRequest } from './request.ts'

const tags: SampleRequest = {
  method: 'POST',
  url: 'https://x.test/a',
  headers: [],
  body: {
    kind: 'form',
    fields: [
      ['tag', 'first'],
      ['tag', 'second'],
    ],
  },
}

describe('items of a list in a form', () => {
  const fields = tags.body?.kind === 'form' ? tags.body.fields : []
  it.each(ownLanguages.map(({ id, write }) => [id, write] as const))('are all sent: %s', (_, write) => {
    for (const kind of ['form', 'multipart'] as const) {
      const code = write({ ...tags, body: { kind, fields } })
      expect(code).toContain('first')
      expect(code).toContain('second')
      // Of two of one name a dictionary keeps the last.
      expect(code.match(/"tag": ./g)?.length ?? 0).toBeLessThan(2)
    }
  })
  it.each(['form', 'multipart'] as const)('are all sent by every client of the library: %s', async (kind) => {
    const offered = clientsFor({ ...tags, body: { kind, fields } })
    expect(offered.length).toBeGreaterThan(10)
    for (const client of offered) {
      const code = (await client.load())({ ...tags, body: { kind, fields } })
      expect(code, client.id).toContain('first')
      expect(code, client.id).toContain('second')
      expect(code.match(/["']?tag["']?\s*(?:=>|:)\s*["']/g)?.length ?? 0, client.id).toBeLessThan(2)
    }
  })
  it('leave the clients alone that send one of each name', () => {
    const single: SampleBody = { kind: 'form', fields: [['tag', 'first']] }
    const ids = (body: SampleBody) => clientsFor({ ...tags, body }).map(({ id }) => id)
    expect(ids(single)).toContain('php-guzzle')
    expect(ids({ kind: 'form', fields })).not.toContain('php-guzzle')
  })
})

describe('a property of a form', () => {
  const value = { list: ['a', 'b'], at: { x: 1, y: 2 } }
  const sent = (...encodings: Encoding[]) => {
    const contents = [
      { mediaType: 'application/x-www-form-urlencoded', examples: [{ key: 'a', value }], encodings },
    ]
    const { body } = sampleRequest({ method: 'post', path: '/a', request: { body: { contents } } })
    return body?.kind === 'form' ? body.fields.map((field) => field.join('=')) : []
  }
  it('is written as its encoding says', () => {
    expect(sent()).toEqual(['list=a', 'list=b', 'at={"x":1,"y":2}'])
    expect(sent({ property: 'at', style: 'deepObject', explode: true })).toEqual([
      ...['list=a', 'list=b', 'at[x]=1', 'at[y]=2'],
    ])
    expect(sent({ property: 'at', style: 'form', explode: true }).slice(2)).toEqual(['x=1', 'y=2'])
    expect(sent({ property: 'at', style: 'form', explode: false }).slice(2)).toEqual(['at=x,1,y,2'])
    expect(sent({ property: 'list', style: 'form', explode: false })[0]).toBe('list=a,b')
    expect(sent({ property: 'list', style: 'pipeDelimited', explode: false })[0]).toBe('list=a|b')
    expect(sent({ property: 'list', style: 'form', mediaType: 'application/json' })[0]).toBe('list=["a","b"]')
  })
})

describe('a parameter', () => {
  it('that is a document is sent as its text', () => {
    const param = {
      name: 'filter',
      required: true,
      content: { 'application/json': { example: { kind: 'cat', ages: [1, 2] } } },
    }
    const request: Operation = { method: 'get', path: '/a', request: { query: [param], headers: [param] } }
    const { url, headers } = sampleRequest(request)
    expect(decodeURIComponent(url)).toBe('/a?filter={"kind":"cat","ages":[1,2]}')
    expect(headers).toEqual([['filter', '{"kind":"cat","ages":[1,2]}']])
  })
  it('of a header is written as its style says', () => {
    const list = { name: 'X-Ids', required: true, examples: [{ key: 'a', value: ['a', 'b'] }] }
    const object = {
      ...{ name: 'X-At', required: true, style: 'simple', explode: true },
      examples: [{ key: 'a', value: { x: 1, y: 2 } }],
    }
    const request: Operation = { method: 'get', path: '/a', request: { headers: [list, object] } }
    expect(sampleRequest(request).headers).toEqual([
      ['X-Ids', 'a,b'],
      ['X-At', 'x=1,y=2'],
    ])
  })
})

describe('a header', () => {
  const key: SecurityScheme = { key: 'k', type: 'apiKey', in: 'header', name: 'X-Key' }
  const basic: SecurityScheme = { key: 'b', type: 'http', scheme: 'basic' }
  const operation: Operation = {
    method: 'post',
    path: '/a',
    security: [[key], [basic]],
    request: {
      headers: ['x-key', 'authorization', 'accept', 'content-type', 'X-Other'].map((name) => ({
        name,
        required: true,
      })),
      query: [{ name: 'X-Key', required: true }],
      body: { contents: [{ mediaType: 'application/json', schema: { type: 'object' } }] },
    },
    responses: [{ code: '200', contents: [{ mediaType: 'application/json' }] }],
  }
  it('that security or a media type says is sent once', () => {
    expect(sampleRequest(operation)).toMatchObject({
      url: '/a?X-Key={X-Key}',
      headers: [
        ['authorization', '{authorization}'],
        ['X-Other', '{X-Other}'],
        ['X-Key', 'YOUR_API_KEY'],
        ['Accept', 'application/json'],
        ['Content-Type', 'application/json'],
      ],
    })
  })
  it('is that of the sign-in which was chosen; one of another way is asked for like other parameters', () => {
    const signIn = { index: 1, credentials: { b: { user: 'ada', secret: 'pass' } } }
    expect(sampleRequest(operation, { signIn }).headers).toEqual([
      ['x-key', '{x-key}'],
      ['X-Other', '{X-Other}'],
      ['Authorization', 'Basic YWRhOnBhc3M='],
      ['Accept', 'application/json'],
      ['Content-Type', 'application/json'],
    ])
    expect(sampleRequest(operation, { signIn: { index: -1, credentials: {} } }).headers).toEqual([
      ['x-key', '{x-key}'],
      ['authorization', '{authorization}'],
      ['X-Other', '{X-Other}'],
      ['Accept', 'application/json'],
      ['Content-Type', 'application/json'],
    ])
  })
  it('that a reader chose comes before what else says it', () => {
    const { headers } = sampleRequest(operation, { params: { 'headers accept': 'application/vnd.x+json' } })
    expect(headers.filter(([name]) => /^accept$/i.test(name))).toEqual([['accept', 'application/vnd.x+json']])
  })
  it('of an authentication of another name has that name', () => {
    const security = [[{ key: 'd', type: 'http', scheme: 'DPoP' }]]
    const signIn = { index: 0, credentials: { d: { secret: 'proof' } } }
    expect(sampleRequest({ method: 'get', path: '/a', security }).headers).toEqual([
      ['Authorization', 'DPoP YOUR_CREDENTIALS'],
    ])
    expect(sampleRequest({ method: 'get', path: '/a', security }, { signIn }).headers).toEqual([
      ['Authorization', 'DPoP proof'],
    ])
  })
})
