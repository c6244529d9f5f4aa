// Mock servers as their callers meet them: users, other origins, strangers, and authors of hostile descriptions.
import { beforeAll, describe, expect, it } from 'vitest'
import { fetchHost, type HostRequest, sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aDocumentedProject, type Project } from '../support/projects.ts'

const described = `openapi: 3.1.0
info: { title: Kennels, version: 1.0.0 }
paths:
  /pets:
    get:
      summary: List pets
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 100 } }]
      responses:
        "200":
          description: The pets
          headers:
            X-Total: { schema: { type: integer }, example: 2 }
            Set-Cookie: { schema: { type: string }, example: "waymark_session=stolen; Path=/" }
            Refresh: { schema: { type: string }, example: "0; url=https://elsewhere.example" }
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Pet" } }
              examples:
                cats: { value: [{ name: Tom, chip: 9223372036854775807 }] }
                dogs: { value: [{ name: Rex, chip: 1 }] }
            text/csv: { example: "name\\nTom" }
        "404": { description: None, content: { application/json: { example: { none: true } } } }
    post:
      summary: Add a pet
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
      responses: { "201": { description: Made, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { summary: One pet, responses: { "200": { description: It, content: { application/json: { example: { one: true } } } } } }
  /pets/mine:
    get: { summary: My pets, responses: { "200": { description: Mine, content: { application/json: { example: { mine: true } } } } } }
  /vault:
    get:
      summary: The vault
      security: [{ bearer: [] }]
      responses: { "200": { description: Open, content: { application/json: { example: { open: true } } } } }
  /page:
    get: { summary: A page, responses: { "200": { description: HTML, content: { text/html: { example: "<script>alert(1)</script>" } } } } }
  /script:
    get: { summary: A script, responses: { "200": { description: JS, content: { text/javascript: { example: "alert(1)" } } } } }
  /away:
    get: { summary: Away, responses: { "302": { description: Gone, headers: { Location: { schema: { type: string }, example: "https://elsewhere.example" } } } } }
  /kennels:
    get: { summary: Count the kennels, x-internal: true, responses: { "200": { description: All, content: { application/json: { example: { kennels: 3 } } } } } }
  /endless:
    post:
      summary: A slow pattern
      requestBody: { content: { application/json: { schema: { type: string, pattern: "^(a+)+$" } } } }
      responses: { "200": { description: Never, content: { application/json: { example: { ok: true } } } } }
  /long:
    post:
      summary: Many texts that each take a while
      requestBody: { content: { application/json: { schema: { type: array, items: { type: string, anyOf: [{ pattern: "^a*a*a*b$" }, { pattern: "^a*a*a*c$" }, { pattern: "^a*a*a*d$" }] } } } } }
      responses: { "200": { description: Never, content: { application/json: { example: { ok: true } } } } }
  /nested:
    post:
      summary: Two ways to go at each level
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Nested" } } } }
      responses: { "200": { description: Never, content: { application/json: { example: { ok: true } } } } }
  /large:
    get:
      summary: A thousand millions of items
      responses: { "200": { description: Never, content: { application/json: { schema: { $ref: "#/components/schemas/Large" } } } } }
  /calls:
    get:
      summary: A generator that is told what to call
      responses:
        "200":
          description: Harmless
          content: { application/json: { schema: { type: object, required: [it], properties: { it: { type: string, x-faker: { "helpers.constructor.constructor": ["return process"] }, faker: internet.email } } } } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Pet:
      type: object
      required: [name]
      properties: { name: { type: string, minLength: 2 }, chip: { type: integer }, friend: { $ref: "#/components/schemas/Pet" } }
    Nested:
      type: object
      additionalProperties: false
      properties: { a: { anyOf: [{ $ref: "#/components/schemas/Nested" }, { $ref: "#/components/schemas/Nested" }] } }
    Large: { type: array, minItems: 1000000000, items: { type: array, minItems: 1000000000, items: { $ref: "#/components/schemas/Large" } } }
`

const stack = sharedStack()

let workspace: Workspace
let open: Project
let closed: Project

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  open = await aDocumentedProject(
    stack,
    workspace,
    { visibility: 'public', slug: 'open-kennels', name: 'Open kennels' },
    described,
  )
  closed = await aDocumentedProject(
    stack,
    workspace,
    { visibility: 'private', slug: 'kennels', name: 'Kennels' },
    described,
  )
})

const mocked = (path: string, request: HostRequest = {}, project = open) =>
  fetchHost(stack, workspace.slug, `/mocks/${project.slug}/main${path}`, request)
