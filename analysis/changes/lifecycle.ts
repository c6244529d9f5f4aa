import { own, ownString } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'

export const STABILITY = ['draft', 'alpha', 'beta', 'stable']

/** What was announced about a property: the end of the name of the rule, and the values. */
export interface Announcement {
  key: string
  before?: JsonValue | undefined
  after?: JsonValue | undefined
}

/** What is said about the future of a schema: deprecation, its end, and stability. */
export function announce(before: JsonObject, after: JsonObject): Announcement[] {
  return [...announceDeprecation(before, after), ...announceStability(before, after)]
}

function announceDeprecation(before: JsonObject, after: JsonObject): Announcement[] {
  const [was, is] = [isDeprecated(before), isDeprecated(after)]
  if (was && !is) return [{ key: 'reactivated' }]
  if (was || !is) return []
  const sunset = sunsetOf(after)
  if (!sunset) return [{ key: 'deprecated' }]
  return [{ key: sunset.valid ? 'deprecated-with-sunset' : 'deprecated-sunset-invalid', after: sunset.text }]
}

/** The steps between two stability levels, when both are given or one of them is the implied "stable". */
export function announceStability(before: JsonObject, after: JsonObject): Announcement[] {
  const [from, to] = [stabilityOf(before), stabilityOf(after)]
  if (!from || !to || from === to) return []
  const down = STABILITY.indexOf(to) < STABILITY.indexOf(from)
  return [{ key: `stability-${down ? 'decreased' : 'increased'}`, before: from, after: to }]
}

/** The stability level, "stable" where none is given, null for what is none. */
export function stabilityOf(value: JsonObject): string | null {
  const level = own(value, 'x-stability-level')
  if (level === undefined) return 'stable'
  return typeof level === 'string' && STABILITY.includes(level) ? level : null
}

/** Whether `deprecated` is set. */
export function isDeprecated(value: JsonObject): boolean {
  return own(value, 'deprecated') === true
}

/** The announced end, when there is one: its text, and whether it is a date. */
export function sunsetOf(value: JsonObject): { text: string; valid: boolean } | null {
  const sunset = own(value, 'x-sunset')
  if (sunset === undefined || sunset === null) return null
  const text = ownString(value, 'x-sunset') ?? JSON.stringify(sunset)
  return {
    text,
    valid: /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(Date.parse(text)),
  }
}
