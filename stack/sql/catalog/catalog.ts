import type { Client } from 'pg'
import { type GraphRows, loadGraphFacts, readGraphRows } from '../graph/catalog.ts'
import type { GraphFacts } from '../graph/types.ts'
import { castTypes } from './cast-types.ts'
import {
  ANNOUNCES,
  COLUMNS,
  KEYS,
  MEDIA_HANDLERS,
  RELATIONS,
  REPRESENTATIONS,
  ROLE_SETTINGS,
  ROUTINES,
  TYPES,
  VIEWS,
} from './queries.ts'
import { applyKeys, loadRelations } from './relations.ts'
import { buildRelationships } from './relationships.ts'
import { type LoadedRoutine, loadRoutine } from './routines.ts'
import type {
  ColumnRow,
  KeyRow,
  MediaRow,
  RelationRow,
  RepresentationRow,
  RoutineRow,
  SettingRow,
  TypeRow,
  ViewRow,
} from './rows.ts'
import type { MediaHandler, Relation, Relationship, Routine } from './types.ts'
import { tableOrigins, viewOrigins } from './view-columns.ts'

/** What the compiler knows of the exposed schemas. */
export interface Catalog {
  schemas: string[]
  /** The database notifies `pgrst` of every DDL, so that an unknown name is unknown for good. */
  announcesChanges: boolean
  /** What GraphQL asks beyond that. */
  graph: GraphFacts
  relation(schema: string, name: string): Relation | undefined
  relations(schema: string): Relation[]
  composites(schema: string): Relation[]
  relationships(from: Relation): Relationship[]
  routines(schema: string, name: string): Routine[]
  routineNames(schema: string): string[]
  allRoutines(schema: string): Routine[]
  /** The aggregates that answer in media types of their own: about one relation's rows, or about any. */
  mediaHandlers(relation: Relation | undefined): MediaHandler[]
  /** The SQL spelling of a type a client may cast to, or undefined. */
  castType(name: string): string | undefined
  /** `alter role … set` of a role, as [name, value]: Postgres applies them at login only, the stack on `set role`. */
  roleSettings(role: string): readonly (readonly [string, string])[]
}

/** Reads the catalog of the exposed schemas, which the database itself may name, in one consistent snapshot. */
export async function readCatalog(client: Client, given: string[]): Promise<Catalog> {
  let schemas = given
  const rows = async <Row>(sql: string, values: unknown[] = [schemas]) =>
    (await client.query(sql, values)).rows as Row[]
  await client.query(`begin isolation level repeatable read read only; set local search_path = ''`)
  try {
    const settings = await rows<SettingRow>(ROLE_SETTINGS, [])
    schemas = exposedSchemas(settings) ?? given
    const relations = await rows<RelationRow>(RELATIONS)
    const columns = await rows<ColumnRow>(COLUMNS)
    const casts = await rows<RepresentationRow>(REPRESENTATIONS, [])
    const keys = await rows<KeyRow>(KEYS, [])
    const views = await rows<ViewRow>(VIEWS, [])
    const routines = await rows<RoutineRow>(ROUTINES)
    const media = await rows<MediaRow>(MEDIA_HANDLERS)
    const types = await rows<TypeRow>(TYPES)
    const [watch] = await rows<{ announces: boolean }>(ANNOUNCES, [])
    const announces = watch?.announces ?? false
    const graph = await readGraphRows(client, schemas)
    return assemble(schemas, {
      relations,
      columns,
      casts,
      keys,
      views,
      routines,
      media,
      types,
      settings,
      announces,
      graph,
    })
  } finally {
    await client.query('commit')
  }
}

/** `alter role authenticator set pgrst.db_schemas`; what holds for this database comes last and wins. */
function exposedSchemas(settings: SettingRow[]): string[] | undefined {
  const own = settings.findLast(({ role, name }) => role === 'authenticator' && name === 'pgrst.db_schemas')
  const names = (own?.value ?? '').split(',').map((name) => name.trim())
  return names.some(Boolean) ? names.filter(Boolean) : undefined
}

interface CatalogRows {
  relations: RelationRow[]
  columns: ColumnRow[]
  casts: RepresentationRow[]
  keys: KeyRow[]
  views: ViewRow[]
  routines: RoutineRow[]
  media: MediaRow[]
  types: TypeRow[]
  settings: SettingRow[]
  announces: boolean
  graph: GraphRows
}

