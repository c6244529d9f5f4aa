// Versions of releases, by Semantic Versioning 2.0.0. Pure.

const version = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z.-]+)?$/

/** Whether a text is a version of Semantic Versioning 2.0.0, as far as anybody types one. */
export const isVersion = (text: string): boolean => version.test(text)

/**
 * The version after `last` for changes of a level; before 1.0.0 what breaks is a minor one. Without one before, what the
 * description says of itself, or 1.0.0.
 */
export function nextVersion(
  last: string | null,
  level: 'major' | 'minor' | 'patch' | null,
  said: string | null,
): string {
  const parts = last === null ? null : version.exec(last)
  if (!parts) return said !== null && isVersion(said) ? said : '1.0.0'
  const [major, minor, patch] = parts.slice(1, 4).map(Number) as [number, number, number]
  // What was tried before a release becomes that release.
  if (parts[4]) return `${major}.${minor}.${patch}`
  if (level === 'major' && major > 0) return `${major + 1}.0.0`
  if (level === 'major' || (level === 'minor' && major > 0)) return `${major}.${minor + 1}.0`
  return `${major}.${minor}.${patch + 1}`
}
