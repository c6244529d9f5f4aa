// What the database takes and answers, by the names of its functions: from the types that `npm run gen:types` writes.
import type { Database, Json } from './database.gen.ts'
import type { documents, rowsInJson } from './json-answers.ts'

type Composites = Database['public']['CompositeTypes']
type Functions = Database['public']['Functions']

/** The functions that people may call; the service's own begin with svc_. */
export type FunctionName = Exclude<keyof Functions, `svc_${string}`>
/** The functions of the service role. */
export type ServiceFunctionName = Extract<keyof Functions, `svc_${string}`>

/**
 * One row of a composite type. Postgres cannot say of an attribute that it is never null, so the generated types allow
 * null everywhere: those that may be null are named here, beside the queries that read them. `Known` says of attributes
 * what the database cannot: which texts they are, what is in Json, and the rows within.
 */
export type RowOf<
  Name extends keyof Composites,
  Nullable extends keyof Composites[Name] = never,
  Known extends { [Key in keyof Composites[Name]]?: unknown } = Record<never, never>,
> = {
  [Key in keyof Composites[Name]]: Key extends keyof Known
    ? Known[Key]
    : Key extends Nullable
      ? Composites[Name][Key]
      : NonNullable<Composites[Name][Key]>
}

/** What a list answers: a page, and how many rows there are in all. */
export interface Page<Row> {
  items: Row[]
  total: number
}

type Args<Name extends keyof Functions> = Functions[Name]['Args']
// What has a default in SQL may be left out. Whether null means something is for the function to say: the types do not
// know it.
type Optional<A> = { [K in keyof A]-?: Partial<Record<K, A[K]>> extends Pick<A, K> ? K : never }[keyof A]
type Given<A> = { [K in Exclude<keyof A, Optional<A>>]: A[K] | null } & {
  [K in Optional<A>]?: A[K] | null | undefined
}

/** The arguments of a function, as `rpc` takes them. */
export type ArgsOf<Name extends keyof Functions> = Given<Args<Name>>

/** What a function answers: as `Declared` says of it, unless the generated types say something else. */
export type AnswerOf<Name extends keyof Functions, Declared> = Name extends keyof Declared
  ? Refines<Declared[Name], Known<Name>> extends true
    ? Declared[Name]
    : Contradiction<Name>
  : Functions[Name]['Returns']

type RowsInJson = typeof rowsInJson

/** What is known of an answer: of json, by json-answers.ts. Of json that is not there nothing may be declared. */
type Known<Name extends keyof Functions> = Json extends Functions[Name]['Returns']
  ? Name extends keyof RowsInJson
    ? Made<RowsInJson[Name]>
    : Name extends keyof typeof documents
      ? Json
      : never
  : Functions[Name]['Returns']

type Made<Type> = Type extends keyof Composites
  ? Composites[Type] | null
  : Type extends `${infer Row extends keyof Composites}[]`
    ? Composites[Row][] | null
    : never

/** Stands where a declaration no longer fits the database: no code can use it, and its name says why. */
interface Contradiction<Name> {
  'the declaration and database.gen.ts contradict each other': Name
}

/** Whether a declaration only says more than the generated type: of Json anything, of all else what is null, and which texts. */
type Refines<Declared, Known> = [Known] extends [never]
  ? false
  : Json extends Known
    ? true
    : [Known] extends [readonly (infer KnownRow)[] | null]
      ? [Declared] extends [readonly (infer Row)[] | null]
        ? Refines<Row, KnownRow>
        : false
      : [Known] extends [object | null]
        ? RefinesRow<NonNullable<Declared>, NonNullable<Known>>
        : [NonNullable<Declared>] extends [NonNullable<Known>]
          ? true
          : false
type RefinesRow<Row, Known> = false extends {
  [Key in keyof Row]: Key extends keyof Known ? Refines<Row[Key], Known[Key]> : false
}[keyof Row]
  ? false
  : true
