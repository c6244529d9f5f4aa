import { isObject, own, ownItems, ownObject, ownStrings, pointer } from '../json.ts'
import type { Log } from '../log/log.ts'
import { normalizePath, pathFrom } from '../paths.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { folderMatcher, globMatcher, type Matcher } from './globs.ts'

export type ConfigFormat = 'openapi' | 'json_schema' | 'markdown' | 'image'
const FORMATS: readonly string[] = ['openapi', 'json_schema', 'markdown', 'image']

/** What of a branch's files becomes nodes. */
export interface FileFilter {
  /** Whether a file of a format becomes nodes. */
  accepts(path: string, format: ConfigFormat): boolean
  /** Whether a file is left out whatever it is; others may still refer to it. */
  excludes(path: string): boolean
}

// Each of them is held against each file.
const MAX_PATTERNS = 500
const MAX_PATTERN = 500

// What tools keep for themselves: hidden files and folders, installed packages.
const OF_TOOLS = /(^|\/)(\.(?!stoplight\/|spectral\.)|node_modules\/|__pycache__\/|__MACOSX\/)|^vendor\//

/**
 * The filter that a `.stoplight.json` describes; without one every file that can be recognised is in. As the real
 * client reads it: patterns are for paths from the root of the branch, a format without `include` is `rootDir` and all
 * below it, a format that is null is left out, an excluded folder is excluded with all that is in it.
 */
export function fileFilter(config: JsonValue | undefined, log: Log, file = '.stoplight.json'): FileFilter {
  const say = (at: string, reason: string) => log.add('invalid-config', { file, pointer: at }, { reason })
  if (config !== undefined && !isObject(config)) say('', 'The configuration is no object and does not count.')
  const source = isObject(config) ? config : {}
  const excluded = stringsAt(source, 'exclude', '', say).map(folderMatcher)
  const rules = rulesOf(source, say)
  const excludes = (path: string) => OF_TOOLS.test(path) || excluded.some((matches) => matches(path))
  return {
    excludes,
    accepts: (path, format) => !excludes(path) && (rules.get(format)?.(path) ?? true),
  }
}

type Say = (at: string, reason: string) => void

function rulesOf(config: JsonObject, say: Say): Map<string, Matcher> {
  const formats = own(config, 'formats')
  if (formats !== undefined && !isObject(formats))
    say('/formats', '"formats" is no object and does not count.')
  const rules = new Map<string, Matcher>()
  for (const [format, rule] of Object.entries(ownObject(config, 'formats') ?? {})) {
    const at = pointer('formats', format)
    if (!FORMATS.includes(format)) {
      say(at, `The format "${format.slice(0, 80)}" is unknown: ${FORMATS.join(', ')} are.`)
    } else if (rule === null) rules.set(format, () => false)
    else if (isObject(rule)) rules.set(format, matcherOf(rule, at, say))
    else say(at, `The format "${format}" is described by no object and does not count.`)
  }
  return rules
}

function matcherOf(rule: JsonObject, at: string, say: Say): Matcher {
  const include = stringsAt(rule, 'include', at, say).map(globMatcher)
  const globs = Array.isArray(own(rule, 'include')) ? include : [inFolder(rule, at, say)]
  const excluded = stringsAt(rule, 'exclude', at, say).map(folderMatcher)
  return (path) => globs.some((matches) => matches(path)) && !excluded.some((matches) => matches(path))
}

function inFolder(rule: JsonObject, at: string, say: Say): Matcher {
  const rootDir = own(rule, 'rootDir')
  if (rootDir === undefined) return () => true
  if (typeof rootDir !== 'string' || pathFrom('', rootDir) === null) {
    say(`${at}/rootDir`, '"rootDir" is no folder of the branch and does not count.')
    return () => true
  }
  const folder = normalizePath(rootDir)
  return folder === '' ? () => true : (path) => path.startsWith(`${folder}/`)
}

function stringsAt(holder: JsonObject, key: string, at: string, say: Say): string[] {
  const value = own(holder, key)
  if (value === undefined) return []
  if (!Array.isArray(value)) say(`${at}/${key}`, `"${key}" is no list of patterns and does not count.`)
  const patterns = ownStrings(holder, key)
    .filter((pattern) => pattern.length <= MAX_PATTERN)
    .slice(0, MAX_PATTERNS)
  if (patterns.length < ownItems(holder, key).length)
    say(
      `${at}/${key}`,
      `Not all of "${key}" counts: it takes ${MAX_PATTERNS} patterns of at most ${MAX_PATTERN} characters.`,
    )
  return patterns
}
