// Numbers that JavaScript would round (2^63-1, 1e400, 0.1234567890123456789) travel through the analysis as text
// behind a mark, and become numbers again where data is written. Everything between passes strings on unchanged.
import type { JsonValue } from '../types.ts'

// A character for private use (Unicode 23.5): whoever writes it into a description gets a number for it, no more.
const MARK = '\uE000'
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
const IS_NUMBER = new RegExp(`^${NUMBER}$`)
// An opening quotation mark stands behind a bracket, a comma, a colon or a space; one inside a text behind a backslash.
const WRITTEN = new RegExp(`(?<=^|[[,:\\s])"${MARK}(${NUMBER})"(?!\\s*:)`, 'g')
// The same in a literal of a program, where JSON may stand in a string: its quotation marks are escaped then.
const LITERAL = new RegExp(`(\\\\*["'])${MARK}(${NUMBER})\\1`, 'g')
// Only a number of many digits or a large exponent can be rounded. Around it stands what JSON has around numbers, so that
// hardly a text looks like one ("550e8400-…").
const MAY_ROUND = /(?:^|[[,:\s])-?\d(?:[\d.]{15}[\d.eE+-]*|[\d.]*[eE]\+?\d{2,})(?=[\s,\]}]|$)/
// Postgres takes any number in json; whoever reads it later may not.
const MAX_LENGTH = 1_000
const MAX_EXPONENT = 1_000
const ZERO = 0x30

// A cheap test before what is slower by ten.
function mayRound(text: string): boolean {
  return MAY_ROUND.test(text)
}

/**
 * JSON.parse, with numbers that would be rounded as marked texts. Where the engine does not say how a number was
 * written (context.source of ECMA-262's JSON.parse), they are rounded as ever. Throws as JSON.parse does.
 */
export function parseExact(text: string): JsonValue {
  if (!mayRound(text)) return JSON.parse(text) as JsonValue
  return JSON.parse(text, (_key, value: JsonValue, context?: { source?: string }) =>
    typeof value === 'number' && context?.source ? exactNumber(value, context.source) : value,
  ) as JsonValue
}

/** `value`, or the text of it behind the mark when it is not what `source` (in JSON's grammar) says. */
export function exactNumber(value: number, source: string): number | string {
  if (isFaithful(value, source) || !IS_NUMBER.test(source)) return value
  const exponent = Number(/[eE]\+?(-?\d+)$/.exec(source)?.[1] ?? 0)
  return source.length > MAX_LENGTH || Math.abs(exponent) > MAX_EXPONENT ? source : MARK + source
}

/** The digits of a marked number, null for anything else. */
export function exactDigits(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith(MARK)) return null
  const digits = value.slice(MARK.length)
  return IS_NUMBER.test(digits) ? digits : null
}

/** The same JSON text with the numbers that JSON.parse would round as marked texts. */
export function markExactNumbers(json: string): string {
  return mayRound(json) ? JSON.stringify(parseExact(json)) : json
}

/** A text with its marked numbers as bare digits, for what is no JSON. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, '')
}

/** A JSON text with its marked numbers as numbers. */
export function writeExactNumbers(json: string): string {
  return json.includes(MARK) ? json.replace(WRITTEN, '$1') : json
}

/** A program in any language with its marked numbers as numbers, whatever quotes stood around them. */
export function writeExactLiterals(program: string): string {
  return program.includes(MARK) ? program.replace(LITERAL, '$2') : program
}

// Fifteen digits always survive. Zeros at the end of a fraction and spellings of an exponent change no number.
function isFaithful(value: number, source: string): boolean {
  return Number.isFinite(value) && digitsOf(source) === digitsOf(String(value))
}

// Step by step from the end: an expression would look at every run of zeros in between, each to its end.
function withoutZerosBehind(digits: string): string {
  let end = digits.length
  while (digits.charCodeAt(end - 1) === ZERO) end--
  return digits.slice(0, end)
}

function digitsOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutZerosBehind(digits)
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + (digits.length - significant.length)
  return `${significant}e${power}`
}
