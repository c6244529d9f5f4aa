// Words of the queries that an archive is written by.

/** The primary address of an account. */
export const emailOf = (column: string) =>
  `(select e.email from public.emails e where e.user_id = ${column} and e.is_primary)`

/** A time as archives have it, to the microsecond. */
export const stamp = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** All of some rows as one list; an empty one for none. */
export const listOf = (value: string, order: string, rows: string) =>
  `select coalesce(jsonb_agg(${value} order by ${order}), '[]') from ${rows}`
