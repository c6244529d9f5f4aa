import { describe, expect, it } from 'vitest'
import { escaped } from '../../../supabase/functions/_shared/http/escaped.ts'
import { pageBudget } from '../../../supabase/functions/_shared/pages/budget.ts'
import { inScript, wordsOf } from '../../../supabase/functions/_shared/pages/html.ts'
import { nodeText, type TextNode } from '../../../supabase/functions/_shared/pages/node-text.ts'
import { schemaText as schemaTextOf } from '../../../supabase/functions/_shared/pages/schema-text.ts'

const node = (more: Partial<TextNode>): TextNode => ({
  type: 'http_operation',
  name: 'Add a pet',
  summary: '',
  method: 'post',
  path: '/pets',
  is_deprecated: false,
  data: {},
  ...more,
})

const schemaText = (schema: unknown, bundle: unknown) => schemaTextOf(schema, bundle, pageBudget())

describe('a long text as code', () => {
  const said = (length: number) => {
    const at = `https://id.example/${'a'.repeat(length - 19)}`
    const flows = { clientCredentials: { tokenUrl: at, scopes: {} } }
    return { at, text: nodeText(node({ data: { security: [[{ key: 'oauth', type: 'oauth2', flows }]] } })) }
  }
  it('is whole where it is an address of usual length, and otherwise seen to be cut', () => {
    expect(said(150).text).toContain(`\`${said(150).at}\``)
    expect(said(500).text).toContain(`${said(500).at.slice(0, 300)}…\``)
  })
})

describe('an operation as Markdown', () => {
  const text = nodeText(
    node({
      is_deprecated: true,
      data: {
        description: 'Adds one.',
        servers: [{ url: 'https://pets.example', description: 'Production' }],
        security: [[{ key: 'token', type: 'http', scheme: 'bearer' }], []],
        request: {
          query: [{ name: 'dry', required: true, schema: { type: 'boolean' }, description: 'Only\ntry.' }],
          body: {
            contents: [
              {
                mediaType: 'application/json',
                schema: { $ref: '#/__bundled__/Pet' },
                examples: [{ value: { a: '```' } }],
              },
            ],
          },
        },
        responses: [{ code: '201', description: 'Added.' }, { code: '204' }],
        __bundled__: {
          Pet: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, friend: { $ref: '#/__bundled__/Pet' } },
          },
        },
      },
    }),
  )

  it('says what a caller needs', () => {
    for (const line of [
      '# Add a pet',
      '**Deprecated**',
      '`POST /pets`',
      '- `https://pets.example`: Production',
      '- `token` (http, bearer)',
      '- none',
      '- `dry`: boolean, required. Only try.',
      '- `name`: string, required',
      '- `friend`: any',
      '## Response 201',
      'No content.',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
  })

  it('fences an example by more than it holds', () => {
    expect(text).toContain('````\n{\n  "a": "```"\n}\n````')
  })
})

