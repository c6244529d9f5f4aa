// A page of documentation as Markdown: for readers that have no browser (agents, scripts, search engines).
import { type Fields, fieldsOf, isFields, listOf, oneLine, textOf } from './read.ts'
import { code, schemaText, typeText } from './schema-text.ts'

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

/** The Markdown of a node, its title first. An article is its author's own text. */
export function nodeText(node: TextNode): string {
  const data = fieldsOf(node.data)
  if (node.type === 'article') return articleText(node, textOf(data.markdown))
  const parts = [`# ${oneLine(node.name)}`]
  if (node.is_deprecated) parts.push('**Deprecated**')
  if (node.type === 'http_service') parts.push(...serviceParts(data))
  else if (node.type === 'model')
    parts.push(textOf(data.description), schemaText({ ...data, description: undefined }, data.__bundled__))
  else if (node.method) parts.push(...operationParts(node, data))
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

function serviceParts(service: Fields): string[] {
  const version = oneLine(service.version)
  const parts = [version && `Version ${version}`, textOf(service.summary), textOf(service.description)]
  parts.push(section('Servers', serverLines(service)))
  const schemes = listOf(service.securitySchemes).map((scheme) => `- ${schemeText(scheme)}`)
  parts.push(section('Security', schemes))
  return parts
}

function operationParts({ method, path }: TextNode, operation: Fields): string[] {
  const request = fieldsOf(operation.request)
  const bundle = operation.__bundled__
  const parts = [
    `\`${(method ?? '').toUpperCase()} ${(path ?? '').replaceAll('`', "'")}\``,
    textOf(operation.description),
    section('Servers', serverLines(operation)),
    section('Security', securityLines(operation)),
  ]
  for (const [place, title] of parameterPlaces) {
    parts.push(
      section(
        title,
        listOf(request[place]).map((parameter) => parameterText(parameter, bundle)),
      ),
    )
  }
  const body = fieldsOf(request.body)
  parts.push(section('Request body', [textOf(body.description), ...contentParts(body, bundle)], '\n\n'))
  for (const response of listOf(operation.responses)) {
    const said = [textOf(response.description), ...contentParts(response, bundle)]
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

function parameterText(parameter: Fields, bundle: unknown): string {
  const facts = [
    typeText(parameter.schema, bundle),
    parameter.required === true ? 'required' : '',
    parameter.deprecated === true ? 'deprecated' : '',
  ]
  const about = oneLine(parameter.description)
  return `- ${code(parameter.name)}: ${facts.filter(Boolean).join(', ')}${about ? `. ${about}` : ''}`
}

function contentParts(holder: Fields, bundle: unknown): string[] {
  return listOf(holder.contents).flatMap((content) => {
    const schema = schemaText(content.schema, bundle)
    const [example] = listOf(content.examples)
    return [
      `${code(content.mediaType)} ${typeText(content.schema, bundle)}`,
      schema,
      example && example.value !== undefined ? exampleBlock(example.value) : '',
    ]
  })
}

const mostExample = 4000

function exampleBlock(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  // A fence longer than any within: the example cannot end its block.
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `Example:\n\n${fence}\n${text.slice(0, mostExample)}\n${fence}`
}

function serverLines(holder: Fields): string[] {
  return listOf(holder.servers).map((server) => {
    const about = oneLine(server.description) || oneLine(server.name)
    return `- ${code(server.url)}${about ? `: ${about}` : ''}`
  })
}

function securityLines(operation: Fields): string[] {
  const options = Array.isArray(operation.security) ? operation.security : []
  return options.filter(Array.isArray).map((all) => {
    const schemes = all.filter(isFields).map(schemeText)
    return `- ${schemes.length ? schemes.join(' and ') : 'none'}`
  })
}

function schemeText(scheme: Fields): string {
  const place = [oneLine(scheme.name), oneLine(scheme.in)].filter(Boolean).join(' in ')
  const kind = [oneLine(scheme.type), oneLine(scheme.scheme), place].filter(Boolean).join(', ')
  const about = oneLine(scheme.description)
  return `${code(scheme.key)} (${kind})${about ? `: ${about}` : ''}`
}

function section(title: string, lines: string[], between = '\n'): string {
  const text = lines.filter(Boolean).join(between)
  return text && `## ${title}\n\n${text}`
}
