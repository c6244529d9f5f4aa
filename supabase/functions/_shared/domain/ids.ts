// Public identifiers: URL-safe base64 of "type:number", so that an id says what it names.

export const idPrefixes = {
  wk: 'workspace',
  wkintg: 'workspace integration',
  prj: 'project',
  prjsa: 'project service account',
  br: 'branch',
  doc: 'document',
  api: 'API',
  op: 'operation',
  sch: 'schema',
  toc: 'table of contents',
  usr: 'user',
  grp: 'group',
  team: 'team',
  wkinv: 'invitation',
  wkmp: 'machine principal',
  wkact: 'activity event',
  wkaud: 'audit token',
  node: 'node',
  ovr: 'override',
} as const

export type IdPrefix = keyof typeof idPrefixes

/** An identifier that cannot be used; the message is the catalogue's. */
export class InvalidIdError extends Error {
  override name = 'InvalidIdError'
}

/** Encodes a row's number as its public identifier, e.g. ('prj', 7) → "cHJqOjc". */
export function encodeId(prefix: IdPrefix, number: number | bigint | string): string {
  return btoa(`${prefix}:${number}`).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * Decodes a public identifier of the expected kind to its row number.
 * Throws InvalidIdError with the catalogue's words: absent, no identifier at all (invalid), of another kind, or of the
 * right kind without a number (malformed).
 */
export function decodeId(prefix: IdPrefix, id: string | null | undefined): number {
  const kind = idPrefixes[prefix]
  if (!id) throw new InvalidIdError(`no ${kind} ID provided`)
  const decoded = decode(id)
  if (decoded === null) throw new InvalidIdError(`invalid ${kind} ID provided`)
  const separator = decoded.indexOf(':')
  if (separator < 0) throw new InvalidIdError(`malformed ${kind} ID`)
  const actual = decoded.slice(0, separator)
  if (actual !== prefix) throw new InvalidIdError(`ID type mismatch: expected ${prefix} but was ${actual}`)
  const number = decoded.slice(separator + 1)
  if (!/^[1-9]\d{0,15}$/.test(number)) throw new InvalidIdError(`malformed ${kind} ID`)
  return Number(number)
}

/** Something as the database tells it: the identifiers K are numbers still. */
export type Numbered<T, K extends keyof T> = Omit<T, K> & {
  [P in K]: null extends T[P] ? number | null : number
}

function decode(id: string): string | null {
  if (!/^[\w-]{1,64}$/.test(id)) return null
  try {
    const text = atob(id.replaceAll('-', '+').replaceAll('_', '/'))
    return /^[\x20-\x7e]+$/.test(text) ? text : null
  } catch {
    return null
  }
}
