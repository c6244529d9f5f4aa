// PostgREST's own errors: code, status and wording as its v13 documents them.
import type { Junction, Relation, Relationship, Routine } from '../sql/catalog/types.ts'

export interface ErrorBody {
  code: string
  message: string
  details: unknown
  hint: string | null
}

/** An answer that is an error: status, body and headers of its own. */
export class RestError extends Error {
  override name = 'RestError'
  readonly code: string
  readonly status: number
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>
  /** The reason phrase, where the database chose one. */
  readonly statusText: string | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    extra: Partial<Pick<RestError, 'details' | 'hint' | 'headers' | 'statusText'>> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = extra.details ?? null
    this.hint = extra.hint ?? null
    this.headers = extra.headers ?? {}
    this.statusText = extra.statusText
  }

  get body(): ErrorBody {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message }
  }
}

export const parseError = (subject: string, text: string, column: number, details: string) =>
  new RestError(400, 'PGRST100', `"failed to parse ${subject} (${text})" (line 1, column ${column})`, {
    details,
  })

export const invalidRpcMethod = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)

export const invalidBody = (message: string) => new RestError(400, 'PGRST102', message)

export const bodyTooLarge = (limit: number) =>
  new RestError(413, 'PGRST102', `The request body is larger than ${limit} bytes`)

export const invalidRange = (details: string, headers: Record<string, string> = {}) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })

export const rangeOutOfBounds = (offset: number, total: number) =>
  invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
    'Content-Range': `*/${total}`,
  })

export const invalidPutFilters = () =>
  new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators")

export const unknownSchema = (schema: string, exposed: string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })

export const unacceptableMedia = (accepts: string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${accepts.join(', ')}`)

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })

export const invalidHeadersSetting = () =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )

export const invalidStatusSetting = () =>
  new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')

export const pageOnPut = () =>
  new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')

export const putMismatch = () =>
  new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

export const notSingular = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export const unsupportedMethod = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)

/** Ours: upstream would answer, however long it took. */
export const readTooMuch = () =>
  new RestError(400, 'PGRSTX01', 'The request reads more rows than one request may', {
    hint: 'Ask for smaller pages (`embed.limit=10`), or for fewer embeds in embeds.',
  })

/** Ours: upstream would keep the answers in its memory. */
export const tooMuchUnread = () =>
  new RestError(503, 'PGRSTX04', 'Too much of what you asked for has not been read yet', {
    hint: 'Read the answers that are on their way, then try again.',
  })

export const tooManyEmbeds = (most: number) =>
  new RestError(400, 'PGRSTX02', `A request may have ${most} embeds at most`)

/** Ours: upstream would compile it, however long that took. */
/** Ours: what the call has locked would stay so for as long as its filters take. */
export const slowFilterOfCall = () =>
  new RestError(
    400,
    'PGRSTX05',
    'What a call that may change something answers is not filtered by patterns',
    {
      hint: 'Filter with eq, in, like and their kin.',
    },
  )

export const patternRefused = (problem: string) => new RestError(400, 'PGRSTX03', problem)

export const relatedOrderNotToOne = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })

export const twiceJoined = (name: string) =>
  new RestError(400, '42712', `table name "${name}" specified more than once`)

export const badRaise = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
    details,
    hint,
  })

export const invalidPreferences = (names: string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${names.join(', ')}`,
  })

export const aggregatesDisabled = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')

export const tooManyAffected = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })

export const rootDisabled = () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')

export const invalidPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL')

export const maxAffectedOnScalar = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )

export const noRelationship = (
  origin: string,
  target: string,
  hintUsed: string | undefined,
  schema: string,
  hint: string | null,
) =>
  new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${origin}' and '${target}'` +
        `${hintUsed === undefined ? '' : ` using the hint '${hintUsed}'`} in the schema '${schema}', but no matches were found.`,
      hint,
    },
  )

export const ambiguousRelationship = (origin: string, target: string, found: Relationship[]) =>
  new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: found.map(describeRelationship),
      hint:
        `Try changing '${target}' to one of the following: ${found.map((one) => `'${one.to.name}!${one.name}'`).join(', ')}. ` +
        "Find the desired relationship in the 'details' key.",
    },
  )

function describeRelationship(found: Relationship): Record<string, string> {
  return {
    cardinality: found.cardinality,
    embedding: `${found.from.name} with ${found.to.name}`,
    relationship: found.junction ? describeJunction(found.junction) : describeKey(found),
  }
}

function describeKey({ name, from, to, columns }: Relationship): string {
  const list = (side: 0 | 1) => columns.map((pair) => pair[side]).join(', ')
  return `${name} using ${from.name}(${list(0)}) and ${to.name}(${list(1)})`
}

function describeJunction(junction: Junction): string {
  const list = (pairs: [string, string][]) => pairs.map(([, column]) => column).join(', ')
  return (
    `${junction.relation.name} using ${junction.sourceConstraint}(${list(junction.source)})` +
    ` and ${junction.targetConstraint}(${list(junction.target)})`
  )
}

export const ambiguousFunction = (candidates: Routine[]) =>
  new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${candidates.map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )

function signature({ schema, name, args }: Routine): string {
  return `${schema}.${name}(${args.map((arg) => `${arg.name} => ${arg.sqlType}`).join(', ')})`
}

export const unknownPayloadColumn = (relation: Relation, column: string) =>
  new RestError(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${relation.name}' in the schema cache`,
  )

export const unknownTable = (schema: string, name: string, hint: string | null) =>
  new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, { hint })

/** What Postgres itself would say, had the name reached it. */
export const unknownColumn = (relation: string, column: string) =>
  new RestError(400, '42703', `column ${relation}.${column} does not exist`)

export const unknownConflictColumn = (column: string) =>
  new RestError(400, '42703', `column "${column}" does not exist`)

export const unknownType = (type: string) => new RestError(400, '42704', `type "${type}" does not exist`)

export const missingWhere = (statement: 'UPDATE' | 'DELETE') =>
  new RestError(400, '21000', `${statement} requires a WHERE clause`)

// Unlike PostgREST's, without what the socket said: that names folders of the server.
export const connectionFailed = () =>
  new RestError(503, 'PGRST001', 'Database connection error. Retrying the connection.')

export const poolExhausted = () =>
  new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
