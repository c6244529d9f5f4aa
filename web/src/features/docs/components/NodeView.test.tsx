import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { DocsNode, Operation } from '../model/types.ts'
import { aModel, anOperation, renderDocs, testSource } from '../testing.tsx'
import { NodeView } from './NodeView.tsx'

const updatePet: Partial<Operation> = {
  method: 'put',
  path: '/pets/{id}',
  description: 'Replaces a **pet**.',
  servers: [
    { url: 'https://eu.x.test', description: 'Europe' },
    { url: 'https://us.x.test', description: 'America' },
  ],
  security: [
    [{ key: 'token', type: 'http', scheme: 'bearer' }],
    [{ key: 'key', type: 'apiKey', in: 'header', name: 'X-Key' }],
  ],
  request: {
    path: [{ name: 'id', required: true, schema: { type: 'integer' }, description: 'Which pet' }],
    query: [{ name: 'dry', schema: { type: 'boolean' }, deprecated: true }],
    body: {
      required: true,
      contents: [
        {
          mediaType: 'application/json',
          schema: { $ref: '#/__bundled__/Pet' },
          examples: [
            { key: 'cat', value: { name: 'Tom' } },
            { key: 'dog', summary: 'A dog', value: { name: 'Rex' } },
          ],
        },
        { mediaType: 'application/xml', schema: { type: 'object', properties: { tag: { type: 'string' } } } },
      ],
    },
  },
  responses: [
    {
      code: '200',
      description: 'Done',
      headers: [{ name: 'X-Next', schema: { type: 'string' } }],
      contents: [{ mediaType: 'application/json', schema: { $ref: '#/__bundled__/Pet' } }],
    },
    { code: '404', description: 'No such pet' },
  ],
  callbacks: [
    { key: 'onChange', method: 'post', path: '{$request.body#/url}', responses: [{ code: '204' }] },
  ],
  __bundled__: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
}

const show = (node: DocsNode, at?: string) => renderDocs(<NodeView node={node} toc={[]} />, at ? { at } : {})
// The samples come in a chunk of their own.
const samples = () => screen.findByRole('group', { name: /^Request sample/ })
const sample = () => screen.getByRole('group', { name: /^Request sample/ }).textContent

describe('the page of an operation', () => {
  it('says what it takes and gives', async () => {
    show({ ...anOperation('Update a pet', updatePet), is_deprecated: true, is_internal: true })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Update a pet')
    for (const name of ['200', '404']) await screen.findByRole('tab', { name })
    await screen.findByRole('region', { name: 'Callbacks' })
    for (const text of [
      'Deprecated',
      'Bearer token',
      'API key in header X-Key',
      'Which pet',
      'Done',
      'X-Next',
    ]) {
      expect(screen.getByText(text)).toBeTruthy()
    }
    expect(screen.getByText(/Internal/)).toBeTruthy()
    for (const name of [
      'Authorization',
      'Path parameters',
      'Query parameters',
      'Request body (required)',
      'Responses',
      'Callbacks',
    ]) {
      expect(screen.getByRole('region', { name })).toBeTruthy()
    }
  })
  it('marks the parameters of its path, whose text stays as it is', () => {
    const { container } = show(
      anOperation('Compare', { ...updatePet, path: '/pets/{id}/compare/{from}...{to}{' }),
    )
    const [code] = container.querySelectorAll('code')
    expect(code?.textContent).toBe('https://eu.x.test/pets/{id}/compare/{from}...{to}{')
    const marked = [...(code?.querySelectorAll('var') ?? [])].map((each) => each.textContent)
    expect(marked).toEqual(['{id}', '{from}', '{to}'])
  })
  it('writes the call for the chosen server, language and example', async () => {
    show(anOperation('Update a pet', updatePet))
    await samples()
    expect(sample()).toContain("--url 'https://eu.x.test/pets/{id}'")
    expect(sample()).toContain('Tom')
    await userEvent.selectOptions(screen.getByLabelText('Server'), '1')
    await userEvent.selectOptions(screen.getByLabelText('Language'), 'Python')
    await userEvent.selectOptions(screen.getByLabelText('Example'), 'A dog')
    expect(sample()).toContain('import requests')
    expect(sample()).toContain('https://us.x.test/pets/{id}')
    expect(sample()).toContain('Rex')
    await userEvent.selectOptions(screen.getByLabelText('Language'), 'cURL')
  })
  it('keeps the language that was chosen for all operations', async () => {
    const first = show(anOperation('Update a pet', updatePet))
    await samples()
    await userEvent.selectOptions(screen.getByLabelText('Language'), 'Go')
    first.unmount()
    show(anOperation('Another', { ...updatePet, path: '/others' }))
    await samples()
    expect(screen.getByLabelText<HTMLSelectElement>('Language').selectedOptions[0]?.text).toBe('Go')
    expect(sample()).toContain('http.NewRequest')
    await userEvent.selectOptions(screen.getByLabelText('Language'), 'cURL')
  })
  it('follows the content type of the request', async () => {
    show(anOperation('Update a pet', updatePet))
    await samples()
    await userEvent.selectOptions(screen.getByLabelText('Request content type'), 'application/xml')
    expect(within(screen.getByRole('region', { name: /Request body/ })).getByText('tag')).toBeTruthy()
    expect(sample()).toContain('Content-Type: application/xml')
  })
  it('opens the response that the address names', async () => {
    Element.prototype.scrollIntoView = () => undefined
    show(anOperation('Update a pet', updatePet), '/#response-404')
    expect((await screen.findByRole('tab', { name: '404' })).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText('No such pet')).toBeTruthy()
  })
  it('puts the response that shows into the address', async () => {
    show(anOperation('Update a pet', updatePet))
    await userEvent.click(await screen.findByRole('tab', { name: '404' }))
    expect(window.location.hash).toBe('#response-404')
  })
  it('shows an operation of which next to nothing is said', async () => {
    show(anOperation('Ping', {}))
    await samples()
    expect(screen.getByText('Ping')).toBeTruthy()
    expect(sample()).toContain("--url '/pets'")
  })
})

