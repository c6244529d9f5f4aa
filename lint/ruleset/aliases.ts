import { isObject } from '../../analysis/json.ts'
import type { JsonValue } from '../../analysis/types.ts'

const NAME = /^#([A-Za-z0-9_-]+)/

/**
 * How many expressions one becomes when its aliases are put in, at most `most` + 1: aliases of aliases multiply, and
 * a ruleset of ten lines can ask for more of them than there is memory. Infinity where they go in a circle.
 */
export function expandedCount(expression: string, aliases: JsonValue | undefined, most: number): number {
  return counter(aliases, most)(expression, new Set())
}

function counter(aliases: JsonValue | undefined, most: number) {
  const known = new Map<string, number>()
  const count = (expression: string, within: ReadonlySet<string>): number => {
    const name = NAME.exec(expression)?.[1]
    if (name === undefined) return 1
    if (within.has(name)) return Number.POSITIVE_INFINITY
    const before = known.get(name)
    if (before !== undefined) return before
    const inner = new Set([...within, name])
    let sum = 0
    for (const item of expressionsOf(aliases, name)) {
      sum += count(item, inner)
      if (sum > most) break
    }
    known.set(name, sum)
    return sum
  }
  return count
}

function expressionsOf(aliases: JsonValue | undefined, name: string): string[] {
  const alias = isObject(aliases) && Object.hasOwn(aliases, name) ? aliases[name] : undefined
  const given = isObject(alias)
    ? listOf(alias.targets).flatMap((target) => (isObject(target) ? listOf(target.given) : []))
    : listOf(alias)
  return given.filter((item) => typeof item === 'string')
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
