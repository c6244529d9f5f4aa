// An operation as Markdown: all that its page says of how it is called and what it answers.
import { isCalled } from '../domain/server-url.ts'
import type { Budget } from './budget.ts'
import { about, docsLine, each, fenced, lines, named, section } from './marks.ts'
import { type Fields, fieldsOf, listOf, oneLine, textOf } from './read.ts'
import { boundsText, code, examplesText, jsonOf, partsText, schemaText, typeText } from './schema-text.ts'
import { securityLines, serverLines } from './security-text.ts'

/** The blocks below the head of an operation. */
export function operationBlocks(path: string | null, operation: Fields, budget: Budget): string[] {
  const request = fieldsOf(operation.request)
  const bundle = operation.__bundled__
  const blocks = [
    textOf(operation.description),
    textOf(operation.pathSummary),
    textOf(operation.pathDescription),
    docsLine(operation.externalDocs),
    ...(isCalled({ path, key: operation.key })
      ? section('Servers', [lines(serverLines(operation, budget))])
      : []),
    ...section('Security', [lines(securityLines(operation, budget))]),
  ]
  for (const [place, title] of parameterPlaces)
    blocks.push(...section(title, [parameterLines(request[place], place, bundle, budget)]))
  const body = fieldsOf(request.body)
  const parts = [textOf(body.description), ...contentParts(body, bundle, budget)]
  if (body.required === true && parts.some(Boolean)) parts.unshift('Required.')
  blocks.push(...section('Request body', parts))
  for (const response of listOf(operation.responses)) {
    const said = responseBlocks(response, bundle, budget)
    blocks.push(...section(`Response ${oneLine(response.code)}`, said.some(Boolean) ? said : ['No content.']))
  }
  blocks.push(...section('Callbacks', [lines(callbackLines(operation, budget))]))
  blocks.push(...section('Samples', sampleBlocks(operation, budget)))
  return blocks
}

const parameterPlaces = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['headers', 'Headers'],
  ['cookie', 'Cookies'],
] as const

type Place = (typeof parameterPlaces)[number][0]

function parameterLines(list: unknown, place: Place, bundle: unknown, budget: Budget): string {
  return lines(each(listOf(list), budget, (one) => parameterText(one, place, bundle, budget)))
}

function parameterText(parameter: Fields, place: Place, bundle: unknown, budget: Budget): string {
  const [document] = named(parameter.content)
  const schema = parameter.schema ?? document?.schema
  const type = typeText(schema, bundle, budget)
  const facts = [
    type,
    parameter.required === true ? 'required' : '',
    parameter.deprecated === true ? 'deprecated' : '',
  ]
  const details = [
    ...boundsText(schema, bundle, budget),
    ...(document ? [`as ${code(document.name, budget)}`] : styleFacts(parameter, place, type)),
    parameter.allowReserved === true ? 'reserved characters are sent as they are' : '',
    parameter.allowEmptyValue === true ? 'may be empty' : '',
    exampleFacts(parameter, document, budget),
  ].filter(Boolean)
  const head = `- ${code(parameter.name, budget)}: ${facts.filter(Boolean).join(', ')}${about(parameter.description)}`
  return lines([
    `${head}${details.length ? ` (${details.join('; ')})` : ''}`,
    partsText(schema, bundle, budget),
  ])
}

/** How a value is written, as far as it is not what everybody expects. */
function styleFacts({ style, explode }: Fields, place: Place, type: string): string[] {
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple'
  const said = oneLine(style)
  const meant = said && said !== 'unspecified' ? said : usual
  if (meant === usual && typeof explode !== 'boolean' && !/^(?:array|object)\b/.test(type)) return []
  const isExploded = typeof explode === 'boolean' ? explode : meant === 'form'
  return [`style ${meant}${isExploded ? ', exploded' : ''}`]
}

const mostExamples = 10

