// The demo content needs the running API, so it is a program of the product, run once when all is up and beside whatever
// people do already. What it prints (addresses, accounts) is kept and shown at every start.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecret } from '../keys.ts'
import type { Log } from '../log.ts'
import { connect } from '../postgres/connect.ts'
import { isSeeded, seedOnce } from '../postgres/migrate.ts'
import { step } from './progress.ts'
import { runOnce } from './run-once.ts'
import { childEnvironment, type startServices } from './services.ts'

type DemoOptions = Parameters<typeof startServices>[0] & { ending: AbortSignal; log: Log }

// The note outlives a change of port or host.
const HOST = '{base host}'
const PROGRAM = 'worker/seed.ts'

/** Whether the demo is still to be made, or to be gone on with. */
export async function lacksDemo({ root, database }: DemoOptions): Promise<boolean> {
  if (!existsSync(join(root, PROGRAM))) return false
  const owner = await connect(database.url('postgres'))
  try {
    return !(await isSeeded(owner, PROGRAM))
  } finally {
    await owner.end()
  }
}

/** What is shown about the demo, once it is made. */
export function shownDemo({
  dataDir,
  settings,
}: Pick<DemoOptions, 'dataDir' | 'settings'>): string | undefined {
  const note = join(dataDir, 'demo.txt')
  return existsSync(note) ? readFileSync(note, 'utf8').replaceAll(HOST, settings.baseHost) : undefined
}

/** Makes the demo; cut off, the next start goes on with it. A failure is said, and everything else runs on. */
export async function makeDemo(o: DemoOptions): Promise<void> {
  const note = join(o.dataDir, 'demo.txt')
  try {
    const owner = await connect(o.database.url('postgres'))
    try {
      await seedOnce(owner, PROGRAM, () =>
        step('Demo workspace', async () =>
          writeSecret(note, (await runSeed(o)).replaceAll(o.settings.baseHost, HOST)),
        ),
      )
    } finally {
      await owner.end()
    }
  } catch (error) {
    if (o.ending.aborted) return
    const message = error instanceof Error ? error.message : String(error)
    o.log('error', { service: 'demo', message })
    console.log(`    ${message} The next start goes on with it.`)
  }
}

async function runSeed(o: DemoOptions): Promise<string> {
  const { code, output, errors } = await runOnce(join(o.root, PROGRAM), [], {
    ...o,
    env: childEnvironment(o),
  })
  if (code !== 0)
    throw new Error(
      `The demo workspace could not be made: ${errors.trim() || output.trim() || 'its program was ended.'}`,
    )
  return output
}
