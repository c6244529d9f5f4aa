// @vitest-environment node
// What is typed becomes the request that is sent: values, styles, bodies.
import { describe, expect, it } from 'vitest'
import type { MediaContent, Operation, Param } from '../model/types.ts'
import { sampleRequest } from '../samples/request.ts'
import { type BodyTyped, firstBody } from './body.ts'
import { callOf } from './call.ts'
import { choicesOf, firstParams, formProblems } from './form.ts'
import type { Typed } from './shape.ts'

const doc = { bundle: {} }
const operation = (data: Partial<Operation>): Operation => ({ method: 'get', path: '/pets', ...data })
const empty: BodyTyped = { text: '', fields: {}, files: {} }

async function sent(on: Operation, params: Record<string, Typed>, content?: MediaContent, body = empty) {
  const choices = choicesOf(on, doc, { params, body }, content)
  const type = content && { mediaType: content.mediaType }
  return callOf(sampleRequest(on, { server: 'https://a.example', ...type, ...choices }), content, doc, body)
}

describe('parameters', () => {
  const list = { type: 'array', items: { type: 'string' } }
  const fields = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } } }
  const typedFields = '{"R": 100, "G": 200}'
  it.each<['path' | 'query' | 'headers' | 'cookie', Partial<Param>, Typed, string]>([
    ['query', { schema: list }, ['blue', 'black'], '?color=blue&color=black'],
    ['query', { schema: list, explode: false }, ['blue', 'black'], '?color=blue,black'],
    [
      'query',
      { schema: list, style: 'pipeDelimited', explode: false },
      ['blue', 'black'],
      '?color=blue%7Cblack',
    ],
    [
      'query',
      { schema: list, style: 'spaceDelimited', explode: false },
      ['blue', 'black'],
      '?color=blue%20black',
    ],
    [
      'query',
      { schema: fields, style: 'deepObject', explode: true },
      typedFields,
      '?color%5BR%5D=100&color%5BG%5D=200',
    ],
    // RFC 6570: what is in a part is told from what stands between the parts.
    ['query', { schema: list, explode: false }, ['a,b', 'c&d'], '?color=a%2Cb,c%26d'],
    ['query', { schema: list }, ['a,b', 'c'], '?color=a%2Cb&color=c'],
    ['query', { schema: list, explode: false, allowReserved: true }, ['a/b', 'c'], '?color=a/b,c'],
    ['query', { schema: fields, explode: false }, '{"a,b": "c=d"}', '?color=a%2Cb,c%3Dd'],
    ['query', {}, 'a,b', '?color=a,b'],
    ['path', { schema: list }, ['a,b', 'c/d'], '/a%2Cb,c%2Fd'],
    ['path', { schema: list, style: 'matrix', explode: true }, ['a;b', 'c=d'], '/;color=a%3Bb;color=c%3Dd'],
    ['path', { schema: fields, style: 'simple', explode: true }, '{"R": "1,2"}', '/R=1%2C2'],
    ['cookie', {}, 'a b;c', 'Cookie: color=a%20b%3Bc'],
    ['cookie', { schema: list, explode: false }, ['a,b', 'c'], 'Cookie: color=a%2Cb,c'],
    ['query', { schema: fields }, typedFields, '?R=100&G=200'],
    ['query', { schema: fields, explode: false }, typedFields, '?color=R,100,G,200'],
    [
      'query',
      { content: { 'application/json': { schema: fields } } },
      typedFields,
      '?color=%7B%22R%22%3A100,%22G%22%3A200%7D',
    ],
    ['query', {}, 'a&b=c #', '?color=a%26b%3Dc%20%23'],
    ['query', { allowReserved: true }, 'a/b?c&d', '?color=a/b?c%26d'],
    ['query', { schema: { type: 'integer' } }, '9223372036854775807', '?color=9223372036854775807'],
    ['query', { schema: list }, ['', ''], ''],
    ['query', {}, '', ''],
    ['path', {}, 'a/b c', '/a%2Fb%20c'],
    ['path', { schema: list, style: 'matrix', explode: true }, ['blue', 'black'], '/;color=blue;color=black'],
    ['path', { schema: list, style: 'label', explode: true }, ['blue', 'black'], '/.blue.black'],
    ['path', { schema: fields, style: 'simple', explode: true }, typedFields, '/R=100,G=200'],
    ['headers', { schema: list }, ['blue', 'black'], 'color: blue,black'],
    ['cookie', {}, 'blue', 'Cookie: color=blue'],
  ])('in %s, %o: %o becomes %s', async (place, more, typed, written) => {
    const path = place === 'path' ? '/{color}' : ''
    const param = { name: 'color', ...(!more.content && { schema: { type: 'string' } }), ...more }
    const { url, headers } = await sent(operation({ path, request: { [place]: [param] } }), {
      [`${place} color`]: typed,
    })
    const head = headers.map((pair) => pair.join(': ')).join('\n')
    expect(place === 'headers' || place === 'cookie' ? head : url.slice('https://a.example'.length)).toBe(
      written,
    )
  })

  const on = operation({
    request: {
      path: [{ name: 'id', required: true, schema: { type: 'integer' } }],
      query: [
        { name: 'limit', schema: { type: 'integer', default: 20 } },
        { name: 'filter', schema: { type: 'object' } },
        { name: 'state', required: true, schema: { enum: ['open', 'closed'] } },
      ],
    },
  })

  it('stand at their defaults, or at what was typed before', () => {
    expect(firstParams(on, doc)).toMatchObject({
      'query limit': '20',
      'query filter': '',
      'query state': 'open',
    })
    expect(firstParams(on, doc, { 'query limit': '5', 'query state': ['odd'] })).toMatchObject({
      'query limit': '5',
      'query state': 'open',
    })
  })

  it('are refused where something is missing or wrong', () => {
    const typed = { 'path id': 'a', 'query limit': '', 'query filter': '{', 'query state': '' }
    expect(formProblems(on, doc, { params: typed, body: empty }, undefined)).toEqual({
      'path id': 'Type a whole number.',
      'query filter': 'This is not JSON.',
      'query state': 'Required',
    })
  })
})

