// `npm start -- --supabase URL`: gateway, app, functions and worker here, database and services on a Supabase that runs
// elsewhere. The functions run here as well, so that they always are those of this clone (decision 35).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { createFunctions } from '../functions/index.ts'
import { builtApp } from '../gateway/app.ts'
import { createGateway, type Gateway } from '../gateway/index.ts'
import { serviceAt, upgradeAt } from '../gateway/served-elsewhere.ts'
import type { Service } from '../http/service.ts'
import { createInbox } from '../mail/index.ts'
import { createMetrics } from '../metrics/index.ts'
import { connect } from '../postgres/connect.ts'
import { migrate, pendingMigrations } from '../postgres/migrate.ts'
import { functionChecks } from '../supervisor/health/checks.ts'
import { type Check, diskCheck, watchHealth } from '../supervisor/health/health.ts'
import { announce, appConfig, type InstanceOptions, recordRun, startBuild } from '../supervisor/instance.ts'
import { step } from '../supervisor/progress.ts'
import { loadSecrets } from '../supervisor/secrets.ts'
import { childEnvironment } from '../supervisor/services.ts'
import { startDouble, syncDouble } from '../supervisor/stripe.ts'
import { startWorker, type Worker } from '../supervisor/worker.ts'
import { findOut } from './facts.ts'
import { type Finding, judge } from './findings.ts'
import type { Project } from './project.ts'

const WORKER_PATIENCE = 10_000

