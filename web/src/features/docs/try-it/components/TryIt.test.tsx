// Try It as its reader uses it: the form, what is sent, what is shown, what is kept.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useReducer } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { frameBytes } from '../../../../../../supabase/functions/_shared/domain/answer-frames.ts'
import { forgetPrivate } from '../../../../shared/data/private-storage.ts'
import * as session from '../../../../shared/data/session.ts'
import { OperationView } from '../../components/operation/OperationView.tsx'
import type { Operation } from '../../model/types.ts'
import { renderDocs, testSource } from '../../testing.tsx'
import type { SchemaCheck } from '../check/check.ts'
import { forgetCredentials } from '../credentials.ts'
import type { TryItSource } from '../source.ts'

const signIn = (authId: string | null) =>
  vi
    .spyOn(session, 'sessionState')
    .mockReturnValue(
      authId === null
        ? { status: 'signed-out', reason: 'none' }
        : { status: 'signed-in', token: 't', expiresAt: Date.now() + 3_600_000, authId },
    )

const address = 'https://waymark.example/api/v1/projects/x/nodes/y/try-it'
const tryIt: TryItSource = {
  takesCodes: true,
  workspaceId: 7,
  scope: '1/2',
  page: '1/pets',
  address,
  mock: { key: ['mock'], read: async () => null },
}
const operation: Operation = {
  method: 'get',
  path: '/pets/{id}',
  servers: [{ url: 'https://api.example.com/v1' }],
  security: [[{ key: 'bearer', type: 'http', scheme: 'bearer' }], []],
  request: {
    path: [{ name: 'id', required: true, schema: { type: 'integer', examples: [0] } }],
    query: [
      { name: 'state', schema: { type: 'string', enum: ['open', 'closed'] } },
      { name: 'tags', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'api_token', schema: { type: 'string' } },
    ],
  },
  responses: [{ code: '200', contents: [{ mediaType: 'application/json', schema: { type: 'object' } }] }],
}

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answers = (body: string, init: ResponseInit = {}) =>
  fetched.mockImplementation(async () => new Response(body, init))
const json = { headers: { 'Content-Type': 'application/json' } }

beforeEach(() => {
  localStorage.clear()
  forgetCredentials()
  fetched.mockReset()
  // The text of the check's worker comes from another place than what is tried.
  vi.stubGlobal('fetch', (url: string | URL, init: RequestInit) =>
    String(url).includes('check.worker') ? Promise.resolve(new Response('')) : fetched(String(url), init),
  )
  // jsdom has no workers: the same check, in place.
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((event: { data: unknown }) => void) | undefined
      terminate() {}
      async postMessage(check: SchemaCheck) {
        const { checkSchema } = await import('../check/check.ts')
        this.onmessage?.({ data: checkSchema(check) })
      }
    },
  )
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:answer', revokeObjectURL: () => undefined }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(on = operation, source: TryItSource | null = tryIt) {
  renderDocs(<OperationView operation={on} header={null} />, { source: { ...testSource(), tryIt: source } })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Try it' }))
  const form = within(await screen.findByRole('form', { name: 'Try it' }))
  return { user, form }
}
const valueIn = (input: HTMLElement) => (input as HTMLInputElement).value
const sentTo = (at = 0) => fetched.mock.calls[at]?.[0]
const headersOf = (at = 0) => new Headers(fetched.mock.calls[at]?.[1].headers)

