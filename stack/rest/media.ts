import { unacceptableMedia } from '../data-api/errors.ts'
import type { MediaHandler } from '../sql/catalog/types.ts'
import type { BodyFormat } from '../sql/compile/compile.ts'

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
  format: Extract<BodyFormat, 'array' | 'object' | 'csv' | 'handled'>
  stripNulls: boolean
  contentType: string
  /** What makes an answer that is `handled`. */
  handler?: MediaHandler
}

/** The handlers an answer may come from: those for these very rows or this function, and those for any rows. */
export interface Handlers {
  own: MediaHandler[]
  any: MediaHandler[]
}

const JSON_TYPES = new Set(['*/*', 'application/json'])
const OBJECT_TYPES = new Set(['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object'])
const ARRAY_TYPES = new Set(['application/vnd.pgrst.array+json', 'application/vnd.pgrst.array'])

/** Picks the first type of `Accept` that can be produced; throws PGRST107 when there is none. */
export function negotiate(header: string | undefined, handlers: Handlers): Accepted {
  const wanted = acceptedTypes(header)
  for (const type of wanted) {
    const accepted = handled(type, handlers) ?? produced(type)
    if (accepted) return accepted
  }
  throw unacceptableMedia(wanted)
}

/** Whether the root's description may be sent as the client wants it. */
export function acceptsOpenApi(header: string | undefined): boolean {
  return acceptedTypes(header).some((type) => JSON_TYPES.has(type) || type === 'application/openapi+json')
}

const ANY = '*/*'
const WITH_CHARSET = new Set([
  'application/json',
  'application/geo+json',
  'application/openapi+json',
  'text/csv',
  'text/plain',
  'text/xml',
])

/** PostgREST's own `vnd.pgrst` types are never handled. */
function handled(type: string, { own, any }: Handlers): Accepted | undefined {
  const name = type.split(';', 1)[0]?.trim() ?? ''
  if (OBJECT_TYPES.has(name) || ARRAY_TYPES.has(name)) return undefined
  const handler =
    own.find(({ mediaType }) => mediaType === ANY) ??
    [...own, ...any].find(({ mediaType }) => mediaType === name)
  if (!handler) return undefined
  const { mediaType } = handler
  const contentType = mediaType === ANY ? 'application/octet-stream' : mediaType
  return {
    format: 'handled',
    stripNulls: false,
    contentType: WITH_CHARSET.has(contentType) ? utf8(contentType) : contentType,
    handler,
  }
}

function produced(type: string): Accepted | undefined {
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim())
  const stripNulls = parameters.includes('nulls=stripped')
  if (JSON_TYPES.has(name))
    return { format: 'array', stripNulls: false, contentType: utf8('application/json') }
  if (name === 'text/csv') return { format: 'csv', stripNulls: false, contentType: utf8('text/csv') }
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
