import { type LoadOptions, load, YAMLException } from 'js-yaml'
import { DescriptionError } from '../errors.ts'
import { diagnostic } from '../log/diagnostic.ts'
import type { Diagnostic, JsonValue } from '../types.ts'
import { parseExact } from './exact-number.ts'
import { findDuplicateKeys, jsonErrorPosition } from './json-text.ts'
import { positionOf } from './position.ts'
import { MAX_DEPTH, sanitize } from './sanitize.ts'
import { YAML_SCHEMA } from './yaml-schema.ts'

interface Parsed {
  value: JsonValue
  diagnostics: Diagnostic[]
}

export interface ParsedText extends Parsed {
  /** Whether something in it may be marked as internal. */
  hasMarks: boolean
}

/**
 * Reads JSON or YAML into plain, finite JSON values. Aliases may be shared in the result: treat it as read-only.
 * Throws DescriptionError on bad syntax, on YAML aliases that explode or contain themselves, and on absurd nesting.
 */
export function parseText(text: string, file: string): ParsedText {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (clean.trim() === '') throw new DescriptionError('The file is empty.', file)
  const parsed = looksLikeJson(clean, file) ? parseJson(clean, file) : parseYaml(clean, file)
  const { diagnostics } = parsed
  return { ...sanitize(parsed.value, clean, file, diagnostics), diagnostics }
}

function looksLikeJson(text: string, file: string): boolean {
  return isNamedJson(file) || /^\s*[{[]/.test(text)
}

function isNamedJson(file: string): boolean {
  return /\.json$/i.test(file)
}

function parseJson(text: string, file: string): Parsed {
  try {
    return { value: parseExact(text), diagnostics: findDuplicateKeys(text, file) }
  } catch (error) {
    // A YAML file may open with a brace too.
    if (!isNamedJson(file)) return parseYaml(text, file)
    if (error instanceof RangeError) throw tooDeepOr(error, file)
    const { reason, line, column } = jsonErrorPosition(text, error)
    throw new DescriptionError(`This is not valid JSON: ${reason}`, file, line, column)
  }
}

function parseYaml(text: string, file: string): Parsed {
  try {
    return { value: loadYaml(text), diagnostics: [] }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw tooDeepOr(error, file)
    if (!/duplicated mapping key/.test(error.reason)) throw yamlError(error, text, file)
    return repeatedKey(error, text, file)
  }
}

function loadYaml(text: string, options: LoadOptions = {}): JsonValue {
  // maxDepth is younger than the types of js-yaml.
  const limits = { maxDepth: MAX_DEPTH } as LoadOptions
  return (load(text, { schema: YAML_SCHEMA, ...limits, ...options }) ?? null) as JsonValue
}

// Real descriptions do repeat keys, and every tool reads on: say it and take the last one, as JSON does.
function repeatedKey(error: YAMLException, text: string, file: string): Parsed {
  const at = yamlPosition(error)
  try {
    const value = loadYaml(text, { json: true })
    return { value, diagnostics: [diagnostic('duplicate-key', { file, ...at }, { key: keyAt(text, error) })] }
  } catch (second) {
    if (second instanceof YAMLException) throw yamlError(second, text, file)
    throw tooDeepOr(second, file)
  }
}

function yamlError(error: YAMLException, text: string, file: string): DescriptionError {
  if (/maxDepth/.test(error.reason)) {
    const { line, column } = yamlPosition(error)
    return new DescriptionError(`The file is nested more than ${MAX_DEPTH} levels deep.`, file, line, column)
  }
  if (/single document/.test(error.reason)) return severalDocuments(text, file)
  const { line, column } = yamlPosition(error)
  return new DescriptionError(`This is not valid YAML: ${error.reason}.`, file, line, column)
}

function severalDocuments(text: string, file: string): DescriptionError {
  const markers = [...text.matchAll(/^---/gm)]
  const { line } = positionOf(text, markers.at(-1)?.index ?? 0)
  return new DescriptionError('The file holds several YAML documents; only one is expected.', file, line)
}

function keyAt(text: string, error: YAMLException): string {
  const position = (error.mark as YAMLException['mark'] | undefined)?.position ?? 0
  return /^["']?([^"':\n]*)/.exec(text.slice(position, position + 200))?.[1] ?? ''
}

function yamlPosition(error: YAMLException): { line: number; column: number } {
  // Errors about the whole stream carry no mark, whatever the types say.
  const mark = error.mark as YAMLException['mark'] | undefined
  return { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 }
}

function tooDeepOr(error: unknown, file: string): unknown {
  if (!(error instanceof RangeError)) return error
  return new DescriptionError(`The file is nested more than ${MAX_DEPTH} levels deep.`, file)
}
