// How a dispute is spoken of, and where it stands.
import type { Path, Range } from '../../../../../editing/types.ts'
import type { OpenDocument, Person } from '../documents/open-document.ts'

const mostShown = 2_000
const methods = /^(get|put|post|delete|options|head|patch|trace|query)$/

/** A value as people read it. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text || 'an empty text'
}

/** A place as people name it: “GET /pets › summary”. */
export function placeName(path: Path): string {
  if (path.length === 0) return 'the whole file'
  const [section, name, method] = path
  if (section === 'paths' && path.length > 2 && methods.test(String(method)))
    return [`${String(method).toUpperCase()} ${name}`, ...path.slice(3)].join(' › ')
  return path.join(' › ')
}

/** Where a value stands, or what is around the place where it stood. */
export function rangeOf({ description }: OpenDocument, path: Path): Range | null {
  for (let length = path.length; length > 0; length--) {
    const range = description?.range(path.slice(0, length))
    if (range) return range
  }
  return null
}

/** Accounts in words, as far as they are here. */
export function nameOfAuthors(
  authors: readonly number[],
  people: readonly Pick<Person, 'userId' | 'name'>[],
): string {
  const names = new Set(authors.flatMap((id) => people.find(({ userId }) => userId === id)?.name ?? []))
  return names.size === 0 ? 'Somebody else' : [...names].join(' and ')
}
