// How values are typed: a text for each value, and what a text means. Numbers that JavaScript would round stay as they
// are written (decision 39).
import {
  exactDigits,
  exactNumber,
  parseExact,
  writeExactNumbers,
} from '../../../../../../analysis/parse/exact-number.ts'
import type { Codec } from './use-field.ts'

const shownOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? (exactDigits(value) ?? value) : jsonOf(value)
}

const jsonOf = (value: unknown): string => writeExactNumbers(JSON.stringify(value, null, 2))

/** A text; an empty one takes the value away. */
export const textCodec: Codec = {
  show: shownOf,
  read: (text) => ({ value: text === '' ? undefined : text }),
}

/** A text that has to be there: an empty one is written as ''. */
export const keptTextCodec: Codec = { show: shownOf, read: (text) => ({ value: text }) }

/** Any finite number, or a whole one from 0. */
export const numberCodec = (kind: 'any' | 'count'): Codec => ({
  show: shownOf,
  read: (text) => {
    const trimmed = text.trim()
    if (trimmed === '') return { value: undefined }
    const value = Number(trimmed)
    if (!Number.isFinite(value)) return { problem: 'Write a number.' }
    if (kind === 'count' && (!Number.isInteger(value) || value < 0))
      return { problem: 'Write a whole number from 0.' }
    return { value: exactNumber(value, trimmed) }
  },
})

/** Any value as JSON. */
export const jsonCodec: Codec = {
  show: (value) => (value === undefined ? '' : jsonOf(value)),
  read: (text) => {
    if (text.trim() === '') return { value: undefined }
    try {
      return { value: parseExact(text) }
    } catch {
      return { problem: 'This is not valid JSON yet. Texts stand in double quotes.' }
    }
  },
}

/** A value of a type: texts are typed as they are, everything else as JSON. */
export const valueCodec = (type: string | undefined): Codec => {
  if (type !== 'string') return looseCodec
  return { show: shownOf, read: (text) => ({ value: text === '' ? undefined : text }) }
}

/** JSON where it is some, a text otherwise. */
export const looseCodec: Codec = {
  show: (value) => {
    if (value === undefined) return ''
    if (typeof value !== 'string') return jsonOf(value)
    const digits = exactDigits(value)
    if (digits !== null) return digits
    return meansJson(value) ? JSON.stringify(value) : value
  },
  read: (text) => {
    const trimmed = text.trim()
    if (trimmed === '') return { value: undefined }
    try {
      return { value: parseExact(trimmed) }
    } catch {
      if (/^[[{]/.test(trimmed)) return { problem: 'This is not valid JSON yet.' }
      return { value: text }
    }
  },
}

function meansJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return text.trim() === ''
  }
}
