// What the compiler knows of a database. Every identifier that reaches SQL text comes from one of these objects.

export interface Column {
  name: string
  position: number
  /** The type as SQL spells it, with its modifier: `numeric(10,2)`, `public.colour`. */
  sqlType: string
  /** The type below a domain, without modifier: decides how JSON paths and full text read the column. */
  baseType: string
  nullable: boolean
  /** The default expression as the catalog prints it; undefined where the database fills the column itself. */
  defaultSql: string | undefined
  maxLength: number | undefined
  enumValues: string[]
  description: string | undefined
  representation: Representation | undefined
}

/** The functions of a domain's implicit casts, spelled for SQL: how its values appear in JSON and are read from it. */
export interface Representation {
  toJson?: string
  fromJson?: string
  /** Reads the values of filters. */
  fromText?: string
}

/** A composite type has columns and no rows: functions answer it. */
export type RelationKind = 'table' | 'view' | 'composite'

export interface Relation {
  oid: number
  schema: string
  name: string
  kind: RelationKind
  columns: Map<string, Column>
  primaryKey: string[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
  description: string | undefined
  /** Functions of one row of this relation that return a value: selectable like columns. */
  computed: Map<string, Routine>
}

export interface RoutineArgument {
  /** Empty for an unnamed argument. */
  name: string
  sqlType: string
  required: boolean
  variadic: boolean
}

export interface Routine {
  schema: string
  name: string
  args: RoutineArgument[]
  /** `void`, one value, or rows with columns of their own. */
  returns: 'void' | 'scalar' | 'composite'
  returnsSet: boolean
  returnType: string
  /** The columns of a composite answer, and the relation's identity when the type is a relation's row. */
  row: Relation | undefined
  volatility: 'immutable' | 'stable' | 'volatile'
  /** The planner's row estimate; `rows 1` makes a computed relationship to-one. */
  estimatedRows: number
  /** `set statement_timeout` of the function, applied to the whole transaction as PostgREST does. */
  statementTimeout: string | undefined
  description: string | undefined
  /** Set when the answer is of a media type of its own. */
  media: MediaHandler | undefined
}

/** How answers of a media type are made: by a function or aggregate that returns a domain named like the type. */
export interface MediaHandler {
  /** In lower case; the name of any type stands for whatever is asked for. */
  mediaType: string
  /** The domain is over `bytea`: its values are the bytes of the answer. */
  binary: boolean
  /** What makes one answer of many rows; without it the function's value is the answer. */
  aggregate?: { schema: string; name: string }
  /** The relation whose rows the aggregate takes, when it does not take any. */
  rowType?: { schema: string; name: string }
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many' | 'computed'

export interface Junction {
  relation: Relation
  /** Pairs of [column of the origin, column of the junction]. */
  source: [string, string][]
  /** Pairs of [column of the target, column of the junction]. */
  target: [string, string][]
  sourceConstraint: string
  targetConstraint: string
}

export interface Relationship {
  cardinality: Cardinality
  /** The foreign key's name; the function's for a computed relationship; the junction's for many-to-many. */
  name: string
  from: Relation
  to: Relation
  /** Pairs of [column of `from`, column of `to`]; empty for many-to-many and computed. */
  columns: [string, string][]
  toOne: boolean
  /** The key points to the origin, not from it. */
  reversed?: boolean
  junction?: Junction
  routine?: Routine
}
