// Reading what analysis stored of other people's descriptions: what is not of the expected kind is not there.

export type Fields = Readonly<Record<string, unknown>>

/** The text, or '' where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The object, or an empty one where it is none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** The objects of a list. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const mostOfLine = 2_000

/** A text on one line, cut where it is long. */
export function oneLine(value: unknown): string {
  const text = textOf(value)
  return `${text.slice(0, mostOfLine).replace(/\s+/g, ' ').trim()}${text.length > mostOfLine ? '…' : ''}`
}

/** A text on one line, as Markdown that says no more than the text: nothing in it is a link, an image, HTML or emphasis. */
export function plainLine(value: unknown): string {
  return oneLine(value).replace(/[\\`*_{}[\]<>()#!|~&]/g, '\\$&')
}
