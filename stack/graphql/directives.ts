// Settings in comments: comment on table t is '@graphql({"totalCount": {"enabled": true}})'.

type Settings = Record<string, unknown>

/** The settings in a comment; empty where there are none, or none that can be read. */
export function directiveOf(comment: string | undefined): Settings {
  const json = /@graphql\(([\s\S]+)\)/.exec(comment ?? '')?.[1]
  if (json === undefined) return {}
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** A setting that is a text. */
export function textSetting(settings: Settings, name: string): string | undefined {
  const value = settings[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A setting of the form `{"enabled": true}`. */
export function isEnabled(settings: Settings, name: string): boolean {
  const value = settings[name]
  return isRecord(value) && value.enabled === true
}

export interface SchemaSettings {
  inflect: boolean
  maxRows: number
  introspection: boolean
  /** Domains show as the type below them instead of Opaque. */
  baseTypes: boolean
}

const MAX_ROWS = 30

/** What a schema's comment switches. */
export function schemaSettings(comment: string | undefined): SchemaSettings {
  const settings = directiveOf(comment)
  const rows = Number(settings.max_rows)
  return {
    inflect: settings.inflect_names === true,
    maxRows: Number.isSafeInteger(rows) && rows > 0 ? rows : MAX_ROWS,
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

/** Foreign keys that a comment declares, as views need them. */
export function keySettings(settings: Settings): KeySetting[] {
  const list = Array.isArray(settings.foreign_keys) ? settings.foreign_keys : []
  return list.filter(isRecord).map((key) => ({
    localName: textSetting(key, 'local_name'),
    localColumns: texts(key.local_columns),
    foreignName: textSetting(key, 'foreign_name'),
    foreignSchema: textSetting(key, 'foreign_schema') ?? 'public',
    foreignTable: textSetting(key, 'foreign_table') ?? '',
    foreignColumns: texts(key.foreign_columns),
  }))
}

/** A setting that is a list of texts. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** `{"mappings": {"sql label": "GraphQL name"}}` of an enum. */
export function mappingsOf(settings: Settings): Map<string, string> {
  if (!isRecord(settings.mappings)) return new Map()
  return new Map(
    Object.entries(settings.mappings).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

function isRecord(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
