// `npm run status`: what runs where, or (-o env) what any Supabase client needs to be pointed at it.
import { join } from 'node:path'
import type { Project } from '../elsewhere/project.ts'
import type { Health } from '../gateway/index.ts'
import { databaseUrl } from '../postgres/connect.ts'
import { databaseUser } from '../postgres/os-user.ts'
import { resolveDataDir } from './folder/data-dir.ts'
import { stillRuns } from './folder/process-identity.ts'
import { type Run, readRun } from './folder/run-file.ts'
import type { Options } from './options.ts'
import { loadSecrets } from './secrets.ts'

/** Prints the status of the instance on the data folder; throws a sentence when none runs. */
export async function status({ data, output }: Options): Promise<void> {
  const dataDir = resolveDataDir(data, databaseUser(join(data, 'postgres')))
  const run = readRun(dataDir)
  if (!run || !stillRuns(run.supervisor)) throw new Error(`Waymark is not running on ${dataDir}.`)
  if (output === 'env') return printEnv(run, dataDir)
  await printText(run, dataDir)
}

async function printEnv(run: Run, dataDir: string): Promise<void> {
  const project = run.project ?? (await embeddedProject(run, dataDir))
  const api = `http://127.0.0.1:${run.ports.gateway}`
  const variables = {
    ANON_KEY: project.anonKey,
    API_URL: api,
    DB_URL: project.dbUrl,
    FUNCTIONS_URL: `${api}/functions/v1`,
    ...(run.hasInbox ? { INBUCKET_URL: `http://127.0.0.1:${run.ports.inbox}` } : {}),
    ...(project.jwtSecret ? { JWT_SECRET: project.jwtSecret } : {}),
    REST_URL: `${api}/rest/v1`,
    GRAPHQL_URL: `${api}/graphql/v1`,
    SERVICE_ROLE_KEY: project.serviceRoleKey,
    WAYMARK_URL: run.url,
  }
  for (const [name, value] of Object.entries(variables)) console.log(`${name}="${value}"`)
}

/** What any client needs of the embedded one. */
export async function embeddedProject(run: Run, dataDir: string): Promise<Omit<Project, 'url'>> {
  const { anonKey, serviceRoleKey, jwtSecret, databasePassword: password } = await loadSecrets(dataDir)
  const dbUrl = databaseUrl({ port: run.ports.postgres, role: 'postgres', password, database: 'postgres' })
  return { anonKey, serviceRoleKey, jwtSecret, dbUrl }
}

async function printText(run: Run, dataDir: string): Promise<void> {
  const { ports, children } = run
  const health = await readHealth(ports.gateway)
  const state = (name: string) => health?.services[name] ?? 'no answer'
  const pid = (name: string) => (children[name] ? `process ${children[name].pid}` : '')
  const rows = [
    ['gateway', health?.status ?? 'no answer', `${run.url}`, `process ${run.supervisor.pid}`],
    ['rest', state('rest'), `http://127.0.0.1:${ports.gateway}/rest/v1`, ''],
    ['graphql', state('graphql'), `http://127.0.0.1:${ports.gateway}/graphql/v1`, ''],
    ['realtime', state('realtime'), `ws://127.0.0.1:${ports.gateway}/realtime/v1`, ''],
    ['auth', state('auth'), `http://127.0.0.1:${ports.gateway}/auth/v1`, ''],
    ['storage', state('storage'), `http://127.0.0.1:${ports.gateway}/storage/v1`, ''],
    ['functions', state('functions'), `http://127.0.0.1:${ports.gateway}/functions/v1`, ''],
    ...functionRows(run),
    ['worker', state('worker'), '', pid('worker')],
    ...(run.project
      ? [
          ['supabase', 'elsewhere', run.project.url, ''],
          ['postgres', 'elsewhere', new URL(run.project.dbUrl).host, ''],
        ]
      : [['postgres', state('postgres'), `127.0.0.1:${ports.postgres}`, pid('postgres')]]),
    run.hasInbox
      ? ['inbox', state('mail'), `http://localhost:${ports.inbox}, SMTP 127.0.0.1:${ports.smtp}`, '']
      : ['mail', 'external', 'SMTP_URL', ''],
    ...(children.stripe ? [['stripe', 'double', `http://127.0.0.1:${ports.stripe}`, pid('stripe')]] : []),
  ]
  console.log(`Waymark ${run.version}, since ${run.startedAt}, data in ${dataDir}\n`)
  console.log(table(rows))
}

function functionRows({ children }: Run): string[][] {
  return Object.entries(children)
    .filter(([name]) => name.startsWith('function '))
    .map(([name, { pid }]) => [`  ${name.slice('function '.length)}`, 'running', '', `process ${pid}`])
}

async function readHealth(port: number): Promise<Health | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(6_000) })
    return (await answer.json()) as Health
  } catch {
    return undefined
  }
}

function table(rows: string[][]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
