// `node stack/bin/launch.mjs scratch-db`: a migrated throwaway Postgres to develop against, until Ctrl-C.
import { join } from 'node:path'
import { BASE, createScratchDatabase, MIGRATED, scratchUrl, startScratch } from '../postgres/scratch.ts'

/** Boots it, prints its connection strings, ends with the first signal. */
export async function scratchDb(root: string): Promise<void> {
  const scratch = await startScratch(join(root, 'supabase/migrations'))
  // Copies, because a template that somebody is connected to cannot be copied any more.
  await createScratchDatabase(scratch.port, 'migrated', MIGRATED)
  await createScratchDatabase(scratch.port, 'empty', BASE)
  for (const role of ['supabase_admin', 'postgres', 'authenticator', 'supabase_auth_admin']) {
    console.log(`${role.toUpperCase()}_URL=${scratchUrl(scratch.port, role, 'migrated')}`)
  }
  console.log(`EMPTY_URL=${scratchUrl(scratch.port, 'postgres', 'empty')}`)
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve)
  })
  await scratch.stop()
}
