import type pg from 'pg'
import type { Connections } from './shared-pool.ts'

/** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
export async function transaction<T>(
  connections: Connections,
  work: (db: Pick<pg.PoolClient, 'query'>) => Promise<T>,
): Promise<T> {
  const client = await connections.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}
