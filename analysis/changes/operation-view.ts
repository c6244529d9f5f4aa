import type { OpenApiKind } from '../files/kinds.ts'
import type { Located } from '../files/source-document.ts'
import { isObject, own, ownItems, ownString, ownStrings } from '../json.ts'
import { childOf } from '../openapi/inline.ts'
import type { JsonObject } from '../types.ts'
import type { ObjectAt, Side } from './side.ts'

/** One parameter, of the operation or of its path. */
export interface ParameterView {
  name: string
  in: string
  at: ObjectAt
  schema: Located | undefined
  fromPath: boolean
}

/** A request body or a response: its media types and their schemas. */
export interface ContentView {
  at: ObjectAt
  contents: Map<string, { at: ObjectAt; schema: Located | undefined }>
}

/** What an operation takes and gives, in the words of OpenAPI 3 whichever version it was written in. */
export interface OperationView {
  at: ObjectAt
  parameters: ParameterView[]
  body: (ContentView & { required: boolean }) | undefined
  responses: Map<
    string,
    ContentView & { headers: Map<string, { at: ObjectAt; schema: Located | undefined }> }
  >
}

const JSON_TYPE = 'application/json'

/** The view of an operation of a path item. */
export function operationView(
  operation: ObjectAt,
  item: ObjectAt,
  root: ObjectAt,
  kind: OpenApiKind,
  side: Side,
): OperationView {
  const all = parametersOf(operation, item, side)
  const old = kind === 'openapi2'
  const sent = all.filter((parameter) => old && (parameter.in === 'body' || parameter.in === 'formData'))
  const produces = mediaTypes(operation, root, 'produces')
  return {
    at: operation,
    parameters: all.filter((parameter) => !sent.includes(parameter)),
    body: old ? bodyOf2(sent, mediaTypes(operation, root, 'consumes'), operation) : bodyOf3(operation, side),
    responses: new Map(
      side.entries(operation, 'responses').map(([code, at]) => [
        code,
        {
          at,
          contents: old ? contents2(at, produces) : contents3(at, side),
          headers: headersOf(at, side),
        },
      ]),
    ),
  }
}

function parametersOf(operation: ObjectAt, item: ObjectAt, side: Side): ParameterView[] {
  const found = new Map<string, ParameterView>()
  for (const [holder, fromPath] of [
    [item, true],
    [operation, false],
  ] as const) {
    for (const at of side.items(holder, 'parameters')) {
      const name = ownString(at.value, 'name') ?? ''
      const place = ownString(at.value, 'in') ?? ''
      // Names of headers know no upper and lower case.
      const key = `${place}:${place === 'header' ? name.toLowerCase() : name}`
      found.set(key, { name, in: place, at, schema: schemaOf(at, side), fromPath })
    }
  }
  return [...found.values()]
}

// A parameter or header of 2.0 is its own schema; one of 3.x may have a media type between.
function schemaOf(at: ObjectAt, side: Side): Located | undefined {
  const schema = own(at.value, 'schema')
  if (schema !== undefined) return childOf(at, schema, 'schema')
  const [content] = side.entries(at, 'content')
  if (content) return mediaSchema(content[1])
  return own(at.value, 'type') === undefined ? undefined : typed(at)
}

const NO_SCHEMA = new Set([
  'name',
  'in',
  'required',
  'description',
  'deprecated',
  'x-sunset',
  'x-stability-level',
])

function typed(at: ObjectAt): Located {
  const entries = Object.entries(at.value).filter(([key]) => !NO_SCHEMA.has(key))
  return { ...at, value: Object.fromEntries(entries) }
}

function mediaSchema(at: ObjectAt): Located | undefined {
  const schema = own(at.value, 'schema')
  return schema === undefined ? undefined : childOf(at, schema, 'schema')
}

function headersOf(response: ObjectAt, side: Side) {
  const entries = side.entries(response, 'headers')
  return new Map(entries.map(([name, at]) => [name.toLowerCase(), { at, schema: schemaOf(at, side) }]))
}

function bodyOf3(operation: ObjectAt, side: Side): OperationView['body'] {
  const at = side.child(operation, 'requestBody')
  return at && { at, required: own(at.value, 'required') === true, contents: contents3(at, side) }
}

function contents3(holder: ObjectAt, side: Side): ContentView['contents'] {
  return new Map(side.entries(holder, 'content').map(([type, at]) => [type, { at, schema: mediaSchema(at) }]))
}

function contents2(response: ObjectAt, produces: string[]): ContentView['contents'] {
  const schema = mediaSchema(response)
  return new Map(schema ? produces.map((type) => [type, { at: response, schema }]) : [])
}

function bodyOf2(sent: ParameterView[], consumes: string[], operation: ObjectAt): OperationView['body'] {
  const [body] = sent.filter((parameter) => parameter.in === 'body')
  const required = (parameter: ParameterView) => own(parameter.at.value, 'required') === true
  if (body) {
    const content = { at: body.at, schema: mediaSchema(body.at) }
    return {
      at: body.at,
      required: required(body),
      contents: new Map(consumes.map((type) => [type, content])),
    }
  }
  if (sent.length === 0) return undefined
  const forms = consumes.filter((type) => /form/.test(type))
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(sent.map((parameter) => [parameter.name, typed(parameter.at).value])),
    required: sent.filter(required).map(({ name }) => name),
  }
  const content = { at: operation, schema: { ...operation, value: schema } }
  const types = forms.length > 0 ? forms : ['application/x-www-form-urlencoded']
  return {
    at: operation,
    required: sent.some(required),
    contents: new Map(types.map((type) => [type, content])),
  }
}

function mediaTypes(operation: ObjectAt, root: ObjectAt, key: 'consumes' | 'produces'): string[] {
  const holder = Array.isArray(own(operation.value, key)) ? operation : root
  const types = ownStrings(holder.value, key)
  return types.length > 0 ? types : [JSON_TYPE]
}

/** The scopes and schemes of a `security` list, one text an alternative: `{"oauth":["read"]}`. */
export function securityOf(holder: JsonObject): JsonObject[] {
  return ownItems(holder, 'security').filter(isObject)
}
