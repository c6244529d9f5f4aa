// `npm run billing -- …`, `npm run import -- …`: the product's programs, on the instance of the data folder, or where the environment says.
import { join } from 'node:path'
import { databaseUser } from '../postgres/os-user.ts'
import { resolveDataDir } from './folder/data-dir.ts'
import { stillRuns } from './folder/process-identity.ts'
import { readRun } from './folder/run-file.ts'
import { runOnce } from './run-once.ts'
import { loadSecrets } from './secrets.ts'
import { childEnvironment } from './services.ts'
import { readSettings } from './settings.ts'
import { embeddedProject } from './status.ts'

/** Runs a program of the product, `worker/billing/main.ts`; `data` is the instance's folder. */
export async function runProgram(file: string, args: string[], data: string, root: string): Promise<void> {
  const program = join(root, file)
  const env = process.env.SUPABASE_DB_URL ? ownEnvironment() : await environmentOf(data, root)
  const tmpDir = process.env.TMPDIR ?? '/tmp'
  const ran = await runOnce(program, args, { root, tmpDir, env, ending: new AbortController().signal })
  process.stdout.write(ran.output)
  process.stderr.write(ran.errors)
  if (ran.code !== 0) process.exitCode = 1
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
}

async function environmentOf(data: string, root: string): Promise<Record<string, string>> {
  const dataDir = resolveDataDir(data, databaseUser(join(data, 'postgres')))
  const run = readRun(dataDir)
  if (!run || !stillRuns(run.supervisor))
    throw new Error(`Waymark is not running on ${dataDir}, and SUPABASE_DB_URL names no other database.`)
  const secrets = await loadSecrets(dataDir)
  const project = run.project ?? (await embeddedProject(run, dataDir))
  const settings = { ...readSettings(process.env, root, run.ports.gateway), url: run.url }
  const keys = { ...secrets, ...project, jwtSecret: project.jwtSecret ?? '' }
  return {
    ...childEnvironment({
      database: { url: () => project.dbUrl },
      secrets: keys,
      settings,
      ports: run.ports,
    }),
    // As it was started, whatever this shell says.
    ...(run.flags ? { WAYMARK_FLAGS: run.flags.join(',') } : {}),
  }
}
