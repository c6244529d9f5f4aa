// Settings in comments: comment on table t is '@graphql({"totalCount": {"enabled": true}})'.
import { GraphError } from '../errors.ts'

type Settings = Record<string, unknown>

/** The settings in a comment; empty where there are none. Refuses what is not JSON, in Postgres's words. */
export function directiveOf(comment: string | undefined): Settings {
  const json = /@graphql\(([\s\S]+)\)/.exec(comment ?? '')?.[1]
  if (json === undefined) return {}
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : {}
  } catch {
    throw new GraphError('invalid input syntax for type json')
  }
}

/** A setting that is a text. */
export function textSetting(settings: Settings, name: string): string | undefined {
  const value = settings[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A setting that is true or false. */
export function truthSetting(settings: Settings, name: string): boolean | undefined {
  const value = settings[name]
  return typeof value === 'boolean' ? value : undefined
}

/** A setting of the form `{"enabled": true}`. */
export function isEnabled(settings: Settings, name: string): boolean {
  const value = settings[name]
  return isRecord(value) && String(value.enabled) === 'true'
}

export interface SchemaSettings {
  inflect: boolean
  maxRows: number
  introspection: boolean
  /** Domains show as the type below them instead of Opaque. */
  baseTypes: boolean
}

const MAX_ROWS = 30

/** The most rows of a page, where a comment sets it. */
export function maxRowsSetting(settings: Settings): number | undefined {
  const rows = Number(settings.max_rows)
  return Number.isSafeInteger(rows) && rows > 0 ? rows : undefined
}

/** What a schema's comment switches. */
export function schemaSettings(comment: string | undefined): SchemaSettings {
  const settings = directiveOf(comment)
  return {
    inflect: settings.inflect_names === true,
    maxRows: maxRowsSetting(settings) ?? MAX_ROWS,
    introspection: settings.introspection === true,
    baseTypes: settings.resolve_base_type === true,
  }
}

export interface KeySetting {
  localName: string | undefined
  localColumns: string[]
  foreignName: string | undefined
  foreignSchema: string
  foreignTable: string
  foreignColumns: string[]
}

/** Foreign keys that a comment declares, as views need them. Refuses another form, in pg_graphql's words. */
export function keySettings(settings: Settings): KeySetting[] {
  return items(settings.foreign_keys ?? []).map((key) => {
    if (!isRecord(key)) throw misread(key, 'struct TableDirectiveForeignKey')
    return {
      localName: textSetting(key, 'local_name'),
      localColumns: texts(required(key, 'local_columns')),
      foreignName: textSetting(key, 'foreign_name'),
      foreignSchema: text(required(key, 'foreign_schema')),
      foreignTable: text(required(key, 'foreign_table')),
      foreignColumns: texts(required(key, 'foreign_columns')),
    }
  })
}

/** The columns that a comment names as a key; empty where it names none. */
export function keyColumnsSetting(settings: Settings): string[] {
  return texts(settings.primary_key_columns ?? [])
}

function required(settings: Settings, name: string): unknown {
  if (settings[name] === undefined) throw unreadable(`missing field \`${name}\``)
  return settings[name]
}

function texts(value: unknown): string[] {
  return items(value).map(text)
}

function items(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw misread(value, 'a sequence')
  return value
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw misread(value, 'a string')
  return value
}

function misread(value: unknown, expected: string): GraphError {
  return unreadable(`invalid type: ${found(value)}, expected ${expected}`)
}

function found(value: unknown): string {
  if (Array.isArray(value)) return 'sequence'
  if (isRecord(value)) return 'map'
  if (typeof value === 'string') return `string ${JSON.stringify(value)}`
  if (typeof value === 'boolean') return `boolean \`${value}\``
  if (typeof value === 'number')
    return `${Number.isInteger(value) ? 'integer' : 'floating point'} \`${value}\``
  return 'null'
}

function unreadable(reason: string): GraphError {
  return new GraphError(`Error while loading schema, check comment directives. ${reason}`)
}

/** `{"mappings": {"sql label": "GraphQL name"}}` of an enum. */
export function mappingsOf(settings: Settings): Map<string, string> {
  const mappings = settings.mappings ?? {}
  if (!isRecord(mappings)) throw misread(mappings, 'a map')
  return new Map(Object.entries(mappings).map(([label, name]) => [label, text(name)]))
}

function isRecord(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
