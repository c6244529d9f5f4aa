// Two at once: who of them waits for the other.
import type { Client } from 'pg'
import { expect, vi } from 'vitest'
import type { World } from './people.ts'

/** Resolves once a connection stands still because another one holds what it wants. */
export async function stands(world: World, client: Client & { processID?: number }): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await world.db.query('select cardinality(pg_blocking_pids($1)) > 0 as waits', [
        client.processID,
      ])
      expect(rows[0].waits).toBe(true)
    },
    { timeout: 30_000, interval: 20 },
  )
}