describe('what the page of an operation says', () => {
  const rich = {
    iid: 'addPet',
    description: 'Adds one.',
    pathDescription: 'All of the pets.',
    externalDocs: { url: 'https://help.example/pets', description: 'The guide' },
    servers: [
      {
        url: 'https://{region}.pets.example',
        variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Where it runs' } },
      },
    ],
    security: [
      [
        {
          ...{ key: 'oauth', type: 'oauth2', description: 'Of ours' },
          flows: {
            authorizationCode: {
              authorizationUrl: 'https://id.example/authorize',
              tokenUrl: 'https://id.example/token',
              scopes: { 'pets:write': 'Change pets', 'pets:read': '' },
            },
          },
        },
        { key: 'mtls', type: 'mutualTLS', extensions: { 'x-scopes': ['admin'] } },
      ],
    ],
    request: {
      path: [
        {
          name: 'ids',
          required: true,
          style: 'matrix',
          schema: { type: 'array', items: { type: 'integer' } },
        },
      ],
      query: [
        {
          ...{ name: 'sort', explode: false, allowReserved: true, allowEmptyValue: true },
          schema: { type: 'string', enum: ['name', 'age'], default: 'name' },
          examples: [
            { key: 'a', value: 'name' },
            { key: 'b', value: 'age' },
          ],
        },
        {
          ...{ name: 'filter', style: 'deepObject', explode: true },
          schema: { type: 'object', properties: { kind: { type: 'string', examples: ['cat'] } } },
        },
        { name: 'where', content: { 'application/json': { schema: { type: 'object' }, example: { a: 1 } } } },
      ],
      headers: [{ name: 'X-Trace', schema: { type: 'string' }, examples: [{ key: 'a', value: 't1' }] }],
      body: {
        required: true,
        description: 'The pet.',
        contents: [
          {
            mediaType: 'multipart/form-data',
            schema: { type: 'object' },
            encodings: [
              { property: 'photo', style: 'form', mediaType: 'image/png' },
              { property: 'plain', style: 'form' },
            ],
            examples: [
              { key: 'cat', summary: 'A cat', description: 'It purrs.', value: { name: 'Tom' } },
              { key: 'dog', value: { name: 'Rex' } },
              { key: 'far', externalValue: 'https://pets.example/far.json' },
            ],
          },
        ],
      },
    },
    responses: [
      {
        code: '201',
        headers: [
          {
            name: 'X-Left',
            required: true,
            schema: { type: 'integer', minimum: 0 },
            description: 'Calls left',
          },
        ],
        links: [
          {
            ...{ name: 'get', operationId: 'getPet', description: 'Reads it' },
            parameters: { id: '$response.body#/id' },
            requestBody: '$request.body',
          },
        ],
      },
    ],
    callbacks: [{ key: 'added', method: 'post', path: '{$request.body#/url}', summary: 'Tells of it' }],
    extensions: { 'x-codeSamples': [{ lang: 'Shell', label: 'CLI', source: 'pets add' }] },
  }
  const text = nodeText(node({ tags: ['Pets', 'Admin'], data: rich }))

  it.each([
    'Tags: Pets, Admin',
    'Operation ID: `addPet`',
    'All of the pets.',
    'See [The guide](https://help.example/pets)',
    '  - `{region}`: default `eu`, one of `eu`, `us`. Where it runs',
    '- `oauth` (oauth2): Of ours and `mtls` (mutualTLS)',
    '  - authorizationCode flow: authorization at `https://id.example/authorize`, token at `https://id.example/token`',
    '    - `pets:write`: Change pets',
    '    - `pets:read`',
    '  - Scopes: `admin`',
    '- `ids`: array of integer, required (style matrix)',
    '- `sort`: string (one of `name`, `age`; default `name`; style form; reserved characters are sent as they are; may be empty; examples `name`, `age`)',
    '- `filter`: object (style deepObject, exploded)',
    '  - `kind`: string. (example `cat`)',
    '- `where`: object (as `application/json`; example `{"a":1}`)',
    '- `X-Trace`: string (example `t1`)',
    'Required.',
    '- `photo` is written: as `image/png`',
    'Example, A cat: It purrs.',
    'Example, dog:',
    '  "name": "Rex"',
    'Example, far: `https://pets.example/far.json`',
    '### Headers',
    '- `X-Left`: integer, required. Calls left (minimum `0`)',
    '### Links',
    '- `get`: `getPet`. Reads it',
    '  - `id`: `$response.body#/id`',
    '  - Request body: `$request.body`',
    '- `added`: `POST {$request.body#/url}`. Tells of it',
    'CLI:',
    '```shell',
  ])('is in its Markdown: %s', (line) => {
    expect(text.split('\n')).toContain(line)
  })

  it('and nothing of what is as everybody expects', () => {
    expect(text).not.toMatch(/`plain` is written|`X-Trace`.*style/)
  })

  it('links to nothing but pages', () => {
    const docs = (url: string) => nodeText(node({ data: { externalDocs: { url } } }))
    expect(docs('https://x.test/a')).toContain('See [https:')
    for (const url of ['javascript:x()', 'https://x.test/) [a](javascript:x()', '//x.test', ' '])
      expect(docs(url)).not.toContain('See')
  })

  it('costs so much and no more', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({
      name: `n${at}`,
      description: 'd'.repeat(100),
    }))
    const scopes = Object.fromEntries(many.map(({ name, description }) => [name, description]))
    const data = {
      security: [[{ key: 'a', type: 'oauth2', flows: { implicit: { scopes } } }]],
      request: { query: many },
      responses: [{ code: '200', headers: many, links: many }],
      callbacks: many,
    }
    expect(nodeText(node({ data })).length).toBeLessThan(500_000)
  })
})