function assemble(schemas: string[], rows: CatalogRows): Catalog {
  const loaded = loadRelations(rows.relations, rows.columns, rows.casts)
  const origins = tableOrigins(new Map(rows.views.map((view) => [Number(view.oid), viewOrigins(view.rule)])))
  const foreignKeys = applyKeys(loaded, rows.keys, origins)
  const routines = rows.routines.map((row) => loadRoutine(row, loaded.byOid))
  const exposed = new Set(loaded.exposed)
  addComputedColumns(routines)
  const computed = routines.flatMap(({ rowOf, routine }) =>
    rowOf && routine.row && exposed.has(routine.row) ? [{ from: rowOf, routine }] : [],
  )
  return new LoadedCatalog(schemas, {
    relations: loaded.exposed,
    composites: [...loaded.byOid.values()].filter(({ kind }) => kind === 'composite'),
    relationships: buildRelationships(foreignKeys, computed),
    routines: routines.map(({ routine }) => routine),
    media: mediaHandlers(rows.media, loaded.byOid),
    types: castTypes(rows.types),
    settings: settingsByRole(rows.settings),
    announces: rows.announces,
    graph: loadGraphFacts(rows.graph, loaded.byOid),
  })
}

function addComputedColumns(routines: LoadedRoutine[]): void {
  for (const { rowOf, routine } of routines) {
    if (rowOf && routine.returns === 'scalar' && !routine.returnsSet)
      rowOf.computed.set(routine.name, routine)
  }
}

/** By the oid of their rows' relation; 0 for those that take any rows. */
function mediaHandlers(rows: MediaRow[], relations: Map<number, Relation>): Map<number, MediaHandler[]> {
  const byRelation = new Map<number, MediaHandler[]>()
  for (const { media_type: mediaType, binary, schema, name, relation } of rows) {
    const rowType = relations.get(Number(relation))
    const handler = { mediaType, binary, aggregate: { schema, name }, ...(rowType && { rowType }) }
    byRelation.set(Number(relation), [...(byRelation.get(Number(relation)) ?? []), handler])
  }
  return byRelation
}

function settingsByRole(rows: SettingRow[]): Map<string, [string, string][]> {
  const byRole = new Map<string, Map<string, string>>()
  for (const row of rows) {
    const settings = byRole.get(row.role) ?? new Map<string, string>()
    byRole.set(row.role, settings.set(row.name, row.value))
  }
  return new Map([...byRole].map(([role, settings]) => [role, [...settings]]))
}

interface Parts {
  relations: Relation[]
  composites: Relation[]
  relationships: Map<number, Relationship[]>
  routines: Routine[]
  media: Map<number, MediaHandler[]>
  types: Map<string, string>
  settings: Map<string, [string, string][]>
  announces: boolean
  graph: GraphFacts
}

class LoadedCatalog implements Catalog {
  readonly schemas: string[]
  readonly announcesChanges: boolean
  readonly graph: GraphFacts
  readonly #parts: Parts
  readonly #relations = new Map<string, Relation>()
  readonly #routines = new Map<string, Routine[]>()

  constructor(schemas: string[], parts: Parts) {
    this.schemas = schemas
    this.announcesChanges = parts.announces
    this.graph = parts.graph
    this.#parts = parts
    for (const relation of parts.relations) this.#relations.set(key(relation.schema, relation.name), relation)
    for (const routine of parts.routines) {
      const name = key(routine.schema, routine.name)
      this.#routines.set(name, [...(this.#routines.get(name) ?? []), routine])
    }
  }

  relation(schema: string, name: string): Relation | undefined {
    return this.#relations.get(key(schema, name))
  }

  relations(schema: string): Relation[] {
    return this.#parts.relations.filter((relation) => relation.schema === schema)
  }

  composites(schema: string): Relation[] {
    return this.#parts.composites.filter((relation) => relation.schema === schema)
  }

  relationships(from: Relation): Relationship[] {
    return this.#parts.relationships.get(from.oid) ?? []
  }

  routines(schema: string, name: string): Routine[] {
    return this.#routines.get(key(schema, name)) ?? []
  }

  routineNames(schema: string): string[] {
    return [...new Set(this.allRoutines(schema).map((routine) => routine.name))]
  }

  allRoutines(schema: string): Routine[] {
    return this.#parts.routines.filter((routine) => routine.schema === schema)
  }

  mediaHandlers(relation: Relation | undefined): MediaHandler[] {
    return this.#parts.media.get(relation?.oid ?? 0) ?? []
  }

  castType(name: string): string | undefined {
    return this.#parts.types.get(name.toLowerCase())
  }

  roleSettings(role: string): readonly (readonly [string, string])[] {
    return this.#parts.settings.get(role) ?? []
  }
}

function key(schema: string, name: string): string {
  return `${schema}\0${name}`
}
