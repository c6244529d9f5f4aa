// A ruleset as Spectral reads it from here: what it extends of the branch becomes addresses.
import { DescriptionError } from '../../../../analysis/errors.ts'
import { isObject, own } from '../../../../analysis/json.ts'
import { decodeText } from '../../../../analysis/parse/decode.ts'
import { parseText } from '../../../../analysis/parse/parse-text.ts'
import { pathFrom } from '../../../../analysis/paths.ts'
import type { JsonObject, JsonValue } from '../../../../analysis/types.ts'
import { config } from '../../_shared/config.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { checkableBytes, hasManyValues } from './description-file.ts'

// Spectral's own words for a ruleset. Functions of one's own are programs, and are not passed on.
const keywords = [
  'description',
  'documentationUrl',
  'extends',
  'aliases',
  'formats',
  'parserOptions',
  'rules',
  'overrides',
  'except',
] as const

/** Where the ruleset of a project is read with a token. */
export function rulesetAddress(projectId: number, token: string, more: Record<string, string> = {}): string {
  const url = new URL(`api/v1/projects/${encodeId('prj', projectId)}/spectral.json`, config().baseUrl)
  for (const [name, value] of Object.entries({ token, ...more })) url.searchParams.set(name, value)
  return url.href
}

/** Whether a file is more than is read within a request. */
export function isTooLarge({ path, size }: { path: string; size: number }): boolean {
  return size > checkableBytes(path)
}

/** The ruleset in a file; `addressOf` says where a file that it extends is read. Throws a refusal for what is none. */
export function rulesetOf(bytes: Uint8Array, path: string, addressOf: (path: string) => string): JsonObject {
  const written = read(bytes, path)
  const ruleset: JsonObject = {}
  for (const key of keywords) {
    const value = own(written, key)
    if (value !== undefined) ruleset[key] = value
  }
  const place = (base: JsonValue) => placed(base, path, addressOf)
  if (ruleset.extends !== undefined) ruleset.extends = basesOf(ruleset.extends).flatMap(place)
  if (Array.isArray(ruleset.overrides))
    ruleset.overrides = ruleset.overrides.map((part) =>
      isObject(part) && part.extends !== undefined
        ? { ...part, extends: basesOf(part.extends).flatMap(place) }
        : part,
    )
  return ruleset
}

/** What a ruleset extends, as a list. */
export function basesOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}

// A name, or a name with which of its rules count. What leads out of the branch leads nowhere.
function placed(base: JsonValue, path: string, addressOf: (path: string) => string): JsonValue[] {
  const [name, which] = Array.isArray(base) ? base : [base]
  if (typeof name !== 'string' || !/^\.{0,2}\//.test(name)) return [base]
  const target = pathFrom(path, name)
  if (target === null) return []
  return [which === undefined ? addressOf(target) : [addressOf(target), which]]
}

function read(bytes: Uint8Array, path: string): JsonObject {
  try {
    if (hasManyValues(bytes)) throw new DescriptionError('It has too many values.', path)
    const { value } = parseText(decodeText(bytes, path).text, path)
    if (isObject(value)) return value
    throw new DescriptionError('It is no object.', path)
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error
    throw refusal('VALIDATION_ERROR', `The ruleset ${path} cannot be read: ${error.message}`)
  }
}
