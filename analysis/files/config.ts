import { isObject, own, ownObject, ownString, ownStrings } from '../json.ts'
import { normalizePath } from '../refs.ts'
import type { JsonValue } from '../types.ts'

export type ConfigFormat = 'openapi' | 'json_schema' | 'markdown' | 'image'
/** Says whether a file of a format becomes nodes. */
export type FileFilter = (path: string, format: ConfigFormat) => boolean

/** The filter that a `.stoplight.json` describes; without one every file that can be recognised is in. */
export function fileFilter(config: JsonValue | undefined): FileFilter {
  if (!isObject(config)) return () => true
  const excluded = ownStrings(config, 'exclude').map(globToRegExp)
  const formats = ownObject(config, 'formats') ?? {}
  return (path, format) => {
    if (excluded.some((pattern) => pattern.test(path))) return false
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
  return include.some((glob) => globToRegExp(glob).test(inside))
}

/** `**` any folders, `*` anything but a slash, `?` one character; everything else is literal. */
function globToRegExp(glob: string): RegExp {
  const source = normalizePath(glob).replace(/\*\*\/|\*+|\?|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '*') return '[^/]*'
    if (token.startsWith('*')) return '.*'
    return token === '?' ? '[^/]' : `\\${token}`
  })
  return new RegExp(`^${source}$`)
}
