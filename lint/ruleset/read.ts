import {
  assertValidRuleset,
  Ruleset,
  type RulesetDefinition,
  RulesetValidationError,
} from '@stoplight/spectral-core'
import { DescriptionError } from '../../analysis/errors.ts'
import { isObject } from '../../analysis/json.ts'
import { parseText } from '../../analysis/parse/parse-text.ts'
import { pathFrom } from '../../analysis/paths.ts'
import type { JsonObject, JsonValue } from '../../analysis/types.ts'
import { RulesetError } from '../errors.ts'
import type { LintFiles } from '../types.ts'
import { Faults } from './faults.ts'
import { type Definition, definitionOf, type Reading } from './parts.ts'
import { OWN_GUIDES } from './vocabulary.ts'

const MOST_BYTES = 1_000_000
const MOST_FILES = 30

/**
 * Reads a Spectral ruleset and what it extends: `spectral:oas`, `spectral:asyncapi`, `spectral:arazzo`, and files by
 * paths of their own, which are looked up among the files that are handed in. Nothing in it is run, nothing fetched.
 * Throws RulesetError with every fault.
 */
export function readRuleset(path: string, files: LintFiles): Ruleset {
  return rulesetOf(readDefinition(path, files), `/${path}`, path, files)
}

/** What `readRuleset` makes a ruleset of: to be put together with others. Throws RulesetError as it does. */
export function readDefinition(path: string, files: LintFiles): RulesetDefinition {
  return new Reader(files).read(path, [])
}

/** The ruleset for projects that have none: what Spectral recommends for OpenAPI and AsyncAPI. */
export function recommendedRuleset(): Ruleset {
  return new Ruleset({ extends: [...OWN_GUIDES.values()] })
}

/** A ruleset that stands at `source`; what Spectral refuses of it is told of the file at `path`. */
export function rulesetOf(
  definition: RulesetDefinition,
  source: string,
  path: string,
  files: LintFiles,
): Ruleset {
  try {
    return new Ruleset(definition, { severity: 'recommended', source })
  } catch (error) {
    const faults = new Faults(path, files.read(path) ?? '')
    tell(faults, error)
    throw new RulesetError(faults.list())
  }
}

class Reader {
  readonly #files: LintFiles
  #count = 0

  constructor(files: LintFiles) {
    this.#files = files
  }

  /** @param within the files that extend this one, the first of them first */
  read(path: string, within: string[]): RulesetDefinition {
    const text = this.#files.read(path)
    const faults = new Faults(path, text ?? '')
    const root = rootOf(path, text, faults)
    if (root === undefined) throw new RulesetError(faults.list())
    const reading: Reading = {
      faults,
      aliases: root.aliases,
      base: (name, at) => this.#base(name, path, within, (message) => faults.add(at, message)),
    }
    const definition = definitionOf(root, [], reading)
    const overrides = [...exceptions(root.except), ...overridesOf(root.overrides, reading)]
    if (overrides.length > 0) definition.overrides = overrides
    else if (root.overrides !== undefined) definition.overrides = root.overrides
    if (!faults.any) checkWhole(definition, faults)
    if (faults.any) throw new RulesetError(faults.list())
    // Just checked to be one, with the schema of Spectral.
    return definition as RulesetDefinition
  }

  #base(name: string, from: string, within: string[], say: (message: string) => void): object | undefined {
    const own = OWN_GUIDES.get(name)
    if (own !== undefined) return own
    const shown = name.slice(0, 200)
    if (!/^\.{0,2}\//.test(name) && !/^[^:@]+\.(?:ya?ml|json)$/i.test(name)) {
      say(
        `"${shown}" is not extended: only spectral:oas, spectral:asyncapi, spectral:arazzo and files by their paths are.`,
      )
      return undefined
    }
    const path = pathFrom(from, name)
    if (path === null || this.#files.read(path) === undefined) say(`There is no file "${shown}".`)
    else if (path === from || within.includes(path)) say(`"${shown}" extends this file.`)
    else if (++this.#count > MOST_FILES) say(`More than ${MOST_FILES} files are extended.`)
    else return this.read(path, [...within, from])
    return undefined
  }
}

function rootOf(path: string, text: string | undefined, faults: Faults): JsonObject | undefined {
  if (text === undefined) faults.add([], 'There is no such file.')
  else if (text.length > MOST_BYTES) faults.add([], 'The ruleset is larger than a megabyte.')
  else {
    try {
      const { value } = parseText(text, path)
      if (isObject(value)) return value
      faults.add([], 'The ruleset is no object.')
    } catch (error) {
      if (!(error instanceof DescriptionError)) throw error
      const { message, line, column } = error
      throw new RulesetError([{ file: path, line, column, message }])
    }
  }
  return undefined
}

// `except` is what overrides were in Spectral 5: rules that are off for files, or for places in them.
function exceptions(value: JsonValue | undefined): Definition[] {
  if (!isObject(value)) return []
  return Object.entries(value).map(([files, rules]) => ({
    files: [files.startsWith('#') ? `**${files}` : files],
    rules: Object.fromEntries((Array.isArray(rules) ? rules : []).map((rule) => [String(rule), 'off'])),
  }))
}

function overridesOf(value: JsonValue | undefined, reading: Reading): unknown[] {
  if (!Array.isArray(value)) return []
  return value.map((override, index) => {
    if (!isObject(override)) return override
    const aliases = isObject(override.aliases) ? override.aliases : {}
    const outer = isObject(reading.aliases) ? reading.aliases : {}
    return definitionOf(override, ['overrides', index], { ...reading, aliases: { ...outer, ...aliases } })
  })
}

// What is extended has been checked by itself.
function checkWhole(definition: Definition, faults: Faults): void {
  try {
    assertValidRuleset('extends' in definition ? { ...definition, extends: [] } : definition, 'js')
  } catch (error) {
    tell(faults, error)
  }
}

function tell(faults: Faults, error: unknown): void {
  for (const fault of flat(error)) {
    const path = fault instanceof RulesetValidationError ? fault.path.map(unescaped) : []
    const name = /rule: "([^"]*)"/.exec(fault.message)?.[1]
    if (name === undefined) faults.add(path, fault.message)
    else faults.add(['rules', name], fault.message, name)
  }
}

// Spectral gives pieces of JSON pointers.
function unescaped(segment: string | number): string | number {
  return typeof segment === 'number' ? segment : segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

function flat(error: unknown): Error[] {
  if (error instanceof Error && 'errors' in error && Array.isArray(error.errors))
    return error.errors.flatMap(flat)
  return [error instanceof Error ? error : new Error(String(error))]
}