describe('a body', () => {
  const post = (content: MediaContent, required = true) =>
    operation({ method: 'post', request: { body: { required, contents: [content] } } })

  it('of JSON begins with its example and is sent as it was typed', async () => {
    const content = { mediaType: 'application/json', examples: [{ key: 'a', value: { id: 1 } }] }
    const first = firstBody(content, doc)
    expect(first.text).toBe('{\n  "id": 1\n}')
    const typed = { ...first, text: '{"id":   12345678901234567890}' }
    const { headers, body } = await sent(post(content), {}, content, typed)
    expect(await body?.text()).toBe('{"id":   12345678901234567890}')
    expect(headers).toContainEqual(['Content-Type', 'application/json'])
    const wrong = formProblems(post(content), doc, { params: {}, body: { ...first, text: '{' } }, content)
    expect(wrong).toEqual({ body: 'This is not JSON.' })
    expect(formProblems(post(content), doc, { params: {}, body: empty }, content)).toEqual({
      body: 'Required',
    })
  })

  it('that was left empty is not sent, and neither is its type', async () => {
    const content = { mediaType: 'application/json', schema: { type: 'object' } }
    const { headers, body } = await sent(post(content, false), {}, content)
    expect([headers, body]).toEqual([[], null])
  })

  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      owner: { type: 'object' },
      photo: { type: 'string', format: 'binary' },
    },
  }
  const fields = { name: 'Rex & co', tags: ['a', 'b'], owner: '{"id": 1}' }

  it('of a form is written field by field', async () => {
    const content = { mediaType: 'application/x-www-form-urlencoded', schema }
    const { body } = await sent(post(content), {}, content, { ...empty, fields })
    expect(await body?.text()).toBe('name=Rex+%26+co&tags=a&tags=b&owner=%7B%22id%22%3A1%7D')
    const missing = formProblems(
      post(content),
      doc,
      { params: {}, body: { ...empty, fields: { tags: ['a'] } } },
      content,
    )
    expect(missing).toEqual({ 'body name': 'Required' })
  })

  it('of several parts takes files along', async () => {
    const content = { mediaType: 'multipart/form-data', schema }
    const photo = new File([new Uint8Array([1, 2, 255])], 'my photo.png', { type: 'image/png' })
    const call = await sent(post(content), {}, content, { ...empty, fields, files: { photo: [photo] } })
    const type = call.headers.find(([name]) => name === 'Content-Type')?.[1] ?? ''
    const form = await new Response(call.body, { headers: { 'content-type': type } }).formData()
    expect([form.get('name'), form.getAll('tags')]).toEqual(['Rex & co', ['a', 'b']])
    const part = form.get('photo') as File
    expect([part.name, part.type, [...new Uint8Array(await part.arrayBuffer())]]).toEqual([
      'my photo.png',
      'image/png',
      [1, 2, 255],
    ])
  })

  it('of one file is that file', async () => {
    const content = { mediaType: 'application/octet-stream' }
    const file = new File(['bytes'], 'a.bin')
    const { body, headers } = await sent(post(content), {}, content, { ...empty, files: { '': [file] } })
    expect([await body?.text(), headers]).toEqual(['bytes', [['Content-Type', 'application/octet-stream']]])
  })
})

it.each([
  [{ key: 'a', type: 'apiKey', in: 'header', name: 'X-Key' }, { secret: 's' }, 'X-Key', 's'],
  [{ key: 'a', type: 'apiKey', in: 'cookie', name: 'sid' }, { secret: 's' }, 'Cookie', 'sid=s'],
  [
    { key: 'a', type: 'http', scheme: 'basic' },
    { user: 'ü', secret: 'p:w' },
    'Authorization',
    'Basic w7w6cDp3',
  ],
  [{ key: 'a', type: 'http', scheme: 'bearer' }, { secret: 's' }, 'Authorization', 'Bearer s'],
  [{ key: 'a', type: 'oauth2' }, { secret: 's' }, 'Authorization', 'Bearer s'],
])('a request is signed: %o', (scheme, credential, name, value) => {
  const signIn = { index: 0, credentials: { a: credential } }
  const { headers } = sampleRequest(operation({ security: [[scheme]] }), { signIn })
  expect(headers).toEqual([[name, value]])
  const none = sampleRequest(operation({ security: [[scheme]] }), { signIn: { ...signIn, index: -1 } })
  expect(none.headers).toEqual([])
})
