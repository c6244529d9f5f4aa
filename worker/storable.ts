// Texts as Postgres takes them: without NUL, and without halves of characters that a cut has left.

/** A text as Postgres takes it, no longer than a column. */
export function storable(text: string, most = Number.POSITIVE_INFINITY): string {
  return text.slice(0, most).replaceAll('\0', '\uFFFD').toWellFormed()
}

/** A value as JSON that Postgres takes. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part))
}
