import { invalidBody } from '../data-api/errors.ts'
import { parseCsv } from './csv.ts'
import { bodyType } from './media.ts'

/** A body as one JSON text that Postgres reads itself, and the keys it holds. */
export interface Payload {
  json: string
  isArray: boolean
  keys: string[]
}

/**
 * Reads the body of an insert or update, of the type that its `Content-Type` says. `columns` names the keys, so that
 * the body need not be looked at.
 */
export function rowsPayload(
  body: string,
  contentType: string | undefined,
  columns: string[] | undefined,
): Payload {
  const type = bodyType(contentType)
  if (type === 'application/json') return columns ? rawJson(body, columns) : scannedJson(body)
  if (type === 'text/csv') return csvPayload(body)
  if (type === 'application/x-www-form-urlencoded') {
    const fields = Object.fromEntries(new URLSearchParams(body))
    return { json: JSON.stringify(fields), isArray: false, keys: Object.keys(fields) }
  }
  throw unacceptable(contentType)
}

/** Reads the body of a call with named arguments. */
export function callPayload(
  body: string,
  contentType: string | undefined,
  columns: string[] | undefined,
): Payload {
  const type = bodyType(contentType)
  if (type === 'text/csv') return csvPayload(body)
  if (type !== 'application/json') throw unacceptable(contentType)
  if (body.trim() === '') return { json: '{}', isArray: false, keys: [] }
  return columns ? rawJson(body, columns) : scannedJson(body)
}

function unacceptable(contentType = ''): Error {
  return invalidBody(`Content-Type not acceptable: ${contentType.split(';', 1)[0]?.trim()}`)
}

/** Postgres will reject bad JSON; only whether it is an array must be known. */
function rawJson(body: string, columns: string[]): Payload {
  return { json: body, isArray: /^\s*\[/.test(body), keys: [...new Set(columns)] }
}

function scannedJson(body: string): Payload {
  const value = parseJson(body)
  if (Array.isArray(value))
    return { json: body, isArray: true, keys: uniformKeys(value, 'All object keys must match') }
  if (isObject(value)) return { json: body, isArray: false, keys: Object.keys(value) }
  return { json: '[]', isArray: true, keys: [] }
}

function csvPayload(body: string): Payload {
  const rows = parseCsv(body)
  return {
    json: JSON.stringify(rows),
    isArray: true,
    keys: uniformKeys(rows, 'All lines must have same number of fields'),
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

function uniformKeys(rows: unknown[], complaint: string): string[] {
  const [first] = rows
  if (first === undefined) return []
  if (!isObject(first)) throw invalidBody(complaint)
  const keys = Object.keys(first)
  for (const row of rows) {
    if (!isObject(row) || !sameKeys(row, keys)) throw invalidBody(complaint)
  }
  return keys
}

function sameKeys(row: Record<string, unknown>, keys: string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