const posted = (path: string, value: unknown) => {
  const body = JSON.stringify(value)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  return mocked(path, { method: 'POST', headers, body })
}
const prefer = (wanted: string) => ({ headers: { prefer: wanted } })

describe('a project that was renamed', () => {
  it('answers at its old address as before, with method and body, and only who reads it', async () => {
    const kennel = { visibility: 'public', slug: 'first-name', name: 'First name' }
    const renamed = await aDocumentedProject(stack, workspace, kennel, described)
    const update = (assignment: string) =>
      sql(
        stack,
        `update public.projects set ${assignment} where name = 'First name' and workspace_id = (
        select id from public.workspaces where slug = $1)`,
        [workspace.slug],
      )
    await update("slug = 'second-name'")
    expect((await mocked('/pets', {}, renamed)).text).toContain('Tom')
    const body = JSON.stringify({ name: 'Rex' })
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    expect((await mocked('/pets', { method: 'POST', headers, body }, renamed)).status).toBe(201)
    await update("visibility = 'private'")
    const refused = refusalIn(await mocked('/pets', {}, renamed))
    expect(refused).toEqual(refusalIn(await mocked('/pets', {}, { ...renamed, slug: 'never-was' })))
    expect(refused.status).toBe(404)
    const token = { headers: { 'x-waymark-token': workspace.owner.token } }
    expect((await mocked('/pets', token, renamed)).status).toBe(200)
  })
})

