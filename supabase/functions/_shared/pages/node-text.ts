// A page of documentation as Markdown: for readers that have no browser (agents, scripts, search engines).
import { type Budget, pageBudget } from './budget.ts'
import type { ListedPage } from './overview.ts'
import { type Fields, fieldsOf, isFields, listOf, oneLine, plainLine, textOf } from './read.ts'
import { code, jsonOf, schemaText, typeText } from './schema-text.ts'

/** What of a node its text is made of. */
export interface TextNode {
  type: string
  name: string
  summary: string
  method: string | null
  path: string | null
  is_deprecated: boolean
  data: unknown
}

/**
 * The Markdown of a node, its title first. An article is its author's own text. `pages`: what an API offers, by the
 * title that its contents have.
 */
export function nodeText(node: TextNode, pages: ReadonlyMap<string, ListedPage[]> = new Map()): string {
  const data = fieldsOf(node.data)
  const budget = pageBudget()
  if (node.type === 'article') return articleText(node, textOf(data.markdown))
  const parts = [`# ${oneLine(node.name)}`]
  if (node.is_deprecated) parts.push('**Deprecated**')
  if (node.type === 'http_service') parts.push(...serviceParts(data, pages, budget))
  else if (node.type === 'model')
    parts.push(
      textOf(data.description),
      schemaText({ ...data, description: undefined }, data.__bundled__, budget),
    )
  else if (node.method) parts.push(...operationParts(node, data, budget))
  else parts.push(node.summary)
  return `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')}\n`
}

function articleText({ name }: TextNode, markdown: string): string {
  const text = markdown.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n/, '').trim()
  return `${/^#\s/.test(text) ? '' : `# ${oneLine(name)}\n\n`}${text}\n`
}

function serviceParts(service: Fields, pages: ReadonlyMap<string, ListedPage[]>, budget: Budget): string[] {
  const version = oneLine(service.version)
  const parts = [version && `Version ${version}`, textOf(service.summary), textOf(service.description)]
  parts.push(section('Servers', serverLines(service, budget)))
  const schemes = listOf(service.securitySchemes).map((scheme) => `- ${schemeText(scheme, budget)}`)
  parts.push(section('Security', schemes))
  parts.push(section('About', aboutLines(service)))
  const tags = new Map(
    listOf(service.tags).map((tag) => [oneLine(tag['x-displayName']) || oneLine(tag.name), tag]),
  )
  for (const [title, listed] of pages) {
    const lines = listed.map((page) => pageLine(page, budget))
    const about = textOf(tags.get(title)?.description).trim()
    parts.push(section(plainLine(title), [about, lines.join('\n')], '\n\n'))
    tags.delete(title)
  }
  // What is said of a tag stands even where nothing carries it.
  for (const [title, tag] of tags) parts.push(section(plainLine(title), [textOf(tag.description).trim()]))
  return parts
}

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

function operationParts({ method, path }: TextNode, operation: Fields, budget: Budget): string[] {
  const request = fieldsOf(operation.request)
  const bundle = operation.__bundled__
  const parts = [
    `\`${(method ?? '').toUpperCase()} ${(path ?? '').replaceAll('`', "'")}\``,
    textOf(operation.description),
    section('Servers', serverLines(operation, budget)),
    section('Security', securityLines(operation, budget)),
  ]
  for (const [place, title] of parameterPlaces) {
    parts.push(
      section(
        title,
        listOf(request[place]).map((parameter) => parameterText(parameter, bundle, budget)),
      ),
    )
  }
  const body = fieldsOf(request.body)
  parts.push(
    section('Request body', [textOf(body.description), ...contentParts(body, bundle, budget)], '\n\n'),
  )
  for (const response of listOf(operation.responses)) {
    const said = [textOf(response.description), ...contentParts(response, bundle, budget)]
    parts.push(
      section(`Response ${oneLine(response.code)}`, said.some(Boolean) ? said : ['No content.'], '\n\n'),
    )
  }
  return parts
}

const parameterPlaces = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['headers', 'Headers'],
  ['cookie', 'Cookies'],
] as const

function parameterText(parameter: Fields, bundle: unknown, budget: Budget): string {
  const facts = [
    typeText(parameter.schema, bundle, budget),
    parameter.required === true ? 'required' : '',
    parameter.deprecated === true ? 'deprecated' : '',
  ]
  const about = oneLine(parameter.description)
  return `- ${code(parameter.name, budget)}: ${facts.filter(Boolean).join(', ')}${about ? `. ${about}` : ''}`
}

function contentParts(holder: Fields, bundle: unknown, budget: Budget): string[] {
  return listOf(holder.contents).flatMap((content) => {
    const schema = schemaText(content.schema, bundle, budget)
    const [example] = listOf(content.examples)
    return [
      `${code(content.mediaType, budget)} ${typeText(content.schema, bundle, budget)}`,
      schema,
      example && example.value !== undefined ? exampleBlock(example.value, budget) : '',
    ]
  })
}

const mostExample = 4000

function exampleBlock(value: unknown, budget: Budget): string {
  const text = jsonOf(value, budget, 2).slice(0, mostExample)
  // A fence longer than any within: the example cannot end its block.
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `Example:\n\n${fence}\n${text}\n${fence}`
}

function serverLines(holder: Fields, budget: Budget): string[] {
  return listOf(holder.servers).map((server) => {
    const about = oneLine(server.description) || oneLine(server.name)
    return `- ${code(server.url, budget)}${about ? `: ${about}` : ''}`
  })
}

function securityLines(operation: Fields, budget: Budget): string[] {
  const options = Array.isArray(operation.security) ? operation.security : []
  return options.filter(Array.isArray).map((all) => {
    const schemes = all.filter(isFields).map((scheme) => schemeText(scheme, budget))
    return `- ${schemes.length ? schemes.join(' and ') : 'none'}`
  })
}

function schemeText(scheme: Fields, budget: Budget): string {
  const place = [oneLine(scheme.name), oneLine(scheme.in)].filter(Boolean).join(' in ')
  const kind = [oneLine(scheme.type), oneLine(scheme.scheme), place].filter(Boolean).join(', ')
  const about = oneLine(scheme.description)
  return `${code(scheme.key, budget)} (${kind})${about ? `: ${about}` : ''}`
}

function section(title: string, lines: string[], between = '\n'): string {
  const text = lines.filter(Boolean).join(between)
  return text && `## ${title}\n\n${text}`
}
