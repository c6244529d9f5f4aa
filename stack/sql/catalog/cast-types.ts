import { ident } from '../sql-text.ts'
import type { TypeRow } from './rows.ts'

// The spellings SQL gives to built-in types; pg_type knows them by their short names only.
const STANDARD_NAMES: Record<string, string> = {
  int: 'integer',
  integer: 'integer',
  smallint: 'smallint',
  bigint: 'bigint',
  real: 'real',
  float: 'double precision',
  'double precision': 'double precision',
  decimal: 'numeric',
  dec: 'numeric',
  boolean: 'boolean',
  char: 'character',
  character: 'character',
  'character varying': 'character varying',
  'timestamp with time zone': 'timestamp with time zone',
  'timestamp without time zone': 'timestamp without time zone',
  'time with time zone': 'time with time zone',
  'time without time zone': 'time without time zone',
  'bit varying': 'bit varying',
}

/** The types a client may cast to, by lower-cased name; the first schema in search order wins. */
export function castTypes(rows: TypeRow[]): Map<string, string> {
  const types = new Map<string, string>(Object.entries(STANDARD_NAMES))
  for (const row of rows) {
    if (!types.has(row.name)) types.set(row.name, `${ident(row.schema)}.${ident(row.name)}`)
  }
  return types
}