describe('an answer', () => {
  it('is the first example, to the digit, with its headers', async () => {
    const answer = await mocked('/pets')
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('[{"name":"Tom","chip":9223372036854775807}]')
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.headers['x-total']).toBe('2')
  })

  it('is what the caller prefers, by header or query', async () => {
    expect((await mocked('/pets', prefer('example=dogs'))).text).toContain('Rex')
    expect((await mocked('/pets?__example=dogs')).text).toContain('Rex')
    const missing = await mocked('/pets', prefer('code=404'))
    expect([missing.status, missing.text]).toEqual([404, '{"none":true}'])
    expect(refusalIn(await mocked('/pets', prefer('example=fish')))).toMatchObject({
      status: 404,
      type: 'NOT_FOUND',
    })
    expect(refusalIn(await mocked('/pets', prefer('code=99')))).toMatchObject({
      status: 400,
      type: 'VALIDATION_ERROR',
    })
  })

  it('is made up where it is wanted so, and fits the schema', async () => {
    const pets = (await mocked('/pets', prefer('dynamic=true'))).json<{ name: string }[]>()
    for (const pet of pets) expect(pet.name.length).toBeGreaterThanOrEqual(2)
  })

  it('comes in the media type that is accepted, and in no other', async () => {
    const csv = await mocked('/pets', { headers: { accept: 'text/csv;q=0.9' } })
    expect([csv.headers['content-type'], csv.text]).toEqual(['text/csv', 'name\nTom'])
    const none = await mocked('/pets', { headers: { accept: 'image/png' } })
    expect(refusalIn(none)).toMatchObject({ status: 406, type: 'VALIDATION_ERROR' })
  })

  it('is that of the plainest path, and of GET without a body for HEAD', async () => {
    expect((await mocked('/pets/mine')).text).toBe('{"mine":true}')
    expect((await mocked('/pets/7')).text).toBe('{"one":true}')
    const head = await mocked('/pets/7', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it('says what there is instead', async () => {
    expect(refusalIn(await mocked('/birds'))).toMatchObject({ status: 404, type: 'NOT_FOUND' })
    const other = await mocked('/pets', { method: 'DELETE' })
    expect(refusalIn(other)).toMatchObject({ status: 405, type: 'METHOD_NOT_ALLOWED' })
    expect(other.headers.allow).toBe('GET, POST')
  })
})

describe('a request', () => {
  it('is held against the description', async () => {
    expect((await posted('/pets', { name: 'Tom' })).status).toBe(201)
    const wrong = await posted('/pets', { name: 'T' })
    expect(refusalIn(wrong)).toMatchObject({ status: 422, type: 'VALIDATION_ERROR' })
    expect(wrong.headers['content-type']).toContain('application/problem+json')
    expect(wrong.json<ProblemBody>().errors?.[0]?.field).toBe('body.name')
    expect(wrong.json<ProblemBody>().instance).toBe(`/mocks/${open.slug}/main/pets`)
    expect(refusalIn(await mocked('/pets?limit=101')).status).toBe(422)
    expect(refusalIn(await mocked('/pets/tom')).status).toBe(422)
    expect(refusalIn(await mocked('/pets', { method: 'POST' })).status).toBe(422)
    const text = {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'content-length': '1' },
      body: 'a',
    }
    expect(refusalIn(await mocked('/pets', text)).status).toBe(415)
  })

  it('brings the credentials that the description asks for, whichever', async () => {
    const refused = await mocked('/vault')
    expect(refusalIn(refused)).toMatchObject({ status: 401, type: 'UNAUTHENTICATED' })
    expect((await mocked('/vault', { headers: { authorization: 'Bearer anything' } })).text).toBe(
      '{"open":true}',
    )
  })

  it('has a bounded body', async () => {
    const body = JSON.stringify('x'.repeat(300_000))
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    expect(refusalIn(await mocked('/pets', { method: 'POST', headers, body })).status).toBe(413)
  })
})

describe('other origins', () => {
  it('may send and read everything, and nothing of theirs or ours is a cookie', async () => {
    const preflight = await mocked('/pets', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization, x-anything',
      },
    })
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
    expect(preflight.headers['access-control-allow-headers']).toContain('x-anything')
    for (const path of ['/pets', '/birds']) {
      const { headers } = await mocked(path, { headers: { origin: 'https://elsewhere.example' } })
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  it('meet pages that run nothing and lead nowhere', async () => {
    const page = await mocked('/page')
    expect(page.headers['content-security-policy']).toContain("sandbox; default-src 'none'")
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    expect((await mocked('/script')).headers['content-type']).toBe('text/plain; charset=utf-8')
    expect((await mocked('/pets')).headers.refresh).toBeUndefined()
    const away = await mocked('/away')
    expect([away.status, away.headers.location]).toEqual([302, undefined])
  })
})

describe('who reads the docs calls their mock server', () => {
  const as = (token: string) => ({ headers: { 'x-waymark-token': token } })

  it('of a private project with a token that reads it, in a header of ours', async () => {
    const guest = await aMember(stack, workspace, 'guest')
    const stranger = await aWorkspace(stack)
    const made = await call(stack, `/workspaces/${workspace.id}/machine-principals`, {
      token: workspace.owner.token,
      json: { name: 'Robot' },
    })
    expect((await mocked('/pets', as(workspace.owner.token), closed)).status).toBe(200)
    expect(
      (await mocked('/pets', as(made.json<{ access_token: string }>().access_token), closed)).status,
    ).toBe(200)
    for (const request of [{}, as(guest.token), as(stranger.owner.token)]) {
      expect(refusalIn(await mocked('/pets', request, closed))).toMatchObject({
        status: 404,
        type: 'NOT_FOUND',
      })
    }
    expect(
      (await mocked('/pets', { headers: { authorization: `Bearer ${workspace.owner.token}` } }, closed))
        .status,
    ).toBe(404)
    expect((await mocked('/pets', as('wmk_nothing'))).status).toBe(401)
  })

  it('and internal operations with the right to see them, whoever asked before', async () => {
    const kennels = (request?: HostRequest) => mocked('/kennels', request).then(({ status }) => status)
    expect(await kennels(as(workspace.owner.token))).toBe(200)
    expect(await kennels()).toBe(404)
    expect(await kennels(as(workspace.owner.token))).toBe(200)
  })

  it('where the plan has mock servers', async () => {
    const product = (id: number) =>
      sql(
        stack,
        'update public.billing_accounts set billing_product_id = $2 where workspace_id = (select id from public.workspaces where slug = $1)',
        [workspace.slug, id],
      )
    await product(1)
    expect(refusalIn(await mocked('/pets'))).toMatchObject({ status: 402, type: 'PAYMENT_REQUIRED' })
    await product(5)
    expect((await mocked('/pets')).status).toBe(200)
  })

  it('and the workspace has not switched them off', async () => {
    const show = (isOn: boolean) =>
      sql(stack, 'update public.workspaces set show_tryit_mock_server = $2 where slug = $1', [
        workspace.slug,
        isOn,
      ])
    await show(false)
    expect(refusalIn(await mocked('/pets'))).toMatchObject({ status: 403, type: 'ACTION_PROHIBITED' })
    await show(true)
    expect((await mocked('/pets')).status).toBe(200)
  })
})

describe('a hostile description', () => {
  it('ends its own request, and no other', async () => {
    const long = Array.from({ length: 800 }, () => 'a'.repeat(300))
    const [slow, others] = await Promise.all([
      posted('/long', long),
      Promise.all(Array.from({ length: 5 }, () => mocked('/pets/mine'))),
    ])
    expect(refusalIn(slow)).toMatchObject({ status: 503, type: 'SERVICE_UNAVAILABLE' })
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // Known by now: it is not tried again.
    expect((await posted('/long', [])).status).toBe(503)
    expect((await mocked('/pets/mine')).status).toBe(200)
  })

  it('whose schemas multiply is held against nothing', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(60)}{"b":1}${'}'.repeat(60)}`)
    expect((await posted('/nested', deep)).status).toBe(200)
  })

  it('has no pattern run that might not end', async () => {
    expect((await posted('/endless', `${'a'.repeat(40)}b`)).status).toBe(200)
  })

  it('makes no answer larger than a caller may read, and calls nothing', async () => {
    for (const wanted of ['dynamic=false', 'dynamic=true']) {
      expect((await mocked('/large', prefer(wanted))).text.length).toBeLessThan(1_000_000)
      const it = (await mocked('/calls', prefer(wanted))).json<{ it: string }>().it
      expect(it).not.toMatch(/@|process/)
    }
  })
})

describe('an operation that nobody published yet', () => {
  const operation = JSON.stringify({
    method: 'post',
    path: '/birds/{id}',
    request: {
      path: [{ name: 'id', required: true, schema: { type: 'integer' } }],
      body: {
        required: true,
        contents: [{ mediaType: 'application/json', schema: { type: 'object', required: ['name'] } }],
      },
    },
    responses: [
      {
        code: '201',
        contents: [{ mediaType: 'application/json', examples: [{ key: 'one', value: { ring: 1 } }] }],
      },
      {
        code: '404',
        contents: [{ mediaType: 'application/json', examples: [{ key: 'no', value: 'none' }] }],
      },
    ],
  })
  const json: [string, string] = ['Content-Type', 'application/json']
  const request = { method: 'POST', target: '/birds/7', headers: [json], body: '{"name":"Tweety"}' }
  const ask = (value: unknown, token: string | null, project = closed.slug) => {
    const body = typeof value === 'string' ? value : JSON.stringify(value)
    return fetchHost(stack, workspace.slug, `/mocks/~unsaved/${project}/main`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...(token && { 'x-waymark-token': token }),
      },
      body,
    })
  }

  it('answers as it is typed, for who reads the branch', async () => {
    const { token } = workspace.owner
    const answer = await ask({ operation, request }, token)
    expect([answer.status, answer.text]).toEqual([201, '{"ring":1}'])
    const other = await ask(
      { operation, request: { ...request, headers: [json, ['Prefer', 'code=404']] } },
      token,
    )
    expect([other.status, other.text]).toEqual([404, '"none"'])
    const changed = operation.replace('"ring":1', '"ring":2')
    expect((await ask({ operation: changed, request }, token)).text).toBe('{"ring":2}')
  })

  it('says what is wrong with a request, as mock servers do', async () => {
    const { token } = workspace.owner
    const wrong = await ask({ operation, request: { ...request, body: '{}' } }, token)
    expect(refusalIn(wrong)).toMatchObject({ status: 422, type: 'VALIDATION_ERROR' })
    expect(wrong.json<ProblemBody>().errors?.[0]).toMatchObject({ field: 'body' })
    const path = await ask({ operation, request: { ...request, target: '/birds/one' } }, token)
    expect(path.json<ProblemBody>().errors?.[0]?.field).toBe('path.id')
    // Two slashes begin a path like any other, and no host.
    const odd = await ask({ operation, request: { ...request, target: '//[' } }, token)
    expect(odd.json<ProblemBody>().errors?.[0]?.field).toBe('path')
  })

  it('is answered for nobody else', async () => {
    expect(refusalIn(await ask({ operation, request }, null)).status).toBe(401)
    const stranger = await aWorkspace(stack)
    expect(refusalIn(await ask({ operation, request }, stranger.owner.token)).status).toBe(404)
    expect(refusalIn(await ask({ operation, request }, workspace.owner.token, 'no-kennels')).status).toBe(404)
  })

  it.each([
    ['no JSON', '{'],
    ['no operation', { operation: '[]', request }],
    ['an operation that is no JSON', { operation: '{"path"', request }],
    ['something more', { operation, request, digest: 'of another' }],
    ['a target elsewhere', { operation, request: { ...request, target: 'https://elsewhere.example' } }],
    ['a method that is none', { operation, request: { ...request, method: 7 } }],
  ])('is refused with %s', async (_name, value) => {
    expect(refusalIn(await ask(value, workspace.owner.token))).toMatchObject({
      status: 400,
      type: 'VALIDATION_ERROR',
    })
  })

  it('is bounded', async () => {
    const large = { operation, request: { ...request, body: 'x'.repeat(1_100_000) } }
    expect(refusalIn(await ask(large, workspace.owner.token)).status).toBe(413)
  })
})