describe('a request', () => {
  it('is filled in and sent by the keyboard alone, and its answer gets the focus', async () => {
    answers('{"id":7}', json)
    const { user, form } = await open()
    const id = form.getByRole('textbox', { name: /^id/ })
    await user.clear(id)
    await user.type(id, '7')
    await user.selectOptions(form.getByRole('combobox', { name: /^state/ }), 'open')
    await user.type(form.getByLabelText('tags 1'), 'a b')
    await user.click(form.getByRole('button', { name: 'Add tags' }))
    await user.type(form.getByLabelText('tags 2'), 'c')
    await user.type(form.getByLabelText(/^Token/), 's3cret{Control>}{Enter}{/Control}')
    const heading = await form.findByRole('heading', { name: 'Answer 200' })
    expect(document.activeElement).toBe(heading)
    expect(sentTo()).toBe('https://api.example.com/v1/pets/7?state=open&tags=a%20b&tags=c')
    expect(headersOf().get('authorization')).toBe('Bearer s3cret')
    expect(fetched.mock.calls[0]?.[1].credentials).toBe('omit')
    await form.findByText(/Matches the description \(200, application\/json\)/)
    // The samples say the same.
    expect(screen.getByRole('group', { name: /Request sample/ }).textContent).toContain('Bearer s3cret')
  })

  it('is not sent while something is missing: the field says so and gets the focus', async () => {
    const { user, form } = await open()
    const id = form.getByRole('textbox', { name: /^id/ })
    await user.clear(id)
    await user.type(id, 'seven')
    await user.click(form.getByRole('button', { name: 'Send' }))
    expect(await form.findByText('Type a whole number.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(id))
    expect(document.getElementById(id.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Type a whole number.',
    )
    expect(fetched).not.toHaveBeenCalled()
  })

  it('that the browser gets no answer to may go through Waymark, which says what it left out', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { user, form } = await open()
    await user.click(form.getByRole('button', { name: 'Send' }))
    expect((await form.findByRole('alert')).textContent).toMatch(
      /does not allow other pages to call it \(CORS\)/,
    )
    const frames = [
      frameBytes({
        kind: 'head',
        head: {
          status: 404,
          headers: [['set-cookie', 'a=1']],
          url: 'https://api.example.com/v1/pets/0',
          left_out: ['Host'],
          redirect_refused: 'Only 5 redirects are followed.',
        },
      }),
      frameBytes({ kind: 'content', bytes: new TextEncoder().encode('gone') }),
      frameBytes({ kind: 'end', end: 'too_large' }),
    ]
    fetched.mockImplementation(
      async () => new Response(new Uint8Array(frames.flatMap((frame) => [...frame]))),
    )
    await user.click(form.getByRole('button', { name: 'Send through Waymark' }))
    await form.findByRole('heading', { name: 'Answer 404' })
    expect(sentTo(1)).toBe(address)
    const sent = fetched.mock.calls[1]?.[1].body as FormData
    expect(JSON.parse(String(sent.get('request')))).toMatchObject({
      method: 'GET',
      url: 'https://api.example.com/v1/pets/0',
      server: { index: 0, variables: {} },
    })
    for (const said of [
      /larger than 10 MB/,
      /Not sent: Host/,
      /Only 5 redirects/,
      /status 404 is not described/,
    ])
      expect(form.getByText(said)).toBeTruthy()
    await user.click(form.getByRole('tab', { name: 'Headers (1)' }))
    expect(form.getByText('set-cookie')).toBeTruthy()
  })

  it('with a cookie goes through Waymark at once, for no browser sends one', async () => {
    const key = { key: 'sid', type: 'apiKey', in: 'cookie', name: 'sid' }
    const { form } = await open({ ...operation, security: [[key]] })
    expect(form.getByText('Browsers do not send Cookie: this goes through Waymark.')).toBeTruthy()
    expect(valueIn(form.getByRole('combobox', { name: 'How it is sent' }))).toBe('waymark')
  })

  it.each([
    ['offline', false, /You are offline/],
    ['without an answer', true, /not reachable/],
  ])('%s is explained', async (_what, onLine, said) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const { user, form } = await open()
    await user.click(form.getByRole('button', { name: 'Send' }))
    expect((await form.findByRole('alert')).textContent).toMatch(said)
  })
})

describe('an answer', () => {
  it('that differs from the description says where', async () => {
    answers('["a"]', json)
    const { user, form } = await open()
    await user.click(form.getByRole('button', { name: 'Send' }))
    await form.findByText(/Differs from the description/)
    expect(form.getByText(/Instance type "array" is invalid/)).toBeTruthy()
  })

  it('is laid out, or shown as it came, and never as a page', async () => {
    answers('{"a":12345678901234567890}', json)
    const { user, form } = await open()
    await user.click(form.getByRole('button', { name: 'Send' }))
    const body = await form.findByRole('group', { name: 'Body of the answer' })
    await waitFor(() => expect(body.textContent).toBe('{\n  "a": 12345678901234567890\n}'))
    await user.click(form.getByRole('button', { name: 'Raw' }))
    expect(body.textContent).toBe('{"a":12345678901234567890}')
    answers('<script>alert(1)</script>', { headers: { 'Content-Type': 'text/html' } })
    await user.click(form.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(form.getByText('text/html')).toBeTruthy())
    const page = form.getByRole('group', { name: 'Body of the answer' })
    await waitFor(() => expect(page.textContent).toBe('<script>alert(1)</script>'))
    expect(page.querySelector('script')).toBeNull()
  })

  it('that is a picture is shown; a vector, which may hold scripts, from no address of ours', async () => {
    const blobs = vi.spyOn(URL, 'createObjectURL')
    const typesOf = () => new Set(blobs.mock.calls.map(([blob]) => (blob as Blob).type))
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const { user, form } = await open()
    answers(svg, { headers: { 'Content-Type': 'Image/SVG+xml; charset=utf-8' } })
    await user.click(form.getByRole('button', { name: 'Send' }))
    const vector = await form.findByAltText('The body of the answer')
    await waitFor(() =>
      expect(vector.getAttribute('src')).toBe(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`),
    )
    expect(typesOf()).toEqual(new Set(['application/octet-stream']))
    answers('pixels', { headers: { 'Content-Type': 'image/png' } })
    await user.click(form.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(form.getByAltText('The body of the answer').getAttribute('src')).toBe('blob:answer'),
    )
    expect(typesOf()).toContain('image/png')
  })
})

describe('whether an answer is as described', () => {
  const described = (mediaType: string): Operation => ({
    ...operation,
    responses: [
      { code: 'default', contents: [{ mediaType, schema: { type: 'object', required: ['title'] } }] },
    ],
  })
  it.each(['application/problem+json', 'application/*', '*/*'])('is read as %s', async (mediaType) => {
    const type = { headers: { 'Content-Type': 'application/problem+json; charset=utf-8' } }
    answers('{"status":404}', { status: 404, ...type })
    const { user, form } = await open(described(mediaType))
    await user.click(form.getByRole('button', { name: 'Send' }))
    await form.findByText(/Differs from the description/)
    expect(form.getByText(/title/)).toBeTruthy()
    answers('{"title":"Gone"}', { status: 410, ...type })
    await user.click(form.getByRole('button', { name: 'Send' }))
    await form.findByText(/Matches the description/)
  })
  it('fails where a body is described and none comes', async () => {
    answers('', json)
    const { user, form } = await open()
    await user.click(form.getByRole('button', { name: 'Send' }))
    await form.findByText(/Differs from the description/)
    expect(form.getByText('The answer has no body; application/json is described for 200.')).toBeTruthy()
  })
})

describe('a parameter of a request', () => {
  it('that is a header is asked for, unless something else says it', async () => {
    answers('{}', json)
    const names = ['Authorization', 'X-Trace', 'Accept']
    const headers = names.map((name) => ({ name, required: true, schema: { type: 'string' } }))
    const { user, form } = await open({
      ...operation,
      security: [],
      request: { ...operation.request, headers },
    })
    await user.type(form.getByRole('textbox', { name: /^Authorization/ }), 'Custom 1')
    await user.type(form.getByRole('textbox', { name: /^X-Trace/ }), 'abc')
    expect(form.queryByRole('textbox', { name: /^Accept/ })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Send' }))
    await form.findByRole('heading', { name: 'Answer 200' })
    expect(headersOf().get('authorization')).toBe('Custom 1')
    expect(headersOf().get('x-trace')).toBe('abc')
    expect(headersOf().get('accept')).toBe('application/json')
  })
  it('is asked for once where security names it', async () => {
    const name = 'X-Key'
    const { form } = await open({
      ...operation,
      security: [[{ key: 'k', type: 'apiKey', in: 'header', name }]],
      request: { headers: [{ name, required: true, schema: { type: 'string' } }] },
    })
    expect(form.getAllByLabelText(/^X-Key/)).toHaveLength(1)
  })
  it('is asked for where only another way to sign in has its name, and not kept', async () => {
    answers('{}', json)
    const headers = [{ name: 'X-Client', required: true, schema: { type: 'string' } }]
    const { user, form } = await open({
      ...operation,
      security: [
        [{ key: 'client', type: 'apiKey', in: 'header', name: 'X-Client' }],
        [{ key: 'bearer', type: 'http', scheme: 'bearer' }],
      ],
      request: { headers },
    })
    await user.selectOptions(form.getByLabelText('Way to authenticate'), 'bearer')
    await user.click(form.getByRole('button', { name: 'Send' }))
    expect(fetched).not.toHaveBeenCalled()
    await user.type(form.getByRole('textbox', { name: /^X-Client/ }), 'hidden')
    await user.click(form.getByRole('button', { name: 'Send' }))
    await form.findByRole('heading', { name: 'Answer 200' })
    expect(headersOf().get('x-client')).toBe('hidden')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('hidden')
    await user.selectOptions(form.getByLabelText('Way to authenticate'), 'client')
    await user.type(form.getByLabelText(/^X-Client/), 'signs')
    await user.click(form.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(headersOf(1).get('x-client')).toBe('signs'))
  })
  it('takes the example that was picked, also one of objects', async () => {
    answers('{}', json)
    const filter = {
      ...{ name: 'filter', content: { 'application/json': {} } },
      schema: { type: 'array', items: { type: 'object' } },
      examples: [
        { key: 'none', value: [] },
        { key: 'cats', value: [{ kind: 'cat' }] },
      ],
    }
    const { user, form } = await open({ ...operation, request: { ...operation.request, query: [filter] } })
    await user.selectOptions(screen.getByLabelText(/^Example/), 'cats')
    await waitFor(() => expect(valueIn(form.getByLabelText(/^filter/))).toContain('"kind": "cat"'))
    await user.click(form.getByRole('button', { name: 'Send' }))
    await form.findByRole('heading', { name: 'Answer 200' })
    expect(decodeURIComponent(sentTo() ?? '')).toContain('filter=[{"kind":"cat"}]')
  })
  it('takes an example once: another pick, or a new analysis, leaves what was typed since', async () => {
    const examples = ['first', 'second'].map((value) => ({ key: value, value }))
    const query = ['cursor', 'owner'].map((name) => ({ name, schema: { type: 'string' }, examples }))
    // Each rendering holds an operation of its own, as one does that was read again.
    const Page = () => {
      const [, analyze] = useReducer((times: number) => times + 1, 0)
      return (
        <>
          <OperationView operation={{ ...operation, request: { query } }} header={null} />
          <button type="button" onClick={analyze}>
            Analyze
          </button>
        </>
      )
    }
    renderDocs(<Page />, { source: { ...testSource(), tryIt } })
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Try it' }))
    const form = within(await screen.findByRole('form', { name: 'Try it' }))
    const now = (name: RegExp) => valueIn(form.getByRole('textbox', { name }))
    await user.selectOptions(await screen.findByLabelText('Example of cursor'), 'second')
    await waitFor(() => expect(now(/^cursor/)).toBe('second'))
    await user.clear(form.getByRole('textbox', { name: /^cursor/ }))
    await user.type(form.getByRole('textbox', { name: /^cursor/ }), 'mine')
    await user.selectOptions(screen.getByLabelText('Example of owner'), 'second')
    await waitFor(() => expect(now(/^owner/)).toBe('second'))
    expect(now(/^cursor/)).toBe('mine')
    await user.click(screen.getByRole('button', { name: 'Analyze' }))
    expect(now(/^cursor/)).toBe('mine')
    await user.selectOptions(screen.getByLabelText('Example of cursor'), 'first')
    await waitFor(() => expect(now(/^cursor/)).toBe('first'))
  })
})

describe('what was typed', () => {
  it('is there again on this device, but no secret', async () => {
    answers('{}', json)
    const { user, form } = await open()
    await user.clear(form.getByRole('textbox', { name: /^id/ }))
    await user.type(form.getByRole('textbox', { name: /^id/ }), '42')
    await user.type(form.getByRole('textbox', { name: /^api_token/ }), 'hidden')
    await user.type(form.getByLabelText(/^Token/), 'hidden too')
    await user.click(form.getByRole('button', { name: 'Send' }))
    await form.findByRole('heading', { name: 'Answer 200' })
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).toContain('42')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('hidden')
    await user.click(form.getByRole('button', { name: 'Close Try it' }))
    await user.click(screen.getByRole('button', { name: 'Try it' }))
    const again = within(await screen.findByRole('form', { name: 'Try it' }))
    expect(valueIn(again.getByRole('textbox', { name: /^id/ }))).toBe('42')
    expect(valueIn(again.getByRole('textbox', { name: /^api_token/ }))).toBe('')
    expect(valueIn(again.getByLabelText(/^Token/))).toBe('hidden too')
  })

  it('is of the account alone', async () => {
    answers('{}', json)
    signIn('ada')
    const first = await open()
    await first.user.clear(first.form.getByRole('textbox', { name: /^id/ }))
    await first.user.type(first.form.getByRole('textbox', { name: /^id/ }), '42')
    await first.user.click(first.form.getByRole('button', { name: 'Send' }))
    await first.form.findByRole('heading', { name: 'Answer 200' })
    cleanup()
    signIn('bob')
    const { form } = await open()
    expect(valueIn(form.getByRole('textbox', { name: /^id/ }))).toBe('0')
  })

  it('for a server is there again on every operation that has it, as far as it still takes it', async () => {
    const variables = { region: { default: 'eu', enum: ['eu', 'us'] }, tenant: { default: 'a' } }
    const servers = [{ url: 'https://one.test' }, { url: 'https://{tenant}.{region}.test', variables }]
    const show = (on: Operation, page: string) =>
      renderDocs(<OperationView operation={on} header={null} />, {
        source: { ...testSource(), tryIt: { ...tryIt, page } },
      })
    const user = userEvent.setup()
    show({ ...operation, servers }, '1/pets')
    await user.selectOptions(screen.getByLabelText('Server'), '1')
    await user.selectOptions(screen.getByLabelText('region'), 'us')
    await user.clear(screen.getByRole('textbox', { name: 'tenant' }))
    await user.type(screen.getByRole('textbox', { name: 'tenant' }), 'acme')
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('acme'))
    cleanup()
    show({ ...operation, servers }, '1/owners')
    await waitFor(() => expect(document.body.textContent).toContain('https://acme.us.test'))
    cleanup()
    const fewer = { ...variables, region: { default: 'eu', enum: ['eu'] } }
    show({ ...operation, servers: [{ url: 'https://{tenant}.{region}.test', variables: fewer }] }, '1/owners')
    await waitFor(() => expect(document.body.textContent).toContain('https://acme.eu.test'))
    cleanup()
    // Another project has servers of its own.
    show({ ...operation, servers }, '2/pets')
    expect(document.body.textContent).not.toContain('acme')
  })

  it('as the address of an API without one is there again on its project', async () => {
    answers('{}', json)
    const relative = { ...operation, servers: [{ url: '/v1' }] }
    const first = await open(relative)
    await first.user.type(first.form.getByRole('textbox', { name: /^Address/ }), 'https://api.acme.com')
    await first.user.click(first.form.getByRole('button', { name: /^Send/ }))
    await first.form.findByRole('heading', { name: 'Answer 200' })
    cleanup()
    const again = await open(relative, { ...tryIt, page: '1/owners' })
    expect(valueIn(again.form.getByRole('textbox', { name: /^Address/ }))).toBe('https://api.acme.com')
    cleanup()
    const other = await open(relative, { ...tryIt, page: '2/pets' })
    expect(valueIn(other.form.getByRole('textbox', { name: /^Address/ }))).toBe('')
  })

  describe('in a body', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } }
    const writing: Operation = {
      ...operation,
      method: 'post',
      request: { body: { contents: [{ mediaType: 'application/json', schema }] } },
    }
    const sent = async (text: string) => {
      answers('{}', json)
      const { user, form } = await open(writing)
      await user.clear(form.getByRole('textbox', { name: 'Body as JSON' }))
      await user.click(form.getByRole('textbox', { name: 'Body as JSON' }))
      await user.paste(text)
      await user.click(form.getByRole('button', { name: /^Send/ }))
      await form.findByRole('heading', { name: 'Answer 200' })
      cleanup()
    }
    const bodyNow = async () =>
      valueIn((await open(writing)).form.getByRole('textbox', { name: 'Body as JSON' }))

    it('is there again for who is signed in, until they sign out', async () => {
      signIn('ada')
      await sent('{"name": "Rex"}')
      expect(await bodyNow()).toBe('{"name": "Rex"}')
      cleanup()
      forgetPrivate()
      expect(await bodyNow()).not.toContain('Rex')
    })

    it.each([
      ['of a visitor', null, '{"name": "Rex"}'],
      ['with a name of a secret', 'ada', '{"user": {"clientSecret": "Rex"}}'],
      ['that is very long', 'ada', `{"name": "Rex${'x'.repeat(20_001)}"}`],
    ])('is kept nowhere: %s', async (_what, viewer, text) => {
      signIn(viewer)
      await sent(text)
      expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Rex')
    })
  })

  it('to sign in on one project’s pages is nowhere else', async () => {
    const first = await open()
    await first.user.type(first.form.getByLabelText(/^Token/), 'for them')
    cleanup()
    const { form } = await open(operation, { ...tryIt, scope: '9/9' })
    expect(valueIn(form.getByLabelText(/^Token/))).toBe('')
  })
})

describe('a secret', () => {
  const at = (url: string): Operation => ({ ...operation, servers: [{ url }] })

  it('typed for one server is not sent to another that is named meanwhile, unless its reader says so', async () => {
    answers('{}', json)
    const first = await open()
    await first.user.type(first.form.getByLabelText(/^Token/), 's3cret')
    cleanup()
    const { user, form } = await open(at('https://evil.example'))
    expect(valueIn(form.getByLabelText(/^Token/))).toBe('')
    expect(form.getByText(/Typed for https:\/\/api.example.com/)).toBeTruthy()
    await user.click(form.getByRole('button', { name: /^Send/ }))
    await form.findByRole('heading', { name: 'Answer 200' })
    expect(headersOf().get('authorization')).not.toContain('s3cret')
    await user.click(form.getByRole('button', { name: 'Use it there too' }))
    await user.click(form.getByRole('button', { name: /^Send/ }))
    await waitFor(() => expect(headersOf(1).get('authorization')).toBe('Bearer s3cret'))
  })

  it.each(['.evil.example/', '@evil.example/'])('goes to the host that was typed, below %s', async (path) => {
    answers('{}', json)
    const { user, form } = await open(at(path))
    await user.type(form.getByRole('textbox', { name: /^Address/ }), 'https://api.acme.com')
    await user.click(form.getByRole('button', { name: /^Send/ }))
    await form.findByRole('heading', { name: 'Answer 200' })
    expect(sentTo()).toBe(`https://api.acme.com/${path}/pets/0`.replace('//pets', '/pets'))
  })

  it('of a client belongs to the provider it was typed for, whose host is shown', async () => {
    const by = (tokenUrl: string): Operation => ({
      ...operation,
      security: [[{ key: 'oauth', type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } }]],
    })
    const first = await open(by('https://auth.acme.com/token'))
    expect(first.form.getByText('from auth.acme.com')).toBeTruthy()
    await first.user.type(first.form.getByLabelText(/^Client ID/), 'me')
    await first.user.type(first.form.getByLabelText(/^Client secret/), 'hush')
    cleanup()
    const { form } = await open(by('https://evil.example/token'))
    expect(form.getByText('from evil.example')).toBeTruthy()
    expect(form.getByText(/typed for another provider/)).toBeTruthy()
    expect([/^Client ID/, /^Client secret/].map((name) => valueIn(form.getByLabelText(name)))).toEqual([
      '',
      '',
    ])
  })
})

it('is not offered where the workspace does not show it, nor for webhooks', () => {
  renderDocs(<OperationView operation={operation} header={null} />)
  expect(screen.queryByRole('button', { name: 'Try it' })).toBeNull()
  const { path: _path, ...webhook } = operation
  renderDocs(<OperationView operation={{ ...webhook, name: 'pet' }} header={null} />, {
    source: { ...testSource(), tryIt },
  })
  expect(screen.queryByRole('button', { name: 'Try it' })).toBeNull()
})

it('offers the mock server, which the browser calls', async () => {
  const url = `${window.location.origin}/mocks/pets/main`
  answers('{}', json)
  const mock: TryItSource['mock'] = {
    key: ['mock', { here: true }],
    read: async () => ({ url, description: 'Mock server' }),
  }
  const { user, form } = await open(operation, { ...tryIt, mock })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Server' }), `Mock server (${url})`)
  expect(form.queryByRole('combobox', { name: 'How it is sent' })).toBeNull()
  await user.click(form.getByRole('button', { name: 'Send' }))
  await form.findByRole('heading', { name: 'Answer 200' })
  expect(sentTo()).toBe(`${url}/pets/0`)
})

it('says who reads to the mock server, and to no other', async () => {
  vi.spyOn(session, 'accessToken').mockResolvedValue('mine')
  const url = `${window.location.origin}/mocks/pets/main`
  answers('{}', json)
  const mock: TryItSource['mock'] = {
    key: ['mock', { private: true }],
    read: async () => ({ url, description: 'Mock server' }),
  }
  const { user, form } = await open(operation, { ...tryIt, mock })
  const server = await screen.findByRole('combobox', { name: 'Server' })
  await user.click(form.getByRole('button', { name: 'Send' }))
  await form.findByRole('heading', { name: 'Answer 200' })
  await user.selectOptions(server, `Mock server (${url})`)
  await user.click(form.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  expect([0, 1].map((at) => headersOf(at).get('X-Waymark-Token'))).toEqual([null, 'mine'])
})

it('lets its page answer calls in a way of its own, and sends all others', async () => {
  answers('{"real":true}', json)
  const url = 'https://waymark.example/mocks/p/main'
  const send = vi.fn<NonNullable<TryItSource['send']>>((call) =>
    call.url.startsWith(url)
      ? Promise.resolve({
          status: 201,
          headers: [],
          url: call.url,
          body: new Blob(['{"typed":true}']),
          end: 'complete',
          took: 1,
          way: 'browser',
          leftOut: [],
        })
      : null,
  )
  const mock: TryItSource['mock'] = {
    key: ['mock-of-what-is-typed'],
    read: async () => ({ url, description: 'Mock' }),
  }
  const { user, form } = await open(operation, { ...tryIt, address: null, mock, send })
  // Nothing of it is sent on.
  expect(form.queryByRole('combobox', { name: 'How it is sent' })).toBeNull()
  await user.click(form.getByRole('button', { name: /^Send/ }))
  await waitFor(() => expect(sentTo()).toBe('https://api.example.com/v1/pets/0'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Server' }), `Mock (${url})`)
  await user.click(form.getByRole('button', { name: /^Send/ }))
  expect(await form.findByText('201')).toBeDefined()
  expect(send.mock.calls.at(-1)?.[0].url).toBe(`${url}/pets/0`)
  expect(fetched).toHaveBeenCalledTimes(1)
})
