import { transformOas2Operation, transformOas2Service } from '@stoplight/http-spec/oas2'
import { transformOas3Operation, transformOas3Service } from '@stoplight/http-spec/oas3'
import type { IHttpEndpointOperation, IHttpService } from '@stoplight/types'
import type { OpenApiKind } from '../files/kinds.ts'
import type { Located } from '../files/source-document.ts'
import { isObject, own, ownEntries, ownItems, ownObject, ownString } from '../json.ts'
import type { RefResolver } from '../refs.ts'
import { mentionsRef } from '../schema/normalize.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { childOf } from './inline.ts'

/**
 * A dialect of our own makes http-spec take schemas as they are: they are converted already, and its own conversion
 * would invent limits for int32 and hash ids that depend on which operation came first.
 */
const DIALECT = 'waymark:converted'
// What is longer is a document of its own, and no page shows it.
const MAX_EXTENSION = 4_096
// Samples of an author's own are shown, a program in each of many languages.
const CODE_SAMPLES = /^x-code-?samples$/i
const MAX_CODE_SAMPLES = 65_536

export interface Endpoint {
  kind: OpenApiKind
  documentProp: 'paths' | 'webhooks'
  /** The path, or the webhook's name. */
  name: string
  method: string
  /** With every reference but the schemas' in place. */
  operation: JsonObject
  /** Parameters and servers of the path item. */
  item: JsonObject
}

/** The parts of an API's document that every operation needs, with references in place. */
export function documentFrame(root: Located, serviceId: string, resolver: RefResolver): JsonObject {
  const document = root.value as JsonObject
  const frame: JsonObject = { jsonSchemaDialect: DIALECT, 'x-stoplight': { id: serviceId } }
  for (const key of [
    'swagger',
    'openapi',
    'servers',
    'security',
    'host',
    'basePath',
    'schemes',
    'consumes',
    'produces',
  ]) {
    const value = own(document, key)
    if (value != null) frame[key] = value
  }
  if (Object.hasOwn(frame, 'host') && ownItems(frame, 'schemes').length === 0) frame.schemes = ['https']
  frame.info = { title: ownString(ownObject(document, 'info') ?? {}, 'title') ?? '' }
  const definitions = ownObject(document, 'securityDefinitions')
  if (definitions) frame.securityDefinitions = schemes(root, ['securityDefinitions'], definitions, resolver)
  const components = ownObject(ownObject(document, 'components') ?? {}, 'securitySchemes')
  if (components) {
    frame.components = {
      securitySchemes: schemes(root, ['components', 'securitySchemes'], components, resolver),
    }
  }
  return frame
}

/** An operation in http-spec's shape; its schemas still refer to URIs. Throws what http-spec throws on odd input. */
export function transformEndpoint(frame: JsonObject, endpoint: Endpoint, callbackKey?: string): JsonObject {
  const { kind, documentProp, name, method, operation, item } = endpoint
  const document = { ...frame, [documentProp]: { [name]: { ...item, [method]: operation } } }
  const config =
    documentProp === 'paths'
      ? { type: 'operation', documentProp, nameProp: 'path' }
      : { type: 'webhook', documentProp, nameProp: 'name' }
  const transform = kind === 'openapi2' ? transformOas2Operation : transformOas3Operation
  // http-spec types its input as a valid document; ours is whatever people write, which it guards against.
  const input = { document, name, method, config, ...(callbackKey ? { key: callbackKey } : {}) }
  return withUsefulExtensions(transform(input as never))
}

/** A service in http-spec's shape. */
export function transformService(frame: JsonObject, document: JsonObject, kind: OpenApiKind): JsonObject {
  const full: JsonObject = { ...frame }
  for (const [key, value] of Object.entries(document)) {
    if (/^(info|tags|externalDocs|x-.*)$/.test(key) && key !== 'x-stoplight') full[key] = value
  }
  const transform = kind === 'openapi2' ? transformOas2Service : transformOas3Service
  const data = withUsefulExtensions(transform({ document: full } as never))
  const version = ownString(document, kind === 'openapi2' ? 'swagger' : 'openapi')
  const dialect = ownString(document, 'jsonSchemaDialect')
  return {
    ...data,
    ...(version && { specification: `${kind === 'openapi2' ? 'Swagger' : 'OpenAPI'} ${version}` }),
    ...(dialect && { jsonSchemaDialect: dialect }),
  }
}

/** A schema without what http-spec adds to it; a parameter's own example is in the parameter's `examples`. */
export function cleanSchema(schema: JsonValue | undefined): JsonValue {
  if (!isObject(schema)) return schema ?? {}
  const { $schema, 'x-stoplight': _, example: __, ...rest } = schema
  return $schema === undefined || $schema === DIALECT ? rest : { $schema, ...rest }
}

function withUsefulExtensions(described: IHttpEndpointOperation | IHttpService): JsonObject {
  // It is made of JSON and therefore JSON, which interfaces cannot say.
  const data: JsonObject = Object.fromEntries(Object.entries(described))
  const extensions = ownEntries(data, 'extensions').filter(([key, value]) => {
    if (key === 'x-stoplight' || mentionsRef(value)) return false
    return JSON.stringify(value).length <= (CODE_SAMPLES.test(key) ? MAX_CODE_SAMPLES : MAX_EXTENSION)
  })
  return { ...data, extensions: Object.fromEntries(extensions) }
}

function schemes(root: Located, at: string[], map: JsonObject, resolver: RefResolver): JsonObject {
  const entries = ownEntries({ map }, 'map').map(([key, value]) => [
    key,
    resolver.follow(childOf(root, value, ...at, key))?.value ?? null,
  ])
  return Object.fromEntries(entries)
}