describe('the page of a callback', () => {
  it('says what the API sends where, and offers nothing to call', async () => {
    const node = anOperation('The pet changed', {
      ...updatePet,
      key: 'onChange',
      path: '{$request.body#/url}',
    })
    const { container } = show({ ...node, type: 'http_callback', data: node.data as Operation })
    await screen.findByRole('group', { name: /^Request example/ })
    expect(container.querySelector('code')?.textContent).toBe('{$request.body#/url}')
    expect(screen.queryByRole('group', { name: /^Request sample/ })).toBeNull()
    for (const name of ['Try it', 'Server']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
      expect(screen.queryByRole('combobox', { name })).toBeNull()
    }
  })
})

describe('the page of an article', () => {
  const article = (markdown: string): DocsNode => ({
    ...aModel('Guide', {}),
    type: 'article',
    data: { markdown },
  })
  it('lists the headings of a long text', async () => {
    show(article('# Guide\n\n## First\n\n### In `it`\n\n## Second'))
    // Without a layout there is no room for them: they are there, and hidden.
    const title = await screen.findByText('On this page')
    const contents = within(title.parentElement as HTMLElement)
    expect(contents.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))).toEqual([
      '#first',
      '#in-it',
      '#second',
    ])
    expect(contents.getByText('In it')).toBeTruthy()
  })
  it('does without where there are few', async () => {
    show(article('## First\n\n## Second'))
    await screen.findByRole('heading', { name: 'Second' })
    expect(screen.queryByText('On this page')).toBeNull()
  })
})

describe('a name as long as a text', () => {
  it('is cut in the heading and stands below in full', () => {
    const name = 'Says all there is to say about this call. '.repeat(5).trim()
    show({ ...anOperation(name, {}), name })
    expect(screen.getByRole('heading', { level: 1 }).dataset.long).toBe('true')
    expect(screen.getAllByText(name)).toHaveLength(2)
  })
})

describe('the page of a model', () => {
  it('shows fields and a value', async () => {
    show(
      aModel('Pet', {
        type: 'object',
        description: 'A *pet*',
        properties: { name: { type: 'string', examples: ['Tom'] } },
      }),
    )
    expect(screen.getByText('name')).toBeTruthy()
    expect((await screen.findByRole('group', { name: 'Example' })).textContent).toContain('"name": "Tom"')
  })
  it('shows the schema as JSON Schema, with what it refers to', async () => {
    const Toy = { type: 'object', properties: { pet: { $ref: '#/__bundled__/Toy' } } }
    show(aModel('Pet', { properties: { toy: { $ref: '#/__bundled__/Toy' } }, __bundled__: { Toy } }))
    const text = (await screen.findByRole('group', { name: 'JSON Schema' })).textContent ?? ''
    const ref = { $ref: '#/$defs/Toy' }
    expect(JSON.parse(text)).toEqual({
      properties: { toy: ref },
      $defs: { Toy: { type: 'object', properties: { pet: ref } } },
    })
  })
})

describe('the page of an API', () => {
  it('lists servers, schemes, people and operations', async () => {
    const service: DocsNode = {
      ...aModel('Pets', {}),
      type: 'http_service',
      slug: 'pets',
      version: '2.1',
      data: {
        name: 'Pets',
        description: 'All about pets',
        servers: [{ url: 'https://x.test' }],
        securitySchemes: [
          { key: 'token', type: 'oauth2', flows: { implicit: { scopes: { read: 'Reads pets' } } } },
        ],
        contact: { name: 'Ann', url: 'javascript:alert(1)' },
        license: { name: 'MIT' },
      },
    }
    const entry = (slug: string, type: string, meta = '') => ({ id: slug, slug, title: slug, type, meta })
    const toc = [
      {
        title: 'Pets',
        items: [
          entry('pets', 'http_service'),
          entry('ping', 'http_operation', 'get'),
          { title: 'Toys', items: [entry('add-toy', 'http_operation', 'post')] },
        ],
      },
    ]
    const url = 'https://docs.test/mocks/pets/main'
    const mock = { key: ['mock'] as const, read: async () => ({ url, description: 'Mock server' }) }
    const tryIt = { takesCodes: true, workspaceId: 1, scope: '1/1', page: '1/pets', address: '/try-it', mock }
    renderDocs(<NodeView node={service} toc={toc} />, { source: { ...testSource(), tryIt } })
    await screen.findByText('All about pets')
    const mocked = (await screen.findByText(url)).closest('li')
    expect(mocked?.textContent).toContain('Mock server')
    expect(mocked?.querySelector('button')?.getAttribute('aria-label')).toBe('Copy address')
    for (const text of ['v2.1', 'All about pets', 'https://x.test', 'OAuth 2.0', 'Reads pets', 'MIT']) {
      expect(screen.getByText(text)).toBeTruthy()
    }
    expect(screen.getByText('Ann').closest('a')).toBeNull()
    const toys = within(screen.getByRole('region', { name: 'Toys' }))
    expect(toys.getByRole('link').getAttribute('href')).toContain('add-toy')
  })
})
