// One running instance: database, services, app, gateway, worker, demo, in the order they need each other.
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Project } from '../elsewhere/project.ts'
import { builtApp } from '../gateway/app.ts'
import { createGateway, type Gateway } from '../gateway/index.ts'
import type { Log } from '../log.ts'
import { createMetrics } from '../metrics/index.ts'
import type { OsUser } from '../postgres/os-user.ts'
import { buildApp, isBuilt } from './build-app.ts'
import { bringUpToDate, type Database, startDatabase } from './database.ts'
import { lacksDemo, makeDemo, shownDemo } from './demo.ts'
import { serveByVite } from './dev-app.ts'
import type { CodeVersion } from './folder/code-version.ts'
import { placeOf } from './folder/place.ts'
import { identify } from './folder/process-identity.ts'
import { createRunWriter, type Ports, type Run, writeRun } from './folder/run-file.ts'
import { healthChecks } from './health/checks.ts'
import { freeMegabytes, watchHealth } from './health/health.ts'
import { keepDatabase } from './keep-database.ts'
import type { Options } from './options.ts'
import { step } from './progress.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { childEnvironment, type Services, startServices, stopServices } from './services.ts'
import type { Settings } from './settings.ts'
import { startDouble, syncDouble } from './stripe.ts'
import { startWorker, type Worker } from './worker.ts'

// A worker that cannot start is told by /health and the log; it must not keep the pages from being read.
const WORKER_PATIENCE = 10_000
// What takes longer to stop is left to the end of this process: Postgres still has to be stopped in order.
const STOP_PATIENCE = 2_000

export interface InstanceOptions {
  options: Options
  root: string
  dataDir: string
  tmpDir: string
  user: OsUser | undefined
  ports: Ports
  settings: Settings
  code: CodeVersion
  log: Log
  cleanUp: AsyncDisposableStack
  ending: AbortSignal
  /** Ends everything because nothing can go on. */
  giveUp(sentence: string): void
}

/** Brings the instance up and prints where it is; what it started is ended by `cleanUp`. */
export async function runInstance(o: InstanceOptions): Promise<void> {
  const { options, root, dataDir, ports, settings, log, cleanUp } = o
  const secrets = await loadSecrets(dataDir)
  const { version } = o.code
  const metrics = createMetrics(settings.metricsPort)
  const record = recordRun(o, version)
  const onPid = metrics?.onPid(record) ?? record
  const build = options.app && !options.dev ? startBuild(root, o.ending) : undefined

  const database = await bringDatabaseUp(o, secrets, (pid) => onPid('postgres', pid))
  const shared = { ...o, database, secrets, onPid }
  const parts: Parts = { services: {} }
  let billing: Promise<void> | undefined
  cleanUp.defer(() => stopParts(parts))
  const services = await step('REST, GraphQL, Realtime, Auth, Storage, functions, inbox', () =>
    startServices(shared, parts.services),
  )
  const health = watchHealth(version, healthChecks({ ...o, database, services, worker: () => parts.worker }))
  await metrics?.serve({ databaseUrl: database.nearUrl('supabase_admin'), health, cleanUp })
  const gateway = await createGateway(
    {
      config: appConfig(o, secrets.anonKey, version),
      keys: { anon: secrets.anonKey, serviceRole: secrets.serviceRoleKey },
      baseUrl: settings.url,
      trustedHops: settings.trustedHops,
      services,
      health,
      log,
      metrics: metrics?.requests,
    },
    ports.gateway,
    settings.listen,
  )
  parts.gateway = gateway
  gateway.onUpgrade('/realtime/v1/', services.realtime.upgrade)
  const program = join(root, 'worker/main.ts')
  if (options.product && existsSync(program)) {
    billing = startBilling(parts, shared)
    const env = {
      PATH: process.env.PATH,
      TMPDIR: o.tmpDir,
      ...(options.dev ? { WAYMARK_DEV: '1' } : {}),
      ...childEnvironment(shared),
    }
    const onWorker = (pid: number | undefined) => onPid('worker', pid)
    parts.worker = startWorker({ program, cwd: root, env, log, onPid: onWorker })
  }
  if (options.app && options.dev) {
    gateway.setApp(await serveByVite(root, gateway.server, cleanUp))
    watchFunctions(join(root, 'supabase/functions'), services, cleanUp)
  } else if (build) {
    await step('App', build)
    gateway.setApp(
      builtApp(join(root, 'web/dist'), settings.baseHost, {
        functionsUrl: `http://127.0.0.1:${ports.gateway}/functions/v1`,
        log,
        sharedSeconds: settings.sharedCacheSeconds,
        roadmapUrl: settings.roadmapUrl,
        isOneWorkspace: settings.mode === 'single_tenant',
      }),
    )
  }
  if (parts.worker) await parts.worker.ready(WORKER_PATIENCE)
  await billing
  const isDemoWanted = options.product && options.demo
  const isDemoMissing = isDemoWanted && (await lacksDemo(shared))
  announce(o, version, isDemoWanted && !isDemoMissing ? shownDemo(o) : undefined)
  if (isDemoMissing) {
    console.log(
      '\nThe demo workspace is being made meanwhile; its address and accounts are shown when it is there.',
    )
    const made = makeDemo(shared).then(() => console.log(indented(shownDemo(o))))
    cleanUp.defer(() => made)
  }
}