describe('a style guide', () => {
  // Spelled so that nothing takes a rule for a promise.
  const asks = (what: object) => Object.fromEntries([['then', what]])
  const guide = (data: unknown) =>
    nodeText(node({ type: 'spectral_ruleset', name: 'house.yaml', method: null, path: null, data }))

  it('says what its page says', () => {
    const text = guide({
      description: 'How we write.',
      documentationUrl: 'https://help.example/style',
      extends: [['spectral:oas', 'all'], './base.yaml'],
      aliases: { Paths: ['$.paths'] },
      rules: {
        'info-contact': 'off',
        no_slash: {
          ...{
            severity: 'error',
            description: 'Paths end without one.',
            message: 'Remove it',
            formats: ['oas3'],
          },
          given: '#Paths',
          ...asks({ field: '@key', function: 'pattern', functionOptions: { notMatch: '/$' } }),
        },
      },
      overrides: [{ files: ['old/**'], rules: { no_slash: 'warn' } }],
      except: { 'a.yaml#/info': ['info-contact'] },
    })
    for (const line of [
      '# house.yaml',
      'How we write.',
      '- `spectral:oas`: all',
      '- `./base.yaml`',
      '### no\\_slash',
      'Paths end without one.',
      '- Severity: error',
      '- Formats: oas3',
      '- Where: `#Paths`',
      '- What: `@key`: **pattern** `{"notMatch":"/$"}`',
      '- Message: Remove it',
      '- Severity: off',
      '- `old/**`',
      '- `a.yaml#/info`: `info-contact`',
      '- `#Paths`: `$.paths`',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
    expect(text.indexOf('no\\_slash')).toBeLessThan(text.indexOf('info-contact'))
  })

  it('never fails, and never is endless', () => {
    for (const odd of [
      null,
      7,
      [],
      { rules: 3, extends: {}, overrides: 'x', except: [] },
      { rules: { a: null } },
    ])
      expect(guide(odd)).toContain('# house.yaml')
    const rules = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [
        `r${at}`,
        { description: 'd'.repeat(200), given: '$', ...asks({}) },
      ]),
    )
    expect(guide({ rules }).length).toBeLessThan(500_000)
  })
})

describe('an article', () => {
  it('is its own text, without front matter, under one title', () => {
    const article = (markdown: string) =>
      nodeText(node({ type: 'article', name: 'Start', method: null, data: { markdown } }))
    expect(article('---\ntitle: x\n---\n# Begin\n\nHere.')).toBe('# Begin\n\nHere.\n')
    expect(article('Here.')).toBe('# Start\n\nHere.\n')
  })
})

