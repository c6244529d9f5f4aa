// The demo content needs the running API, so it is a program of the product, run once when all is up. What
// it prints (addresses, accounts) is kept and shown at every start.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecret } from '../keys.ts'
import { connect } from '../postgres/connect.ts'
import { seedOnce } from '../postgres/migrate.ts'
import { step } from './progress.ts'
import { childEnvironment, type startServices } from './services.ts'
import { endChild, spawnNode } from './worker.ts'

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
  const child = spawnNode(join(o.root, PROGRAM), o.root, {
    PATH: process.env.PATH,
    TMPDIR: o.tmpDir,
    ...childEnvironment(o),
  })
  const stop = () => void endChild(child, 1_000)
  o.ending.addEventListener('abort', stop)
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(-2_000)
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  o.ending.removeEventListener('abort', stop)
  if (code !== 0) throw new Error(`The demo workspace could not be made: ${errors.trim() || output.trim()}`)
  return output
}
