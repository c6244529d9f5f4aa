// Everything a caller does happens as their own role with their own claims, in one transaction.
import type pg from 'pg'
import type { Verified } from '../jwt.ts'
import type { Connections } from '../postgres/shared-pool.ts'
import { transaction } from '../postgres/transaction.ts'

export type Db = Pick<pg.PoolClient, 'query'>

/** The stack itself: for what policies have no say in, such as whether a bucket is public. */
export const SYSTEM: Verified = Object.freeze({
  role: 'service_role',
  claims: Object.freeze({ role: 'service_role' }),
})

/** Who sent no token, or one that is worth nothing, where none is needed. */
export const NOBODY: Verified = Object.freeze({ role: 'anon', claims: Object.freeze({ role: 'anon' }) })

/** Runs `work` as the caller: committed when it resolves, rolled back when it throws. */
export function actingAs<T>(
  connections: Connections,
  caller: Verified,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return transaction(connections, async (db) => {
    await become(db, caller)
    return work(db)
  })
}

/** Changes who acts for the rest of the transaction. */
export async function become(db: Db, caller: Verified): Promise<void> {
  await db.query(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
            set_config('request.jwt.claim.sub', $3, true)`,
    [caller.role, JSON.stringify(caller.claims), String(caller.claims.sub ?? '')],
  )
}

/** Lets this transaction delete rows: their bytes are taken care of. */
export async function allowDelete(db: Db): Promise<void> {
  await db.query(`select set_config('storage.allow_delete_query', 'true', true)`)
}

/** The caller's user id for the owner columns. */
export function ownerOf(caller: Verified): { uuid: string | null; id: string | null } {
  const { sub } = caller.claims
  if (typeof sub !== 'string') return { uuid: null, id: null }
  return { uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sub) ? sub : null, id: sub }
}
