import type { BodyFormat } from '../sql/compile.ts'
import { unacceptableMedia } from './errors.ts'

export type MediaName =
  | 'application/json'
  | 'application/vnd.pgrst.object+json'
  | 'application/vnd.pgrst.array+json'
  | 'application/openapi+json'
  | 'application/x-www-form-urlencoded'
  | 'application/octet-stream'
  | 'text/csv'
  | 'text/plain'
  | 'text/xml'
  | 'other'

/** How the client wants the rows. */
export interface Accepted {
  format: Extract<BodyFormat, 'array' | 'object' | 'csv'>
  stripNulls: boolean
  contentType: string
}

const JSON_TYPES = new Set(['*/*', 'application/*', 'application/json'])
const OBJECT_TYPES = new Set(['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object'])
const ARRAY_TYPES = new Set(['application/vnd.pgrst.array+json', 'application/vnd.pgrst.array'])

/** Picks the first type of `Accept` that can be produced; throws PGRST107 when there is none. */
export function negotiate(header: string | undefined): Accepted {
  const wanted = acceptedTypes(header)
  for (const type of wanted) {
    const accepted = produced(type)
    if (accepted) return accepted
  }
  throw unacceptableMedia(wanted)
}

/** Whether the root's description may be sent as the client wants it. */
export function acceptsOpenApi(header: string | undefined): boolean {
  return acceptedTypes(header).some((type) => JSON_TYPES.has(type) || type === 'application/openapi+json')
}

function produced(type: string): Accepted | undefined {
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim())
  const stripNulls = parameters.includes('nulls=stripped')
  if (JSON_TYPES.has(name))
    return { format: 'array', stripNulls: false, contentType: utf8('application/json') }
  if (name === 'text/csv' || name === 'text/*')
    return { format: 'csv', stripNulls: false, contentType: utf8('text/csv') }
  const suffix = stripNulls ? ';nulls=stripped' : ''
  if (OBJECT_TYPES.has(name)) {
    return { format: 'object', stripNulls, contentType: utf8(`application/vnd.pgrst.object+json${suffix}`) }
  }
  if (!ARRAY_TYPES.has(name)) return undefined
  const array = stripNulls ? 'application/vnd.pgrst.array+json;nulls=stripped' : 'application/json'
  return { format: 'array', stripNulls, contentType: utf8(array) }
}

function utf8(type: string): string {
  return `${type}; charset=utf-8`
}

/** The types of an `Accept` header, most wanted first. */
function acceptedTypes(header: string | undefined): string[] {
  if (!header) return ['*/*']
  return header
    .split(',')
    .map((entry) => ({
      type: entry
        .replace(/;\s*q=[^;]*/i, '')
        .trim()
        .toLowerCase(),
      quality: qualityOf(entry),
    }))
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ type }) => type)
}

function qualityOf(entry: string): number {
  const found = /;\s*q=([\d.]+)/.exec(entry)
  return found ? Number(found[1]) : 1
}

const BODY_TYPES = new Set<MediaName>([
  'application/json',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'text/csv',
  'text/plain',
  'text/xml',
])

/** The type of a request's body; JSON when it does not say. */
export function bodyType(header: string | undefined): MediaName {
  if (!header) return 'application/json'
  const name = (header.split(';', 1)[0] ?? '').trim().toLowerCase() as MediaName
  if (OBJECT_TYPES.has(name) || ARRAY_TYPES.has(name)) return 'application/json'
  return BODY_TYPES.has(name) ? name : 'other'
}