/** Checks the project, brings its database up to date and starts what runs here; `cleanUp` ends it. */
export async function runElsewhere(project: Project, o: InstanceOptions): Promise<void> {
  const { options, root, dataDir, ports, settings, log, cleanUp } = o
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const { secretKey } = await loadSecrets(dataDir)
  const metrics = createMetrics(settings.metricsPort)
  const record = recordRun(o, version, project)
  const onPid = metrics?.onPid(record) ?? record
  const build = options.app ? startBuild(root, o.ending) : undefined
  await bringUpToDate(project, o)

  const env = environmentOf(project, o, secretKey)
  const functions = createFunctions({
    root,
    dir: join(root, 'supabase/functions'),
    config: readFileSync(join(root, 'supabase/config.toml'), 'utf8'),
    env,
    dataDir,
    tmpDir: o.tmpDir,
    // The product's functions read tokens themselves.
    verify: () => Promise.reject(new Error("Tokens are the project's to verify.")),
    log,
    onPid,
  })
  const ofProject = servicesOf(project)
  const services = { ...ofProject, functions }
  const parts: { gateway?: Gateway; worker?: Worker; stripe?: Worker | undefined } = {}
  cleanUp.defer(async () => {
    await Promise.allSettled([
      parts.gateway?.close(),
      parts.worker?.stop(),
      parts.stripe?.stop(),
      functions.close(),
    ])
    await Promise.allSettled(Object.values(services).map((service) => service.close()))
  })
  await startInbox(o)
  const health = watchHealth(version, [
    ...serviceChecks(ofProject),
    ...functionChecks(functions),
    diskCheck(dataDir),
    { name: 'worker', look: () => parts.worker?.state() ?? 'stopped' },
    { name: 'mail', look: () => (settings.smtpUrl ? 'external' : 'ok') },
  ])
  await metrics?.serve({ databaseUrl: project.dbUrl, health, cleanUp })
  parts.gateway = await createGateway(
    {
      config: appConfig(o, project.anonKey, version),
      keys: { anon: project.anonKey, serviceRole: project.serviceRoleKey },
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
  parts.gateway.onUpgrade('/realtime/v1/', upgradeAt(project.url, project.anonKey))
  parts.worker = startWorker({
    program: join(root, 'worker/main.ts'),
    cwd: root,
    env: { PATH: process.env.PATH, TMPDIR: o.tmpDir, ...env },
    log,
    onPid: (pid) => onPid('worker', pid),
  })
  if (build) {
    await step('App', build)
    parts.gateway.setApp(
      builtApp(join(root, 'web/dist'), settings.baseHost, {
        functionsUrl: `http://127.0.0.1:${ports.gateway}/functions/v1`,
        log,
        sharedSeconds: settings.sharedCacheSeconds,
        roadmapUrl: settings.roadmapUrl,
        isOneWorkspace: settings.mode === 'single_tenant',
      }),
    )
  }
  await parts.worker.ready(WORKER_PATIENCE)
  parts.stripe = await startDouble({ ...o, secrets: { secretKey }, onPid })
  await syncDouble(o, env)
  announce(o, version)
}

/** The environment of functions and worker. */
function environmentOf(project: Project, { settings, ports }: InstanceOptions, secretKey: string) {
  const secrets = { ...project, jwtSecret: project.jwtSecret ?? '', secretKey }
  const database = { url: () => project.dbUrl }
  return { ...childEnvironment({ database, secrets, settings, ports }), SUPABASE_URL: project.url }
}

/** What the project serves itself. */
function servicesOf({ url, anonKey }: Project) {
  const serviceOf = (prefix: string) => serviceAt(url, prefix, anonKey)
  return {
    rest: serviceOf('/rest/v1'),
    graphql: serviceOf('/graphql/v1'),
    realtime: serviceOf('/realtime/v1'),
    auth: serviceOf('/auth/v1'),
    storage: serviceOf('/storage/v1'),
  }
}

function serviceChecks(services: Record<string, Service>): Check[] {
  return Object.entries(services).map(([name, service]) => ({
    name,
    look: () => service.check().then(() => 'ok'),
  }))
}

/** The inbox, where no mail server is named. */
async function startInbox({ settings, ports, dataDir, cleanUp }: InstanceOptions): Promise<void> {
  if (settings.smtpUrl) return
  const dir = join(dataDir, 'mail')
  const inbox = await createInbox({ webPort: ports.inbox, smtpPort: ports.smtp, dir })
  cleanUp.defer(() => inbox.close())
}

async function bringUpToDate(project: Project, { options, root }: InstanceOptions): Promise<void> {
  const db = await connect(project.dbUrl).catch((error: Error) => {
    // Where a name has two addresses, the message is in the errors of each.
    const [first] = error instanceof AggregateError ? error.errors : []
    throw new Error(`The database cannot be reached: ${first?.message ?? error.message}.`)
  })
  try {
    const findings = await step('Settings of the project', async () =>
      judge(await findOut(project, db), project),
    )
    report(findings)
    const dir = join(root, 'supabase/migrations')
    const pending = await pendingMigrations(db, dir)
    if (pending.length === 0) return
    const place = new URL(project.dbUrl).host
    const files = pending.length === 1 ? pending[0] : `${pending[0]} to ${pending.at(-1)}`
    const question = `Apply ${pending.length} migrations (${files}) to the database at ${place}? Type "yes": `
    if (!options.yes && !(await confirmed(question))) throw new Error('Nothing was applied.')
    await step(`Migrations, ${pending.length} applied`, () => migrate(db, dir))
  } finally {
    await db.end()
  }
}

/** Prints what is not as docs/self-hosting.md wants it; throws where it cannot work. */
function report(findings: Finding[]): void {
  const of = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind)
  for (const { sentence } of of('weak')) console.warn(`  ! ${sentence}`)
  const broken = of('broken')
  if (broken.length > 0) throw new Error(broken.map(({ sentence }) => sentence).join('\n'))
  console.log(
    `    Cannot be seen from here, look yourself: ${of('unseen')
      .map(({ sentence }) => sentence)
      .join('; ')}.`,
  )
}

async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error('Migrations are pending and nobody can be asked: add --yes to apply them.')
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await prompt.question(question)
  prompt.close()
  return answer.trim().toLowerCase() === 'yes'
}
