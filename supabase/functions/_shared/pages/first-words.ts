// The words of a page before the app has started, in the classes that the app's own page gives their look to (web/index.html).
import { isCalled, serverUrl } from '../domain/server-url.ts'
import { escaped } from '../http/escaped.ts'
import { wordsOf } from './html.ts'
import type { TextNode } from './node-text.ts'
import { fieldsOf, listOf, oneLine, textOf } from './read.ts'

/** What the head of a page says beside its text. */
export interface HeadedNode extends TextNode {
  version: string | null
  tags: string[]
}

/** A node as HTML: its head as the app has it, and below it its text, `body`, the blocks behind the head of its Markdown. */
export function firstWords(node: HeadedNode, body: string[]): string {
  if (node.type === 'article') return `<div class="article">${wordsOf(body)}</div>`
  const isWide = node.type === 'http_service' || node.type === 'spectral_ruleset'
  return `<div class="${isWide ? 'wide' : 'columns'}">${head(node)}${call(node)}<div class="lead">${wordsOf(body)}</div></div>`
}

function head({ name, version, is_deprecated, type, tags }: HeadedNode): string {
  const marks = [
    version ? mark(/^\d/.test(version) ? `v${version}` : version) : '',
    is_deprecated ? mark('Deprecated', ' class="warning"') : '',
    ...(type === 'http_service' ? [] : tags.map((tag) => mark(tag))),
  ].join('')
  return `<header><h1>${escaped(oneLine(name))}</h1>${marks && `<p class="marks">${marks}</p>`}</header>`
}

const mark = (text: string, more = '') => `<span${more}>${escaped(oneLine(text))}</span>`

const coloured = ['get', 'post', 'put', 'patch', 'delete']

/** How an operation is called, and what it calls itself. */
function call({ method, path, name, data }: HeadedNode): string {
  if (!method) return ''
  const { iid, key, servers } = fieldsOf(data)
  const [first] = listOf(servers)
  const url = textOf(first?.url)
  const server =
    url && isCalled({ path, key }) ? serverUrl({ url, variables: defaultsOf(first?.variables) }) : ''
  const tone = coloured.includes(method) ? method : 'other'
  const places = escaped(path ?? name)
    .replaceAll('/', '/<wbr>')
    .replace(/\{[^/{}]*\}/g, '<var>$&</var>')
  const id = textOf(iid)
  return (
    `<p class="call"><b class="${tone}">${escaped(method)}</b><code><i>${escaped(server)}</i>${places}</code></p>` +
    (id && `<p class="fact">Operation ID: <code>${escaped(oneLine(id))}</code></p>`)
  )
}

function defaultsOf(variables: unknown): Record<string, { default: string }> {
  return Object.fromEntries(
    Object.entries(fieldsOf(variables)).map(([name, variable]) => [
      name,
      { default: textOf(fieldsOf(variable).default) || `{${name}}` },
    ]),
  )
}
