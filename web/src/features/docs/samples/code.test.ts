import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { serverUrl } from '../../../../../supabase/functions/_shared/domain/server-url.ts'
import type { Operation } from '../model/types.ts'
import { ownLanguages } from './code.ts'
import { type SampleRequest, sampleRequest } from './request.ts'

const write = (id: string, request: SampleRequest): string =>
  ownLanguages.find((language) => language.id === id)?.write(request) ?? ''

// What a hostile description would put into names, paths and examples. \x24 is a dollar.
const nasty = 'a\'; touch /tmp/owned; echo "$(id)" `id` \\ \n \x24{x} */ #'

const hostile: SampleRequest = {
  method: 'POST',
  url: `https://x.test/${nasty}`,
  headers: [['X-A', nasty]],
  body: { kind: 'json', value: { text: nasty, yes: true, none: null } },
}

describe('code samples', () => {
  it('pass a hostile text to curl as plain arguments', () => {
    const script = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n${write('curl', hostile)}`
    const args = execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1)
    expect(args).toEqual([
      '--request',
      'POST',
      '--url',
      hostile.url,
      '--header',
      `X-A: ${nasty}`,
      '--data',
      JSON.stringify({ text: nasty, yes: true, none: null }, null, 2),
    ])
  })
  it('have curl read no file that its reader did not choose, and say what it is told', () => {
    const of = (body: SampleRequest['body'], url = 'https://x.test') =>
      write('curl', { method: 'POST', url, headers: [], ...(body && { body }) })
    expect(of({ kind: 'text', text: '@/home/me/.ssh/id_rsa' })).toContain(`--data-raw '@/home`)
    const fields: [string, string, string?][] = [
      ['handle', '@octocat'],
      ['page', '</etc/passwd'],
      ['meta', '{"a":"x; y"}'],
      ['quoted', '"a"'],
      ['plain', 'a'],
      ['a=@/etc/passwd;', 'b'],
      ['photo', 'cat.png', 'image/png;headers=@/etc/passwd'],
    ]
    expect(of({ kind: 'multipart', fields }).split(' \\\n').slice(2)).toEqual([
      `  --form-string 'handle=@octocat'`,
      `  --form-string 'page=</etc/passwd'`,
      `  --form-string 'meta={"a":"x; y"}'`,
      `  --form-string 'quoted="a"'`,
      `  --form 'plain=a'`,
      `  --form 'a%3D@/etc/passwd;=b'`,
      `  --form 'photo=@cat.png'`,
    ])
    expect(of(undefined, 'https://x.test/?filter[status]=open')).toContain('--globoff')
    expect(of(undefined, 'https://x.test/{id}')).not.toContain('--globoff')
  })
  it('do not have curl wait for a body that never comes', () => {
    expect(write('curl', { method: 'HEAD', url: 'https://x.test', headers: [] })).toContain('curl --head \\')
  })
  it('import in Go what copies a file, whatever the answer is', () => {
    const body: SampleRequest['body'] = { kind: 'multipart', fields: [['photo', 'cat.png', 'image/png']] }
    const code = write('go', { method: 'POST', url: 'https://x.test', headers: [], body, answer: 'nothing' })
    expect(code).toContain('io.Copy(')
    expect(code).toContain('\t"io"\n')
  })
  it('hand a hostile text to fetch unchanged', async () => {
    const code = write('javascript', hostile)
    const run = new Function('fetch', 'console', `return (async () => {${code}})()`)
    let seen: unknown[] = []
    await run(
      async (...args: unknown[]) => {
        seen = args
        return { json: async () => ({}) }
      },
      { log: () => undefined },
    )
    expect(seen[0]).toBe(hostile.url)
    expect(seen[1]).toMatchObject({ method: 'POST', headers: { 'X-A': nasty } })
    expect(JSON.parse((seen[1] as { body: string }).body).text).toBe(nasty)
  })
  it('write the constants of Python, and its strings as JSON has them', () => {
    const code = write('python', hostile)
    expect(code).toContain('"yes": True,')
    expect(code).toContain('"none": None,')
    expect(code).toContain(`"text": ${JSON.stringify(nasty)},`)
  })
  it('keep a back quote from ending a Go string', () => {
    expect(write('go', hostile)).toContain('strings.NewReader("{')
    expect(write('go', { ...hostile, body: { kind: 'json', value: 1 } })).toContain('strings.NewReader(`1`)')
  })
  it.each(ownLanguages.map(({ id }) => id))('write forms and plain bodies in %s', (id) => {
    const base = { method: 'PUT', url: 'https://x.test', headers: [] as [string, string][] }
    expect(write(id, { ...base, body: { kind: 'form', fields: [['a', 'b c']] } })).toMatch(/a.*b[ +]c/)
    expect(write(id, { ...base, body: { kind: 'multipart', fields: [['file', 'x']] } })).toContain('file')
    expect(write(id, { ...base, body: { kind: 'text', text: '<a/>' } })).toContain('<a/>')
  })
})

