// A page of documentation as Markdown: for readers that have no browser (agents, scripts, search engines).
import { type Budget, pageBudget } from './budget.ts'
import { docsLine, lines, section } from './marks.ts'
import { operationBlocks } from './operation-text.ts'
import type { ListedPage } from './overview.ts'
import { type Fields, fieldsOf, listOf, oneLine, plainLine, textOf } from './read.ts'
import { rulesetBlocks } from './ruleset-text.ts'
import { code, schemaText } from './schema-text.ts'
import { schemeText, serverLines } from './security-text.ts'

/** What of a node its text is made of. */
export interface TextNode {
  type: string
  name: string
  summary: string
  method: string | null
  path: string | null
  is_deprecated: boolean
  tags?: readonly string[]
  data: unknown
}

/** The blocks of a node's Markdown, each whole by itself; of its head the title comes first. */
export interface NodeBlocks {
  head: string[]
  body: string[]
}

/**
 * The Markdown of a node, its title first. An article is its author's own text. `pages`: what an API offers, by the
 * title that its contents have.
 */
export function nodeText(node: TextNode, pages: ReadonlyMap<string, ListedPage[]> = new Map()): string {
  const { head, body } = nodeBlocks(node, pages)
  return `${[...head, ...body].join('\n\n')}\n`
}

/** The same by its blocks; an article has no head of its own. */
export function nodeBlocks(node: TextNode, pages: ReadonlyMap<string, ListedPage[]> = new Map()): NodeBlocks {
  const data = fieldsOf(node.data)
  const budget = pageBudget()
  if (node.type === 'article') return { head: [], body: [articleText(node, textOf(data.markdown))] }
  const head = [`# ${oneLine(node.name)}`]
  if (node.is_deprecated) head.push('**Deprecated**')
  if (node.type === 'http_service') return whole(head, serviceBlocks(data, pages, budget))
  if (node.type === 'spectral_ruleset') return whole(head, rulesetBlocks(node.data, budget))
  if (node.tags?.length) head.push(`Tags: ${node.tags.slice(0, mostTags).map(plainLine).join(', ')}`)
  if (node.type === 'model') {
    const schema = schemaText({ ...data, description: undefined }, data.__bundled__, budget)
    return whole(head, [textOf(data.description), docsLine(data.externalDocs), schema])
  }
  if (!node.method) return whole(head, [node.summary])
  const path = (node.path ?? '').replaceAll('`', "'")
  head.push(`\`${node.method.toUpperCase()} ${path}\``)
  const id = textOf(data.iid)
  if (id) head.push(`Operation ID: ${code(id, budget)}`)
  return whole(head, operationBlocks(node.path, data, budget))
}

const mostTags = 100

const whole = (head: string[], body: string[]): NodeBlocks => ({
  head: head.map((block) => block.trim()),
  body: body.map((block) => block.trim()).filter(Boolean),
})

function articleText({ name }: TextNode, markdown: string): string {
  const text = markdown.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n/, '').trim()
  return `${/^#\s/.test(text) ? '' : `# ${oneLine(name)}\n\n`}${text}`
}

function serviceBlocks(service: Fields, pages: ReadonlyMap<string, ListedPage[]>, budget: Budget): string[] {
  const version = oneLine(service.version)
  const schemes = listOf(service.securitySchemes).map((scheme) => `- ${schemeText(scheme, budget)}`)
  const blocks = [
    version && `Version ${version}`,
    textOf(service.summary),
    textOf(service.description),
    docsLine(service.externalDocs),
    ...section('Servers', [lines(serverLines(service, budget))]),
    ...section('Security', [lines(schemes)]),
    ...section('About', [lines(aboutLines(service))]),
  ]
  const tags = new Map(
    listOf(service.tags).map((tag) => [oneLine(tag['x-displayName']) || oneLine(tag.name), tag]),
  )
  for (const [title, listed] of pages) {
    const offered = lines(listed.map((page) => pageLine(page, budget)))
    blocks.push(...section(plainLine(title), [...tagBlocks(tags.get(title)), offered]))
    tags.delete(title)
  }
  // What is said of a tag stands even where nothing carries it.
  for (const [title, tag] of tags) blocks.push(...section(plainLine(title), tagBlocks(tag)))
  return blocks
}

const tagBlocks = (tag: Fields | undefined): string[] => [
  textOf(tag?.description),
  docsLine(tag?.externalDocs),
]

function pageLine({ name, method, address }: ListedPage, budget: Budget): string {
  const call = method ? `${code(method.toUpperCase(), budget)} ` : ''
  budget.characters -= name.length + address.length
  return `- ${call}[${plainLine(name)}](${address})`
}

function aboutLines(service: Fields): string[] {
  const [contact, license] = [fieldsOf(service.contact), fieldsOf(service.license)]
  return [
    ['Contact', contact.name, contact.url],
    ['E-mail', contact.email],
    ['License', license.name, license.identifier, license.url],
    ['Terms', service.termsOfService],
  ].flatMap(([label, ...said]) => {
    const words = said.map(plainLine).filter(Boolean)
    return words.length > 0 ? [`- ${label}: ${words.join(', ')}`] : []
  })
}
