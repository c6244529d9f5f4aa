// `npm run migration -- NAME [--empty]`: the next step of supabase/migrations, on a throwaway Postgres.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ADMIN } from '../postgres/cluster.ts'
import { connect } from '../postgres/connect.ts'
import { BASE, createScratchDatabase, MIGRATED, scratchUrl, startScratch } from '../postgres/scratch.ts'
import { loadChapters } from './chapters.ts'
import { mustName, writeEmpty, writeStep } from './migration.ts'
import { type FoundStep, findStep } from './step.ts'

const root = resolve(import.meta.dirname, '../..')
const dir = join(root, 'supabase/migrations')

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { empty: { type: 'boolean', default: false } },
  })
  const [name] = positionals
  mustName(name)
  const lines = values.empty
    ? writeEmpty(dir, name, new Date())
    : writeStep(dir, name, new Date(), await stepToChapters())
  console.log(lines.join('\n'))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function stepToChapters(): Promise<FoundStep> {
  const scratch = await startScratch(dir)
  const url = (database: string, role = ADMIN) => scratchUrl(scratch.port, role, database)
  try {
    await createScratchDatabase(scratch.port, 'declared', BASE)
    const owner = await connect(url('declared', 'postgres'))
    await loadChapters(owner, root).finally(() => owner.end())
    return await findStep(url(MIGRATED), url(MIGRATED, 'postgres'), url('declared'))
  } finally {
    await scratch.stop()
  }
}