// Beside the worker's start and the app's.
async function startBilling(
  parts: Parts,
  o: Parameters<typeof startDouble>[0] & Parameters<typeof childEnvironment>[0] & InstanceOptions,
): Promise<void> {
  parts.stripe = await startDouble(o)
  await syncDouble(o, childEnvironment(o))
}

/** Starts Postgres, keeps it running and applies what is pending. */
async function bringDatabaseUp(
  o: InstanceOptions,
  { databasePassword: password }: Secrets,
  onPid: (pid: number | undefined) => void,
): Promise<Database> {
  const { dataDir, ports, user, log, giveUp } = o
  const database = await step('Postgres', () =>
    startDatabase({ dataDir, port: ports.postgres, user, password }),
  )
  onPid(database.cluster.pid)
  const room = () => freeMegabytes(dataDir)
  o.cleanUp.defer(keepDatabase(database, { log, onPid, freeMegabytes: room, giveUp }))
  if (!o.options.bare) {
    const steps = await step('Migrations', () => bringUpToDate(database, o))
    if (steps.length > 0) console.log(`    The data was brought forward by ${steps.join(', ')}.`)
  }
  return database
}

// The build runs beside the database's start; its failure waits until somebody asks for the result.
export function startBuild(root: string, ending: AbortSignal): () => Promise<void> {
  if (isBuilt(root)) return async () => undefined
  console.log('  · The app is being built meanwhile')
  const built = buildApp(root, ending)
  built.catch(() => undefined)
  return () => built
}

/** Writes down what runs; a Supabase project elsewhere with it. Returns what notes a child's process id. */
export function recordRun(
  { dataDir, tmpDir, ports, settings, log }: InstanceOptions,
  version: string,
  project?: Project,
) {
  const supervisor = identify(process.pid)
  if (!supervisor) throw new Error('The supervisor could not read its own process entry.')
  const { url, smtpUrl } = settings
  const startedAt = new Date().toISOString()
  const run: Run = {
    ...placeOf(dataDir),
    supervisor,
    version,
    startedAt,
    url,
    ports,
    hasInbox: !smtpUrl,
    flags: settings.flags,
    tmpDir,
    ...(project ? { project } : {}),
    children: {},
  }
  writeRun(dataDir, run)
  const write = createRunWriter(dataDir, run, log)
  return (name: string, pid: number | undefined) => {
    const identity = pid === undefined ? undefined : identify(pid)
    if (identity) run.children[name] = identity
    else delete run.children[name]
    write()
  }
}

export function appConfig({ settings, ports }: InstanceOptions, anonKey: string, version: string) {
  const {
    baseHost,
    mode,
    workspaceSlug,
    termsUrl,
    privacyUrl,
    userwayAccount,
    salesContact,
    legacyMigration,
    roadmapUrl,
    smtpUrl,
    traceSampleRate,
    flags,
  } = settings
  const inboxUrl = smtpUrl ? undefined : `http://localhost:${ports.inbox}`
  return {
    anonKey,
    baseHost,
    mode,
    version,
    workspaceSlug,
    termsUrl,
    privacyUrl,
    userwayAccount,
    salesContact,
    legacyMigration,
    roadmapUrl,
    inboxUrl,
    traceSampleRate,
    flags,
  }
}

interface Parts {
  services: Partial<Services>
  gateway?: Gateway
  worker?: Worker
  stripe?: Worker | undefined
}

async function stopParts({ gateway, worker, stripe, services }: Parts): Promise<void> {
  // Nothing new comes in while the running answers, functions and jobs end side by side.
  // The gateway waits for open sockets, which only Realtime can end.
  const { functions, realtime } = services
  const first = [gateway?.close(), worker?.stop(), stripe?.stop(), functions?.close(), realtime?.close()]
  await patiently(Promise.allSettled(first))
  await patiently(stopServices(services))
}

/** Waits for work, but not for ever. */
async function patiently(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(STOP_PATIENCE, undefined, { ref: false })])
}

function watchFunctions(dir: string, { functions }: Services, cleanUp: AsyncDisposableStack): void {
  const watcher = watch(dir, { recursive: true }, () => void functions.restart())
  cleanUp.defer(() => watcher.close())
}

const indented = (text = '') =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line && `  ${line}`)
    .join('\n')

export function announce(
  { root, settings, ports, dataDir, options }: InstanceOptions,
  version: string,
  demo?: string,
): void {
  const at = options.data === join(root, '.waymark') ? '' : ` --data ${options.data}`
  const lines = [
    '',
    `Waymark ${version} is running, ready after ${process.uptime().toFixed(1)} s.`,
    '',
    options.app ? `  App    ${settings.url}` : `  API    http://127.0.0.1:${ports.gateway}`,
    ...(settings.smtpUrl ? [] : [`  Inbox  http://localhost:${ports.inbox}`]),
    `  Log    ${join(dataDir, 'waymark.log')}`,
    ...(demo ? ['', indented(demo)] : []),
    '',
    `Ctrl-C stops it. "npm run status${at && ` --${at}`}" shows what runs, "npm run status --${at} -o env" the keys.`,
  ]
  console.log(lines.join('\n'))
}
