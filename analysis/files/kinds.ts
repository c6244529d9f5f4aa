import { isObject, own } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'

export type OpenApiKind = 'openapi2' | 'openapi3.0' | 'openapi3.1'
export type FileKind =
  | OpenApiKind
  | 'json_schema'
  | 'markdown'
  | 'image'
  | 'toc'
  | 'config'
  /** JSON or YAML of no known kind: no node, but other files may refer into it. */
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

/** What a file is by its name alone; 'data' is JSON or YAML that has to be looked into, null a file we do not read. */
export function kindByName(path: string): 'markdown' | 'image' | 'toc' | 'config' | 'data' | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (name === 'toc.json') return 'toc'
  if (name === '.stoplight.json') return 'config'
  if (/\.(md|markdown)$/.test(name)) return 'markdown'
  if (/\.(png|jpe?g|gif|svg|webp|avif|ico|bmp)$/.test(name)) return 'image'
  if (/\.(json|ya?ml)$/.test(name)) return 'data'
  return null
}

/** What a parsed document is. */
export function kindOfData(value: JsonValue): FileKind {
  if (!isObject(value)) return 'fragment'
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
