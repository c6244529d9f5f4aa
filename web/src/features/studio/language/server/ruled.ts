// What of the texts rules look at: a file with what it refers to or, of a large one, the part around a place.
import { isObject, own } from '../../../../../../analysis/json.ts'
import { parseText } from '../../../../../../analysis/parse/parse-text.ts'
import { pathFrom } from '../../../../../../analysis/paths.ts'
import type { JsonValue } from '../../../../../../analysis/types.ts'
import { formatOf, type References } from '../../../../../../editing/references/index.ts'
import { Places } from '../../../../../../editing/references/locate.ts'
import { Refusal } from '../../../../../../editing/tree/node.ts'
import { SyntaxProblem } from '../../../../../../editing/tree/syntax.ts'
import type { Path, Range } from '../../../../../../editing/types.ts'
import { partsOf } from '../../../../../../editing/validity/parts.ts'
import { rootOf } from '../../../../../../editing/validity/roots.ts'
import { isRulesetName } from '../../../../../../lint/ruleset/names.ts'
import { nearestFirst } from '../../rules/is-ruleset.ts'
import { partAround } from '../part.ts'
import type { Ruled, RulesetTexts } from '../protocol.ts'
import { Slice, TooLarge } from './slice.ts'
import type { Texts } from './texts.ts'

/** Up to here, with what it refers to, a file is linted whole: in less than a second. */
const WHOLE = 200_000
const MOST_RULESETS = 30

/** What rules look at, when a file has changed at an offset; null where there is nothing for them. */
export function ruledAt({ references }: Texts, path: string, offset: number): Ruled | null {
  const format = formatOf(path)
  const root = rootOf(references, path)
  if ((format !== 'json' && format !== 'yaml') || root?.type === '@tocFile') return null
  try {
    const whole = wholeOf(references, path)
    if (whole) return { ...whole, part: null }
    if (!root || root.type === '@schema') return null
    const parts = partsOf(references.text(path), format, root.type, root.version)
    const at = parts.parts.find(({ from, to, key }) => (key?.from ?? from) <= offset && offset <= to)
    const part = partAround(at?.path ?? [])
    const slice = new Slice(references)
    slice.description(path, part, root, parts)
    return { ...textsOf(slice, path), part }
  } catch (error) {
    // A text that cannot be read is a problem of its own.
    if (error instanceof SyntaxProblem || error instanceof Refusal || error instanceof TooLarge) return null
    throw error
  }
}

function wholeOf(references: References, path: string) {
  const slice = new Slice(references, WHOLE)
  try {
    slice.whole(path)
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  }
  return textsOf(slice, path)
}

function textsOf({ files }: Slice, path: string): Pick<Ruled, 'text' | 'others'> {
  const others = files.filter((file) => file.path !== path).map((file) => [file.path, file.text] as const)
  return {
    text: files.find((file) => file.path === path)?.text ?? '',
    others: Object.fromEntries(others),
  }
}

/** Where the values at paths stand, or the nearest around them: their keys, or a value that has one line. */
export function placesOf({ references }: Texts, file: string, paths: readonly Path[]): Range[] {
  const text = references.text(file)
  const places = new Places(file, text, paths)
  return paths.map((path) => {
    const steps = places.on(path)
    const place = steps.at(-1)
    if (!place || steps.length === 1) return lineAt(text, 0)
    const isAround =
      steps.length <= path.length || text.slice(place.range.from, place.range.to).includes('\n')
    return isAround ? (place.key ?? lineAt(text, place.range.from)) : place.range
  })
}

function lineAt(text: string, from: number): Range {
  const end = text.indexOf('\n', from)
  return { from, to: end === -1 ? text.length : end }
}

/** The ruleset of the working copy, the one nearest to its root, with the files that it extends. */
export function ownRuleset({ references }: Texts): RulesetTexts | null {
  const path = [...references.paths].filter(isRuleset).sort(nearestFirst)[0]
  if (path === undefined) return null
  const files: Record<string, string> = {}
  const waiting = [path]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Object.hasOwn(files, next) || Object.keys(files).length > MOST_RULESETS || !references.has(next))
      continue
    files[next] = references.text(next)
    for (const name of extendedBy(files[next] ?? '', next)) {
      const target = pathFrom(next, name)
      if (target !== null) waiting.push(target)
    }
  }
  return { path, files }
}

function isRuleset(path: string): boolean {
  return (
    isRulesetName(path.slice(path.lastIndexOf('/') + 1)) || /(^|\/)\.stoplight\/styleguide\.json$/i.test(path)
  )
}

function extendedBy(text: string, path: string): string[] {
  try {
    const { value } = parseText(text, path)
    if (!isObject(value)) return []
    const overrides = own(value, 'overrides')
    const places = [value, ...(Array.isArray(overrides) ? overrides : [])]
    return places.flatMap((place) => (isObject(place) ? namesIn(own(place, 'extends')) : []))
  } catch {
    return []
  }
}

function namesIn(value: JsonValue | undefined): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.map((item) => (Array.isArray(item) ? item[0] : item)).filter((name) => typeof name === 'string')
}
