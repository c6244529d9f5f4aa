import { DescriptionError } from './errors.ts'
import { splitFrontMatter } from './files/front-matter.ts'
import {
  ASYNC_API,
  claimedVersion,
  type FileKind,
  kindByName,
  kindOfData,
  versionReason,
} from './files/kinds.ts'
import { isObject, own, ownEntries, ownObject, ownString } from './json.ts'
import { exactDigits } from './parse/exact-number.ts'
import { parseText } from './parse/parse-text.ts'
import { positionOf } from './parse/position.ts'
import { articleTitle, baseName } from './text.ts'
import type { Diagnostic, JsonObject, JsonValue } from './types.ts'

export { DescriptionError } from './errors.ts'

export interface CheckedDescription {
  kind: 'openapi2' | 'openapi3.0' | 'openapi3.1' | 'json_schema' | 'markdown'
  title: string
  /** `info.version` of an API. */
  version?: string
  /** How many paths and webhooks an API has. */
  paths?: number
  /** What is odd but does not stop anybody. */
  diagnostics: Diagnostic[]
}

/**
 * Says what a file is, without analysing it: cheap enough for the browser before an upload.
 * Throws DescriptionError with a sentence for a person and the place, when it cannot be read or is nothing we document.
 */
export function checkDescription(text: string, fileName: string): CheckedDescription {
  if (kindByName(fileName) === 'markdown') return checkArticle(text, fileName)
  const { value, diagnostics } = parseText(text, fileName)
  if (!isObject(value)) throw new DescriptionError(notOpenApi(value), fileName)
  const kind = kindOfData(value)
  if (!isDescription(kind)) throw unrecognised(value, text, fileName)
  if (kind === 'json_schema') {
    return { kind, title: ownString(value, 'title') ?? baseName(fileName), diagnostics }
  }
  return { kind, ...describeApi(value, fileName), diagnostics }
}

function checkArticle(text: string, fileName: string): CheckedDescription {
  const { attributes, body } = splitFrontMatter(text, fileName)
  return { kind: 'markdown', title: articleTitle(attributes, body, fileName), diagnostics: [] }
}

function isDescription(kind: FileKind): kind is 'openapi2' | 'openapi3.0' | 'openapi3.1' | 'json_schema' {
  return kind.startsWith('openapi') || kind === 'json_schema'
}

function describeApi(document: JsonObject, fileName: string) {
  const info = ownObject(document, 'info') ?? {}
  const version = own(info, 'version')
  return {
    title: ownString(info, 'title') ?? baseName(fileName),
    ...(version == null ? {} : { version: exactDigits(version) ?? String(version) }),
    paths: ownEntries(document, 'paths').length + ownEntries(document, 'webhooks').length,
  }
}

function unrecognised(document: JsonObject, text: string, fileName: string): DescriptionError {
  const version = claimedVersion(document)
  if (version === '') return new DescriptionError(notOpenApi(document), fileName)
  const { line, column } = positionOf(text, Math.max(0, text.search(/["']?(openapi|swagger)["']?\s*:/)))
  return new DescriptionError(versionReason(version), fileName, line, column)
}

function notOpenApi(value: JsonValue): string {
  if (typeof value === 'string') return 'This is plain text, not an OpenAPI document.'
  if (Array.isArray(value)) return 'This is a list, not an OpenAPI document.'
  if (!isObject(value)) return 'There is no OpenAPI document in this file.'
  if (Object.hasOwn(value, 'asyncapi')) return ASYNC_API
  if (isPostman(value)) return 'This is a Postman collection; export it as OpenAPI first.'
  return 'This is not an OpenAPI document: the key "openapi" or "swagger" with the version is missing.'
}

function isPostman(value: JsonObject): boolean {
  return /getpostman\.com/.test(ownString(ownObject(value, 'info') ?? {}, 'schema') ?? '')
}
