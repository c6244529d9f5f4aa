// The words of a page before the app: its head in the app's look, and nothing of an author's that is markup.
import { expect, it } from 'vitest'
import { firstWords, type HeadedNode } from '../../../supabase/functions/_shared/pages/first-words.ts'
import { nodeBlocks } from '../../../supabase/functions/_shared/pages/node-text.ts'

const operation = (more: Partial<HeadedNode> = {}): HeadedNode => ({
  type: 'http_operation',
  name: 'Add a pet',
  summary: '',
  method: 'post',
  path: '/pets/{id}',
  is_deprecated: false,
  version: '1.2',
  tags: ['pets'],
  data: { iid: 'addPet', description: 'Adds one.', servers: [{ url: 'https://pets.example/' }] },
  ...more,
})
const wordsOf = (node: HeadedNode) => firstWords(node, nodeBlocks(node).body)

it('says once each what an operation is called, how it is called, and what it does', () => {
  const html = wordsOf(operation({ is_deprecated: true }))
  expect(html).toContain('<h1>Add a pet</h1>')
  expect(html).toContain('<span>v1.2</span><span class="warning">Deprecated</span><span>pets</span>')
  expect(html).toContain(
    '<b class="post">post</b><code><i>https://pets.example</i>/<wbr>pets/<wbr><var>{id}</var></code>',
  )
  expect(html).toContain('Operation ID: <code>addPet</code>')
  expect(html.match(/Add a pet|Deprecated|pets\/|Adds one\./g)).toHaveLength(4)
})

it('sends a callback to no server of the API', () => {
  const data = { key: 'added', path: '{$request.body#/url}', servers: [{ url: 'https://pets.example' }] }
  const html = wordsOf(operation({ type: 'http_callback', path: data.path, data }))
  expect(html).toContain('<code><i></i>{$request.body#/<wbr>url}</code>')
  expect(html).not.toContain('pets.example')
})

it('fills the variables of a server as the app does', () => {
  const servers = [
    { url: 'https://{region}.{host}', variables: { region: { default: 'eu' }, host: { default: 7 } } },
  ]
  expect(wordsOf(operation({ data: { servers } }))).toContain('<i>https://eu.{host}</i>')
})

it('lets an article speak for itself', () => {
  const article = operation({
    type: 'article',
    method: null,
    path: null,
    data: { markdown: '# Hello\n\nWords' },
  })
  expect(wordsOf(article)).toBe('<div class="article"><h1>Hello</h1>\n<p>Words</p></div>')
})

it('writes nothing of an author’s as markup', () => {
  const attack = '"><img src=x onerror=hit()><script>hit()</script>'
  const html = wordsOf(
    operation({
      name: attack,
      path: `/${attack}`,
      version: attack,
      tags: [attack],
      method: attack,
      data: { iid: attack, description: attack, servers: [{ url: attack }] },
    }),
  )
  expect(html).not.toMatch(/<img|<script|onerror=hit\(\)>/)
})

it('keeps footnotes of two texts apart', () => {
  const data = {
    description: 'One[^1]\n\n[^1]: First',
    responses: [{ code: '200', description: 'Two[^1]\n\n[^1]: Second' }],
  }
  const html = wordsOf(operation({ data }))
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(3)
  expect(new Set(ids).size).toBe(ids.length)
})
