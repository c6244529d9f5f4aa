// How an author says that something is for members alone: `x-internal` beside what it is about.
import { isObject } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'

const MARK = /^\s*x[-_ ]?internal\s*$/i
const ARTICLE_MARK = /^\s*(x[-_ ]?)?internal\s*$/i
const [SMALL_X, LARGE_X, BLANK] = [120, 88, 32]

/** Maps whose keys are names: a property or a header may be called so, and is described by an object then. */
const NAMES = new Set([
  ...[
    'properties',
    'patternProperties',
    'dependentSchemas',
    'dependencies',
    'definitions',
    '$defs',
    'schemas',
  ],
  ...[
    'headers',
    'parameters',
    'responses',
    'examples',
    'requestBodies',
    'securitySchemes',
    'securityDefinitions',
  ],
  ...['links', 'callbacks', 'pathItems', 'variables', 'encoding', 'content'],
])

/** The keyword that a value below `key` stands under: '' for items of lists, and where an author chose the name. */
export function keywordBelow(holder: JsonValue, key: string, name: string): string {
  return Array.isArray(holder) || NAMES.has(key) ? '' : name
}

/** Whether what stands under a keyword is a map of things that an author named. */
export function isNameMap(key: string): boolean {
  return NAMES.has(key)
}

/** Whether a key and its value mark what they stand in: anything but a plain `false` does, in whatever spelling. */
export function isMark(key: string, value: JsonValue | undefined): boolean {
  // Asked of every key of every file: most are too short, too long, or begin otherwise.
  if (value === false || key.length < 9 || key.length > 20) return false
  const first = key.charCodeAt(0)
  return (first === SMALL_X || first === LARGE_X || first <= BLANK) && MARK.test(key)
}

/** Whether an object that stands under the keyword `key` is marked. */
export function isMarked(object: JsonObject, key: string): boolean {
  const isName = (name: string) => isNameMap(key) && isObject(object[name])
  return Object.keys(object).some((name) => isMark(name, object[name]) && !isName(name))
}

/** Whether the front matter of an article says that it is for members alone. */
export function isMarkedArticle(attributes: JsonObject): boolean {
  return Object.keys(attributes).some((name) => ARTICLE_MARK.test(name) && attributes[name] !== false)
}
