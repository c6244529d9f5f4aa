import { isObject, own, ownObject, ownString, ownStrings } from '../json.ts'
import { normalizePath } from '../refs.ts'
import type { JsonValue } from '../types.ts'

export type ConfigFormat = 'openapi' | 'json_schema' | 'markdown' | 'image'
/** Says whether a file of a format becomes nodes. */
export type FileFilter = (path: string, format: ConfigFormat) => boolean

/** The filter that a `.stoplight.json` describes; without one every file that can be recognised is in. */
export function fileFilter(config: JsonValue | undefined): FileFilter {
  if (!isObject(config)) return () => true
  const excluded = ownStrings(config, 'exclude').map(globMatcher)
  const formats = ownObject(config, 'formats') ?? {}
  return (path, format) => {
    if (excluded.some((matches) => matches(path))) return false
    const rule = own(formats, format)
    return !isObject(rule) || matchesRule(path, rule)
  }
}

function matchesRule(path: string, rule: Record<string, JsonValue>): boolean {
  const rootDir = normalizePath(ownString(rule, 'rootDir') ?? '')
  const prefix = rootDir === '' ? '' : `${rootDir}/`
  if (!path.startsWith(prefix)) return false
  const inside = path.slice(prefix.length)
  const include = Array.isArray(own(rule, 'include')) ? ownStrings(rule, 'include') : ['**']
  return include.some((glob) => globMatcher(glob)(inside))
}

type Matcher = (path: string) => boolean

/**
 * `**` any folders, `*` anything but a slash, `?` one character; everything else is literal. Strangers write these, so
 * they are no regular expression: matching takes the pattern's length times the path's, and never more.
 */
function globMatcher(glob: string): Matcher {
  const tokens = normalizePath(glob).match(/\*\*\/|\*+|[^*]/g) ?? []
  return (path) => {
    let reached = [0]
    for (const token of tokens) reached = positionsAfter(token, reached, path)
    return reached.at(-1) === path.length
  }
}

/** Where in the path a token may end that begins at one of the positions; both in ascending order. */
function positionsAfter(token: string, from: number[], path: string): number[] {
  const [first] = from
  if (first === undefined) return []
  if (token === '**/') return afterFolders(from, first, path)
  if (token === '*') return withinFolder(from, path)
  if (token.startsWith('*')) return Array.from({ length: path.length - first + 1 }, (_, n) => first + n)
  const fits = (char: string | undefined) =>
    token === '?' ? char !== undefined && char !== '/' : char === token
  return from.filter((at) => fits(path[at])).map((at) => at + 1)
}

function afterFolders(from: number[], first: number, path: string): number[] {
  const begins = new Set(from)
  for (let at = first; at < path.length; at++) if (path[at] === '/') begins.add(at + 1)
  return [...begins].sort((a, b) => a - b)
}

function withinFolder(from: number[], path: string): number[] {
  const begins = new Set(from)
  const ends: number[] = []
  let inside = false
  for (let at = from[0] ?? 0; at <= path.length; at++) {
    inside ||= begins.has(at)
    if (inside) ends.push(at)
    if (path[at] === '/') inside = false
  }
  return ends
}
