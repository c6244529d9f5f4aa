// The request an operation's code samples make: its required parts, filled with what the description offers.
import type { Example, MediaContent, Operation, OperationResponse, Param } from '../model/types.ts'
import type { SchemaDoc } from '../schema/flatten.ts'
import { jsonText } from '../schema/json-text.ts'
import { sampleOf } from '../schema/sample.ts'
import { type Field, fieldsOf, isFileBody } from './files.ts'
import { isJson } from './media-type.ts'
import { examplesOfParam } from './param-examples.ts'
import { type ParamPlace, type WriteText, writtenPairs, writtenText } from './serialize.ts'
import { type SignInChoice, signInNames, signInParts } from './sign-in.ts'

export interface SampleRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  body?: SampleBody
  /** What a success answers with; undefined where the description does not say. */
  answer?: SampleAnswer
}

export type SampleAnswer = 'json' | 'text' | 'nothing' | { file: string }

export type SampleBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'form' | 'multipart'; fields: Field[] }
  | { kind: 'text'; text: string }
  | { kind: 'file'; name: string }

export interface RequestChoices {
  server?: string
  mediaType?: string
  /** The example the reader picked for the body; otherwise one is generated. */
  example?: unknown
  params?: PickedParams
  /** The body as a reader wrote it, in place of an example. */
  body?: SampleBody
  signIn?: SignInChoice
}

/** Values that a reader chose for parameters, by place and name. */
export type PickedParams = Readonly<Record<`${ParamPlace} ${string}`, unknown>>