describe('a schema', () => {
  it('ends where it refers to itself, and after a length', () => {
    const deep: Record<string, unknown> = {}
    for (let i = 0; i < 2000; i++) deep[`p${i}`] = { type: 'string' }
    const lines = schemaText({ type: 'object', properties: deep }, {}).split('\n')
    expect(lines).toHaveLength(301)
    const self = {
      type: 'object',
      properties: { a: { $ref: '#/__bundled__/Self' }, b: { $ref: '#/__bundled__/Self' } },
    }
    expect(schemaText({ $ref: '#/__bundled__/Self' }, { Self: self }).split('\n')).toEqual([
      '- `a`: any',
      '- `b`: any',
    ])
  })

  it('looks at so many schemas and no more, whatever they write', () => {
    const bundle = Object.fromEntries(
      Array.from({ length: 46 }, (_, at) => {
        const next = { $ref: `#/__bundled__/A${at + 1}` }
        return [`A${at}`, { allOf: [next, next] }]
      }),
    )
    // 2^45 ways, of which one would take weeks: an answer at all is the proof.
    expect(schemaText({ $ref: '#/__bundled__/A0' }, bundle)).toBe('- …')
    expect(schemaText({ items: { $ref: '#/__bundled__/A0' } }, bundle)).toBe('- …')
  })

  it('costs a page so much and no more, however many there are', () => {
    const next = (at: number) => ({ $ref: `#/__bundled__/A${at + 1}` })
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x-${at}`, at]))
    const large = Array.from({ length: 30 }, () => 'x'.repeat(100_000))
    const bundle = {
      ...Object.fromEntries(
        Array.from({ length: 14 }, (_, at) => [`A${at}`, { allOf: [next(at), next(at)] }]),
      ),
      A14: {
        ...many,
        type: 'x'.repeat(1_000_000),
        required: Object.keys(many),
        enum: [large],
        description: 'd'.repeat(1_000_000),
      },
    }
    const contents = Array.from({ length: 12 }, () => ({
      mediaType: 'a/b',
      schema: { $ref: '#/__bundled__/A0' },
    }))
    const responses = Array.from({ length: 400 }, (_, at) => ({ code: `${at}`, contents }))
    const text = nodeText(node({ data: { responses, __bundled__: bundle } }))
    expect(text.length).toBeLessThan(500_000)
    expect(text).toContain('## Response 399')
  })

  it('has an example of any ticks', () => {
    const contents = [{ mediaType: 'a/b', examples: [{ value: '` '.repeat(200_000) }] }]
    expect(nodeText(node({ data: { responses: [{ code: '200', contents }] } }))).toContain('Example:')
  })

  it('keeps what is internal to the team', () => {
    const schema = {
      properties: { open: { type: 'string' }, secret: { type: 'string', 'x-internal': true } },
    }
    expect(schemaText(schema, {})).toBe('- `open`: string')
  })

  it('never fails on what no schema holds', () => {
    for (const odd of [
      null,
      7,
      [],
      { properties: [] },
      { items: 3 },
      { type: 9, enum: 'x', required: {} },
      { $ref: 5 },
    ]) {
      expect(() => schemaText(odd, odd)).not.toThrow()
      expect(() =>
        nodeText(node({ data: { request: odd, responses: odd, security: odd, servers: odd } })),
      ).not.toThrow()
    }
  })
})

describe('text of other people’s in a page', () => {
  it('is shown as it was written where formatting it would take long', () => {
    for (const [shape, times] of [
      ['**a', 60_000],
      ['> ', 60_000],
      ['a\n', 90_000],
    ] as const) {
      expect(wordsOf([`<b>\n${shape.repeat(times)}`])).toMatch(/^<pre>&lt;b&gt;/)
    }
  })

  it('has callouts as the app shows them', () => {
    const note = (rest: string) => wordsOf([`> [!note]${rest}`]).replaceAll('\n', '')
    const shown = '<blockquote class="callout note"><p><strong>Note</strong></p><p>Words</p></blockquote>'
    for (const rest of ['\n> Words', '  \n> Words', '\n>\n> Words']) expect(note(rest)).toBe(shown)
    for (const rest of ['', ' Words', '\n\nWords']) expect(note(rest)).toContain('[!note]')
    expect(wordsOf(['`<blockquote>\n<p>[!NOTE]\n`'])).not.toContain('callout')
  })

  it('has the words of HTML without its marks, its comments and pictures', () => {
    const html = wordsOf([
      '<!-- theme: info -->\n\nA <b>bold</b> word ![x](https://x.test)\n\n<div>\nIn a < block\n</div>\n\n<style>\na {}\n</style>',
    ])
    expect(html.replaceAll('\n', '')).toBe('<p>A bold word </p><p>In a &lt; block</p>')
  })

  it('runs nothing', () => {
    const hostile =
      '<script>x()</script>\n\n[a](javascript:x()) ![b](javascript:x()) <img src=x onerror=x()>\n\n<javascript:x()>'
    const html = wordsOf([hostile])
    expect(html).not.toMatch(/<script|<img src="?x|(href|src)="javascript:/)
    expect(escaped(`"'<>&`)).toBe('&quot;&#39;&lt;&gt;&amp;')
    expect(inScript('{"a":"</script><!--\u2028"}')).toBe('{"a":"\\u003c/script>\\u003c!--\\u2028"}')
  })
})