describe('the request of an operation', () => {
  const operation: Operation = {
    method: 'post',
    path: '/pets/{petId}/toys/{toyId}',
    security: [
      [],
      [
        { key: 'k', type: 'apiKey', in: 'header', name: 'X-Key' },
        { key: 'q', type: 'apiKey', in: 'query', name: 'key' },
      ],
    ],
    request: {
      path: [
        { name: 'petId', required: true, examples: [{ key: 'a', value: 'a/b' }] },
        { name: 'toyId', required: true, schema: { type: 'string' } },
      ],
      query: [
        { name: 'page', required: true, schema: { type: 'integer', default: 2 } },
        { name: 'optional', schema: { type: 'string' } },
      ],
      cookie: [{ name: 'sid', required: true, examples: [{ key: 'a', value: '1' }] }],
      body: {
        contents: [
          {
            mediaType: 'application/json',
            schema: { type: 'object', properties: { a: { type: 'boolean' } } },
          },
        ],
      },
    },
    responses: [{ code: '200', contents: [{ mediaType: 'application/json' }] }],
  }
  it('fills what is required and leaves the rest', () => {
    const request = sampleRequest(operation, { server: 'https://api.test' })
    expect(request.url).toBe('https://api.test/pets/a%2Fb/toys/{toyId}?page=2&key=YOUR_API_KEY')
    expect(Object.fromEntries(request.headers)).toEqual({
      'X-Key': 'YOUR_API_KEY',
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Cookie: 'sid=1',
    })
    expect(request.body).toEqual({ kind: 'json', value: { a: true } })
  })
  it('sends the example that was chosen', () => {
    expect(sampleRequest(operation, { example: { a: false } }).body).toEqual({
      kind: 'json',
      value: { a: false },
    })
  })
  it.each([
    ['a file of a form', { format: 'binary' }, ['photo', 'photo', '']],
    ['a file by its type', { contentMediaType: 'image/png' }, ['photo', 'photo', 'image/png']],
    ['several files', { type: 'array', items: { format: 'binary' } }, ['photo', 'photo', '']],
    ['text that stands for a file', { format: 'byte', examples: ['aGk='] }, ['photo', 'aGk=']],
  ])('sends files of a form as such: %s', (_, photo, field) => {
    const schema = { properties: { photo: { type: 'string', ...photo } } }
    const contents = [{ mediaType: 'multipart/form-data', schema }]
    const { body } = sampleRequest({ method: 'post', path: '/a', request: { body: { contents } } })
    expect(body).toEqual({ kind: 'multipart', fields: [field] })
  })
  it('takes no path for the name of a file', () => {
    const schema = { properties: { '/etc/passwd': { type: 'string', format: 'binary' } } }
    const contents = [{ mediaType: 'multipart/form-data', schema }]
    const { body } = sampleRequest({ method: 'post', path: '/a', request: { body: { contents } } })
    expect(body).toEqual({ kind: 'multipart', fields: [['/etc/passwd', 'file', '']] })
  })
  it.each([
    ['application/octet-stream', { type: 'string', format: 'binary' }],
    ['image/png', undefined],
  ])('sends a body that is a file as such: %s', (mediaType, schema) => {
    const contents = [{ mediaType, ...(schema && { schema }) }]
    const { body } = sampleRequest({ method: 'post', path: '/a', request: { body: { contents } } })
    expect(body).toEqual({ kind: 'file', name: 'file' })
  })
  it('writes parameters in their style, and those that a reader chose', () => {
    const list = { type: 'array', items: { type: 'string' } }
    const request: Operation = {
      method: 'get',
      path: '/a/{ids}',
      request: {
        path: [{ name: 'ids', style: 'matrix', examples: [{ key: 'a', value: ['x', 'y'] }] }],
        query: [
          { name: 'tag', required: true, schema: list, examples: [{ key: 'a', value: ['p', 'q'] }] },
          { name: 'filter', style: 'deepObject', schema: { type: 'object' } },
        ],
      },
    }
    expect(sampleRequest(request).url).toBe('/a/;ids=x,y?tag=p&tag=q')
    const params = { 'query filter': { kind: 'cat' }, 'path ids': ['z'] }
    expect(sampleRequest(request, { params }).url).toBe('/a/;ids=z?tag=p&tag=q&filter[kind]=cat')
  })
  it('fills server variables', () => {
    const server = { url: 'https://{region}.x.test/{v}/', variables: { region: { default: 'eu' } } }
    expect(serverUrl(server)).toBe('https://eu.x.test/{v}')
    expect(serverUrl(server, { region: 'us', v: '1' })).toBe('https://us.x.test/1')
  })
})
