import pg from 'pg'

/** What a query can be sent to: the pool, or one client inside a transaction. */
export type Db = Pick<pg.Pool, 'query'>

/** Whether the error is Postgres refusing a second row with the same key. */
export function isUniqueViolation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === '23505'
}
