import { invalidPreferences } from './errors.ts'

export interface Preferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  return: 'representation' | 'minimal' | 'headers-only' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  missing: 'default' | 'null' | undefined
  handling: 'strict' | 'lenient' | undefined
  timezone: string | undefined
  /** Only with handling=strict. */
  maxAffected: number | undefined
}

const CHOICES: Record<string, readonly string[]> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  // Known but without effect, as in a project that does not let clients end transactions.
  tx: ['commit', 'rollback'],
}

/** Reads `Prefer`; throws PGRST122 for what is not known under handling=strict. */
export function parsePreferences(header: string | string[] | undefined): Preferences {
  const given = new Map<string, string>()
  const unknown: string[] = []
  for (const item of [header ?? []].flat().flatMap((line) => line.split(','))) {
    const text = item.trim()
    if (text === '') continue
    const equals = text.indexOf('=')
    const name = text.slice(0, equals)
    const value = text.slice(equals + 1)
    if (!isKnown(name, value)) unknown.push(text)
    else if (!given.has(name)) given.set(name, value)
  }
  const strict = given.get('handling') === 'strict'
  if (strict && unknown.length > 0) throw invalidPreferences(unknown)
  const affected = given.get('max-affected')
  return {
    resolution: given.get('resolution') as Preferences['resolution'],
    return: given.get('return') as Preferences['return'],
    count: given.get('count') as Preferences['count'],
    missing: given.get('missing') as Preferences['missing'],
    handling: given.get('handling') as Preferences['handling'],
    timezone: given.get('timezone'),
    maxAffected: strict && affected !== undefined ? Number(affected) : undefined,
  }
}

function isKnown(name: string, value: string): boolean {
  if (name === 'timezone') return isTimeZone(value)
  if (name === 'max-affected') return /^\d{1,15}$/.test(value)
  return Object.hasOwn(CHOICES, name) && (CHOICES[name]?.includes(value) ?? false)
}

function isTimeZone(name: string): boolean {
  // Intl takes offsets too, which Postgres would read with the opposite sign.
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Whether a write or call is to tell how many rows there are: planned counts are for reads. */
export function countsRows({ count }: Preferences): boolean {
  return count === 'exact' || count === 'estimated'
}

type Applied = 'resolution' | 'missing' | 'return' | 'count' | 'handling' | 'timezone' | 'max-affected'

/** The `Preference-Applied` header for the preferences that meant something to this request. */
export function preferenceApplied(
  preferences: Preferences,
  relevant: readonly Applied[],
): Record<string, string> {
  const all: [Applied, string | number | undefined][] = [
    ['resolution', preferences.resolution],
    ['missing', preferences.missing],
    ['return', preferences.return],
    ['count', preferences.count],
    ['handling', preferences.handling],
    ['timezone', preferences.timezone],
    ['max-affected', preferences.maxAffected],
  ]
  const applied = all.filter(([name, value]) => value !== undefined && relevant.includes(name))
  if (applied.length === 0) return {}
  return { 'Preference-Applied': applied.map(([name, value]) => `${name}=${value}`).join(', ') }
}
