// Lists in pages. A cursor is opaque to whoever brings it back: it holds one value of a host's own, which is used as
// one query parameter, never as an address.
import { GitRefusal } from './outcome.ts'

const mostChars = 600

/** How many entries are asked for at once: the most that GitHub, GitLab and Bitbucket Cloud allow. */
export const pageSize = 100

/** The cursor that stands for a host's value. */
export function cursorOf(value: string | number | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  const bytes = new TextEncoder().encode(String(value))
  const cursor = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  // A host that would have us carry more has no next page.
  return cursor.length > mostChars ? null : cursor
}

/** The host's value in a cursor; undefined for the first page. Throws `invalid`. */
export function carriedBy(cursor: string | null | undefined): string | undefined {
  if (cursor === null || cursor === undefined) return undefined
  if (cursor.length > mostChars || !/^[\w-]+$/.test(cursor)) throw invalidCursor()
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidCursor()
  }
}

/** The number in a cursor. Throws `invalid`. */
export function numberOf(cursor: string | null | undefined): number | undefined {
  const value = carriedBy(cursor)
  if (value === undefined) return undefined
  if (!/^\d{1,7}$/.test(value)) throw invalidCursor()
  return Number(value)
}

/** The refusal of a cursor that no list gave. */
export function invalidCursor(): GitRefusal {
  return new GitRefusal('invalid', 'This page of the list does not exist.')
}

/** A parameter of the address that a Link header calls next (RFC 8288). */
export function nextParameter(headers: Headers, name: string): string | null {
  const header = (headers.get('link') ?? '').slice(0, 8000)
  for (const [, target = '', parameters = ''] of header.matchAll(/<([^<>]*)>((?:[^<>,"]|"[^"]*")*)/g)) {
    const [, quoted, plain] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? []
    const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/)
    if (relations.includes('next') && URL.canParse(target, 'https://host.invalid'))
      return new URL(target, 'https://host.invalid').searchParams.get(name)
  }
  return null
}