function exampleFacts(parameter: Fields, document: Fields | undefined, budget: Budget): string {
  const own = listOf(parameter.examples)
  const examples = own.length > 0 ? own : named(document?.examples)
  const values = examples.map(({ value }) => value).filter((value) => value !== undefined)
  if (document?.example !== undefined) values.unshift(document.example)
  return values.length > 0 ? examplesText(values.slice(0, mostExamples), budget) : ''
}

function responseBlocks(response: Fields, bundle: unknown, budget: Budget): string[] {
  return [
    textOf(response.description),
    ...section('Headers', [parameterLines(response.headers, 'headers', bundle, budget)], 3),
    ...contentParts(response, bundle, budget),
    ...section('Links', [lines(each(listOf(response.links), budget, (link) => linkText(link, budget)))], 3),
  ]
}

function linkText(link: Fields, budget: Budget): string {
  const target = textOf(link.operationId) || textOf(link.operationRef)
  const values = Object.entries(fieldsOf(link.parameters)).slice(0, 50)
  return lines([
    `- ${code(link.name, budget)}${target ? `: ${code(target, budget)}` : ''}${about(link.description)}`,
    ...values.map(([name, value]) => `  - ${code(name, budget)}: ${code(value, budget)}`),
    link.requestBody === undefined ? '' : `  - Request body: ${code(link.requestBody, budget)}`,
  ])
}

function contentParts(holder: Fields, bundle: unknown, budget: Budget): string[] {
  return listOf(holder.contents).flatMap((content) => [
    `${code(content.mediaType, budget)} ${typeText(content.schema, bundle, budget)}`,
    schemaText(content.schema, bundle, budget),
    lines(each(listOf(content.encodings), budget, (one) => encodingText(one, bundle, budget))),
    ...each(listOf(content.examples).slice(0, mostExamples), budget, (one) => exampleBlock(one, budget)),
  ])
}

function encodingText(encoding: Fields, bundle: unknown, budget: Budget): string {
  const style = oneLine(encoding.style)
  const facts = [
    textOf(encoding.mediaType) ? `as ${code(encoding.mediaType, budget)}` : '',
    ...(style !== 'form' || typeof encoding.explode === 'boolean' ? styleFacts(encoding, 'query', '') : []),
    encoding.allowReserved === true ? 'reserved characters are sent as they are' : '',
  ].filter(Boolean)
  const headers = parameterLines(encoding.headers, 'headers', bundle, budget).replace(/^/gm, '  ')
  if (facts.length === 0 && !headers.trim()) return ''
  const said = facts.length > 0 ? facts.join(', ') : 'with headers'
  return lines([`- ${code(encoding.property, budget)} is written: ${said}`, headers.trim() ? headers : ''])
}

const mostExample = 4000

function exampleBlock(example: Fields, budget: Budget): string {
  const name = oneLine(example.summary) || oneLine(example.key)
  const title = name && name !== 'default' ? `Example, ${name}` : 'Example'
  const said = oneLine(example.description)
  const address = textOf(example.externalValue)
  if (example.value === undefined) return address ? `${title}: ${code(address, budget)}${about(said)}` : ''
  const text = jsonOf(example.value, budget, 2).slice(0, mostExample)
  return `${title}:${said ? ` ${said}` : ''}\n\n${fenced(text)}`
}

function callbackLines(operation: Fields, budget: Budget): string[] {
  return each(listOf(operation.callbacks), budget, (callback) => {
    const call = `${textOf(callback.method).toUpperCase()} ${textOf(callback.path)}`
    const said = oneLine(callback.summary) || oneLine(callback.description)
    return `- ${code(callback.key ?? callback.path, budget)}: ${code(call, budget)}${about(said)}`
  })
}

/** What its author wrote as code. */
function sampleBlocks(operation: Fields, budget: Budget): string[] {
  const { 'x-codeSamples': samples, 'x-code-samples': older } = fieldsOf(operation.extensions)
  return each(listOf(samples ?? older).slice(0, mostExamples), budget, ({ lang, label, source }) => {
    const text = textOf(source).slice(0, mostExample)
    return text ? `${oneLine(label) || oneLine(lang)}:\n\n${fenced(text, textOf(lang).toLowerCase())}` : ''
  })
}
