// The demo content needs the running API, so it is a program of the product, run once when all is up. What
// it prints (addresses, accounts) is kept and shown at every start.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecret } from '../keys.ts'
import { connect } from '../postgres/connect.ts'
import { seedOnce } from '../postgres/migrate.ts'
import { step } from './progress.ts'
import { runOnce } from './run-once.ts'
import { childEnvironment, type startServices } from './services.ts'

type DemoOptions = Parameters<typeof startServices>[0] & { ending: AbortSignal }

// The note outlives a change of port or host.
const HOST = '{base host}'
const PROGRAM = 'worker/seed.ts'

/** Seeds the demo if that was not done yet; returns what is to be shown about it. */
export async function seedDemo(o: DemoOptions): Promise<string | undefined> {
  const { baseHost } = o.settings
  const note = join(o.dataDir, 'demo.txt')
  if (!existsSync(join(o.root, PROGRAM))) return undefined
  const owner = await connect(o.database.url('postgres'))
  try {
    await seedOnce(owner, PROGRAM, () =>
      step('Demo workspace', async () => writeSecret(note, (await runSeed(o)).replaceAll(baseHost, HOST))),
    )
  } finally {
    await owner.end()
  }
  return existsSync(note) ? readFileSync(note, 'utf8').replaceAll(HOST, baseHost) : undefined
}

async function runSeed(o: DemoOptions): Promise<string> {
  const { code, output, errors } = await runOnce(join(o.root, PROGRAM), [], {
    ...o,
    env: childEnvironment(o),
  })
  if (code !== 0) throw new Error(`The demo workspace could not be made: ${errors.trim() || output.trim()}`)
  return output
}
