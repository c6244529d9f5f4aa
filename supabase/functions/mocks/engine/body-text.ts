// Bodies as they are sent: an example is a value, and its media type says how that is written.
import { XMLBuilder } from 'fast-xml-parser'
import { withoutMarks, writeExactNumbers } from '../../../../analysis/parse/exact-number.ts'

const xml = new XMLBuilder({ format: true, ignoreAttributes: true })

/** The text of a mocked value; null where there is none. */
export function bodyText(value: unknown, mediaType: string): string | null {
  if (value === undefined) return null
  if (typeof value === 'string')
    return withoutMarks(isJson(mediaType) && !isWritten(value) ? JSON.stringify(value) : value)
  if (/[/+]xml$/.test(mediaType) && typeof value === 'object' && value !== null) return xmlText(value)
  return writeExactNumbers(JSON.stringify(value))
}

function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType.split(';', 1)[0] ?? '')
}

// Some authors write the example of an object as its JSON.
function isWritten(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// The description names no root: a list or several members stand in one.
function xmlText(value: object): string {
  const names = Object.keys(value)
  const root = Array.isArray(value)
    ? { items: { item: value } }
    : names.length === 1
      ? value
      : { response: value }
  return withoutMarks(`<?xml version="1.0" encoding="UTF-8"?>\n${xml.build(root)}`)
}
