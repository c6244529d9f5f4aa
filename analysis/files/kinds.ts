import { isObject, own } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'

export type OpenApiKind = 'openapi2' | 'openapi3.0' | 'openapi3.1'
export type FileKind =
  | OpenApiKind
  | 'json_schema'
  | 'markdown'
  /** JSON or YAML of no known kind: a node only where others refer into it. */
  | 'fragment'

const SCHEMA_KEYWORDS = [
  'type',
  'properties',
  'items',
  'allOf',
  'anyOf',
  'oneOf',
  'enum',
  'const',
  'not',
  '$ref',
  '$defs',
  'definitions',
  'patternProperties',
  'additionalProperties',
]

/** What a file may be by its name alone. */
export type NameKind =
  | 'markdown'
  | 'image'
  | 'toc'
  | 'config'
  | 'ruleset'
  /** A ruleset that is a program. */
  | 'ruleset-code'
  | 'styleguide'
  /** JSON or YAML that has to be looked into. */
  | 'data'

/** What a file is by its name alone; null is a file that is not read. */
export function kindByName(path: string): NameKind | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (name === 'toc.json') return 'toc'
  if (name === '.stoplight.json') return 'config'
  if (/^\.?spectral\.(json|ya?ml)$/.test(name)) return 'ruleset'
  if (/^\.?spectral\.[cm]?[jt]s$/.test(name)) return 'ruleset-code'
  if (/(^|\/)\.stoplight\/styleguide\.json$/i.test(path)) return 'styleguide'
  if (/\.(md|markdown)$/.test(name)) return 'markdown'
  if (mediaTypeOf(name) !== null) return 'image'
  if (/\.(json|ya?ml)$/.test(name)) return 'data'
  return null
}

const IMAGES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
}

/** The media type of an image, by its name; null for anything else. */
export function mediaTypeOf(path: string): string | null {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(IMAGES, extension) ? (IMAGES[extension] ?? null) : null
}

/** Whether a document describes an API. */
export function isApi({ kind }: { kind: FileKind }): boolean {
  return kind.startsWith('openapi')
}

/** What a parsed document is. */
export function kindOfData(value: JsonValue): FileKind {
  if (!isObject(value) || unsupported(value)) return 'fragment'
  return openApiKind(value) ?? (isSchema(value) ? 'json_schema' : 'fragment')
}

/** The OpenAPI family of a document, null when it claims none that we read. 3.2 extends 3.1 and is of its family. */
export function openApiKind(document: JsonObject): OpenApiKind | null {
  const openapi = versionText(own(document, 'openapi'))
  if (/^3(\.0|$)/.test(openapi)) return 'openapi3.0'
  if (/^3\.[12](\.|$)/.test(openapi)) return 'openapi3.1'
  if (/^2(\.|$)/.test(versionText(own(document, 'swagger')))) return 'openapi2'
  return null
}

/** The version a document claims in `openapi` or `swagger`, '' when it claims none. */
export function claimedVersion(document: JsonObject): string {
  return versionText(own(document, 'openapi')) || versionText(own(document, 'swagger'))
}

/** The sentence for a version that is not read here. */
export function versionReason(version: string): string {
  return `OpenAPI ${version.slice(0, 20)} cannot be read here: 2.0, 3.0, 3.1 and 3.2 can.`
}

export const ASYNC_API = 'This is an AsyncAPI document; only OpenAPI can be read here.'

/** What a document says it is where that cannot be read, and at which key; undefined when it can or says nothing. */
export function unsupported(
  document: JsonObject,
): { code: 'unsupported-version' | 'unsupported-format'; key: string; reason: string } | undefined {
  const version = claimedVersion(document)
  // "openapi" may also be the key of a path to a description, in the configuration of some tool.
  if (/^\d/.test(version) && openApiKind(document) === null) {
    const key = versionText(own(document, 'openapi')) === '' ? 'swagger' : 'openapi'
    return { code: 'unsupported-version', key, reason: versionReason(version) }
  }
  if (!Object.hasOwn(document, 'asyncapi')) return undefined
  return { code: 'unsupported-format', key: 'asyncapi', reason: ASYNC_API }
}

// YAML turns an unquoted 3.0 into the number 3.
function versionText(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function isSchema(value: JsonObject): boolean {
  const dialect = own(value, '$schema')
  if (typeof dialect === 'string') return /json-schema\.org/.test(dialect)
  return SCHEMA_KEYWORDS.some(
    (keyword) => Object.hasOwn(value, keyword) && isPlausible(keyword, value[keyword] as JsonValue),
  )
}

// A package.json has a "type" too: the keyword's value must be of the keyword's shape.
function isPlausible(keyword: string, value: JsonValue): boolean {
  if (keyword === 'type')
    return Array.isArray(value) || /^(string|number|integer|boolean|object|array|null)$/.test(String(value))
  if (['allOf', 'anyOf', 'oneOf', 'enum'].includes(keyword)) return Array.isArray(value)
  return keyword === 'const' || keyword === '$ref' ? true : isObject(value)
}
