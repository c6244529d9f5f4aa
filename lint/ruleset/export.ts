// All rulesets that hold for a project as files that Spectral's own command reads: nothing in them leads out.
import { DescriptionError } from '../../analysis/errors.ts'
import { isObject, own } from '../../analysis/json.ts'
import { writeExactNumbers } from '../../analysis/parse/exact-number.ts'
import { parseText } from '../../analysis/parse/parse-text.ts'
import type { JsonObject, JsonValue } from '../../analysis/types.ts'

/** A ruleset with the files that it extends. */
export interface ExportedPart {
  /** What it is called; it becomes the name of a folder. */
  name: string
  root: string
  files: Record<string, string>
  /** Whether it stands among the files that are linted: its overrides go by its folder, others' by the root. */
  isOwn: boolean
}

export const EXPORTED_ROOT = '.spectral.json'

/** Each override takes the aliases of its file along: so many characters of them, in all overrides of a file together. */
const MOST_REPEATED = 2_000_000
/** Of a file: aliases of YAML write a text any number of times. */
const MOST_WRITTEN = 5_000_000
/** Longer ones are not indented: nesting would multiply them. */
const MOST_INDENTED = 100_000

/** Lifted to the root, or programs. */
const NOT_OF_PARTS = ['overrides', 'except', 'functions', 'functionsDir']

/**
 * The files of an export by their paths: a ruleset at the root, which extends a folder for each style guide in their order, so
 * that of two rules with one name the later guide's holds. What the project says itself stands in the root, where it may change
 * rules of the guides. Overrides are lifted to the root, the only place where Spectral takes them. Throws DescriptionError for a
 * part that is no YAML or JSON.
 */
export function exportedRuleset(parts: ExportedPart[]): Record<string, string> {
  const files: Record<string, string> = {}
  const bases: JsonValue[] = []
  const overrides: JsonValue[] = []
  let said: JsonObject = {}
  for (const [index, part] of parts.entries()) {
    const folder = `guides/${index + 1}-${folderName(part.name)}`
    const { value } = parseText(part.files[part.root] ?? '', part.root)
    const root = isObject(value) ? value : {}
    for (const [path, text] of Object.entries(part.files))
      if (path !== part.root) files[`${folder}/${path}`] = text
    if (part.isOwn) {
      said = without(root, 'extends', ...NOT_OF_PARTS)
      if (root.extends !== undefined) bases.push(...rebased(root.extends, besideRoot(part, folder)))
    } else {
      const name = `${folder}/${part.root.replace(/\.ya?ml$/i, '.json')}`
      files[name] = written(without(root, ...NOT_OF_PARTS))
      bases.push(`./${name}`)
    }
    overrides.push(...lifted(root, part, folder))
  }
  const whole = { ...said, extends: bases, ...(overrides.length === 0 ? {} : { overrides }) }
  return { [EXPORTED_ROOT]: written(whole), ...files }
}

function besideRoot({ root }: ExportedPart, folder: string): string {
  return `./${folder}/${root.slice(0, root.lastIndexOf('/') + 1)}`
}

function lifted(root: JsonObject, part: ExportedPart, folder: string): JsonObject[] {
  const prefix = part.isOwn ? part.root.slice(0, part.root.lastIndexOf('/') + 1) : ''
  const aliases = own(root, 'aliases')
  const exceptions = Object.entries(objectOf(own(root, 'except'))).map(([place, rules]): JsonObject => {
    const off = (Array.isArray(rules) ? rules : []).map((rule) => [String(rule), 'off'])
    return { files: [place.startsWith('#') ? `**${place}` : place], rules: Object.fromEntries(off) }
  })
  const given = own(root, 'overrides')
  const all = [...exceptions, ...(Array.isArray(given) ? given.filter(isObject) : [])]
  if (isObject(aliases) && charactersOf(aliases, MOST_REPEATED) * all.length > MOST_REPEATED)
    throw new DescriptionError('It has too many overrides for so long aliases.', part.root)
  return all.map((override) => ({
    ...override,
    ...(override.extends === undefined
      ? {}
      : { extends: rebased(override.extends, besideRoot(part, folder)) }),
    ...(isObject(aliases) && !isOfPlaces(override)
      ? { aliases: { ...aliases, ...objectOf(override.aliases) } }
      : {}),
    files: listOf(override.files).map((pattern) =>
      typeof pattern === 'string' ? `${prefix}${pattern}` : pattern,
    ),
  }))
}

// An override of places in files takes rules and nothing else.
function isOfPlaces({ files }: JsonObject): boolean {
  return listOf(files).some((pattern) => String(pattern).includes('#'))
}

// Names of Spectral's own guides have a colon; all others that are read here are paths.
function rebased(value: JsonValue, folder: string): JsonValue[] {
  return listOf(value).map((item) => {
    const [name, which] = Array.isArray(item) ? item : [item]
    const moved =
      typeof name === 'string' && !name.includes(':') ? `${folder}${name.replace(/^\.\//, '')}` : name
    return which === undefined ? (moved ?? null) : [moved ?? null, which]
  })
}

const listOf = (value: JsonValue | undefined): JsonValue[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {})

function written(value: JsonValue): string {
  if (charactersOf(value, MOST_WRITTEN) > MOST_WRITTEN)
    throw new DescriptionError('It is too long where its aliases are written out.', EXPORTED_ROOT)
  const text = JSON.stringify(value)
  return `${writeExactNumbers(text.length > MOST_INDENTED ? text : JSON.stringify(value, null, 2))}\n`
}

function without(value: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}

function folderName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return plain.slice(0, 60) || 'guide'
}

/** How long a value is when it is written, or more than `most` for what is longer. */
function charactersOf(value: JsonValue, most: number): number {
  if (typeof value === 'string') return value.length + 3
  if (typeof value !== 'object' || value === null) return 5
  let sum = 2
  const entries = Array.isArray(value) ? value.map((item) => ['', item] as const) : Object.entries(value)
  for (const [key, item] of entries) {
    sum += key.length + 4 + charactersOf(item, most - sum)
    if (sum > most) break
  }
  return sum
}