/** A request for the operation; the parts a reader must fill in stand as `{name}` or `YOUR_…`. */
export function sampleRequest(operation: Operation, choices: RequestChoices = {}): SampleRequest {
  const doc = { bundle: operation.__bundled__ ?? {} }
  const content = contentOf(operation, choices.mediaType)
  const signIn = signInParts(operation.security, choices.signIn)
  const sent = sentParams(operation, doc, choices)
  const query = [
    ...sent('query').flatMap(([param, value]) =>
      writtenPairs(param, value, 'query', inQuery(param.allowReserved)).map(queryPart),
    ),
    ...signIn.query.map(([name, value]) => queryPart([name, inQuery()(value, false)])),
  ]
  const cookies = [
    ...sent('cookie').flatMap(([param, value]) => writtenPairs(param, value, 'cookie', inCookie)),
    ...signIn.cookies,
  ]
  const headers: [string, string][] = [
    ...sent('headers').map(([param, value]): [string, string] => [
      param.name,
      writtenText(param, value, 'headers'),
    ]),
  ]
  const add = (name: string, value: string): void => {
    if (!headers.some(([known]) => known.toLowerCase() === name.toLowerCase())) headers.push([name, value])
  }
  for (const [name, value] of signIn.headers) add(name, value)
  const answered = successOf(operation)?.contents?.[0]
  if (answered) add('Accept', answered.mediaType)
  if (content && content.mediaType !== 'multipart/form-data') add('Content-Type', content.mediaType)
  if (cookies.length > 0)
    headers.push(['Cookie', cookies.map(([name, value]) => `${name}=${value}`).join('; ')])
  const body = choices.body ?? (content && bodyOf(content, doc, choices.example))
  const answer = answerOf(operation, doc)
  return {
    method: operation.method.toUpperCase(),
    url: `${choices.server ?? ''}${pathOf(operation, choices.params ?? {})}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers,
    ...(body && { body }),
    ...(answer && { answer }),
  }
}

/** The example to show for one media type: the given ones win, else one is generated. */
export function bodyExample(
  content: MediaContent,
  doc: SchemaDoc,
  direction: 'request' | 'response',
): { value: unknown; generated: boolean } | undefined {
  const given = content.examples?.find((example) => example.value !== undefined)
  if (given) return { value: given.value, generated: false }
  if (content.schema === undefined) return undefined
  const value = sampleOf(content.schema, doc, { direction, xml: isXml(content.mediaType) })
  return value === undefined ? undefined : { value, generated: true }
}

/** A parameter's example: given, default, first allowed value; undefined when the description offers none. */
export function paramExample(param: Param, doc: SchemaDoc): unknown {
  const given = givenOf(param)
  if (given) return given.value
  const schema = param.schema ?? Object.values(param.content ?? {})[0]?.schema
  return schema === undefined ? undefined : sampleOf(schema, doc, { direction: 'request' })
}

const givenOf = (param: Param): Example | undefined =>
  examplesOfParam(param).find((example) => example.value !== undefined)

function contentOf(operation: Operation, mediaType: string | undefined): MediaContent | undefined {
  const contents = operation.request?.body?.contents ?? []
  return contents.find((content) => content.mediaType === mediaType) ?? contents[0]
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isXml = (mediaType: string): boolean => /[/+]xml\b/i.test(mediaType)

function bodyOf(content: MediaContent, doc: SchemaDoc, chosen: unknown): SampleBody | undefined {
  const example = bodyExample(content, doc, 'request')
  const value = chosen ?? example?.value
  if (chosen === undefined && example?.generated !== false && isFileBody(content, doc))
    return { kind: 'file', name: 'file' }
  if (value === undefined) return undefined
  const fields = (): Field[] => (isObject(value) ? fieldsOf(value, content, doc) : [])
  if (content.mediaType === 'application/x-www-form-urlencoded') return { kind: 'form', fields: fields() }
  if (content.mediaType === 'multipart/form-data') return { kind: 'multipart', fields: fields() }
  return typeof value === 'string' && !isJson(content.mediaType)
    ? { kind: 'text', text: value }
    : { kind: 'json', value }
}

function pathOf(operation: Operation, picked: PickedParams): string {
  const params = new Map(operation.request?.path?.map((param) => [param.name, param]))
  return (operation.path ?? '/').replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const param = params.get(name)
    const value = picked[`path ${name}`] ?? (param && givenOf(param)?.value)
    if (!param || value === undefined) return whole
    return writtenText(param, asSent(param, value), 'path', inPath)
  })
}

/** The parameters of one place that a sample sends: the required ones and those that were chosen. */
function sentParams(operation: Operation, doc: SchemaDoc, { params: picked = {}, signIn }: RequestChoices) {
  return (place: 'query' | 'headers' | 'cookie'): [Param, unknown][] => {
    const elsewhere = saidElsewhere(operation, place, signIn?.index)
    return (operation.request?.[place] ?? []).flatMap((param): [Param, unknown][] => {
      const chosen = picked[`${place} ${param.name}`]
      if (chosen !== undefined) return [[param, asSent(param, chosen)]]
      if (!param.required || elsewhere(param)) return []
      return [[param, asSent(param, paramExample(param, doc) ?? `{${param.name}}`)]]
    })
  }
}

/** Whether something else says what a parameter of a place is: the way to sign in that was chosen, or a media type. */
export function saidElsewhere(
  operation: Operation,
  place: ParamPlace,
  signInIndex?: number,
): ({ name }: Param) => boolean {
  const names = signInNames(operation.security, place, signInIndex)
  if (place === 'headers') {
    if (successOf(operation)?.contents?.length) names.add('accept')
    if (operation.request?.body?.contents?.length) names.add('content-type')
  }
  return ({ name }) => names.has(place === 'headers' ? name.toLowerCase() : name)
}

/** A parameter that is a document travels as its text. */
function asSent({ content }: Param, value: unknown): unknown {
  return content !== undefined && isObject(value) ? jsonText(value) : value
}

// What stands for something to be filled in stays readable; so does a comma that is no other than those of a style.
const keeping =
  (kept: RegExp, keptInParts = kept): WriteText =>
  (text, isPart) =>
    encodeURIComponent(text).replace(isPart ? keptInParts : kept, decodeURIComponent)

const reserved = /%(?:7B|7D|5B|5D|2C|7C|3A|2F|3F|40|24|3B|3D|2B)/g

function inQuery(allowReserved = false): WriteText {
  return allowReserved ? keeping(reserved) : keeping(/%(?:7B|7D|5B|5D|2C|7C)/g, /%(?:7B|7D|5B|5D)/g)
}

const inPath = keeping(/%2C/g, /(?!)/g)

/** What no value of a cookie may have (RFC 6265, 4.1.1), or what would stand between two. */
const inCookie: WriteText = (text, isPart) =>
  text.replace(isPart ? /[^!#-+\--:<-[\]-~]/gu : /[^!#-:<-[\]-~]/gu, encodeURIComponent)

/** A part of a query; of its value, which is written already, only what a style puts between is left to do. */
function queryPart([name, value]: [string, string]): string {
  const between = value.replaceAll(' ', '%20').replaceAll('\t', '%09')
  return `${keeping(/%(?:7B|7D|5B|5D|2C|7C)/g)(name, false)}=${between}`
}

function successOf(operation: Operation): OperationResponse | undefined {
  return operation.responses?.find((response) => /^(2|default)/i.test(response.code))
}

function answerOf(operation: Operation, doc: SchemaDoc): SampleAnswer | undefined {
  const success = successOf(operation)
  if (!success) return undefined
  const [content] = success.contents ?? []
  if (!content || operation.method.toLowerCase() === 'head') return 'nothing'
  if (isJson(content.mediaType)) return 'json'
  return isFileBody(content, doc) ? { file: `answer${extensionOf(content.mediaType)}` } : 'text'
}

function extensionOf(mediaType: string): string {
  const [, kind] = /\/(png|jpeg|gif|webp|pdf|zip|gzip|mpeg|mp4|wav)\b/i.exec(mediaType) ?? []
  return kind ? `.${kind.toLowerCase()}` : '.bin'
}
