// The services that live in the supervisor's process, and what functions and worker are told about them.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuth } from '../auth/index.ts'
import { createFunctions, type Functions } from '../functions/index.ts'
import { servedAt } from '../gateway/served-elsewhere.ts'
import { createGraphql } from '../graphql/index.ts'
import type { Service } from '../http/service.ts'
import type { Log } from '../log.ts'
import { createInbox, type Inbox } from '../mail/index.ts'
import { createRealtime, type Realtime } from '../realtime/index.ts'
import { createRest } from '../rest/index.ts'
import { createStorage } from '../storage/index.ts'
import type { Database } from './database.ts'
import type { Ports } from './folder/run-file.ts'
import type { Options } from './options.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { stripeEnvironment } from './stripe.ts'

export interface Services {
  rest: Service
  graphql: Service
  realtime: Realtime
  auth: Service
  storage: Service
  functions: Functions
  inbox: Inbox | undefined
}

interface ServicesOptions {
  options: Pick<Options, 'auth' | 'bare' | 'functions' | 'schemas' | 'storage'>
  root: string
  dataDir: string
  tmpDir: string
  database: Database
  secrets: Secrets
  settings: Settings
  ports: Ports
  log: Log
  onPid(name: string, pid: number | undefined): void
}

// As supabase/config.toml says for the other two ways to run: [api] max_rows.
const MAX_ROWS = 1000
// Git hosts and people wait for this one: its next process takes half a second to start, and their patience is shorter.
// A webhook that arrives as the first is killed finds its way to the database known: this one is of an integration that nobody has.
const SPARES = {
  names: ['api'],
  afterMs: 60_000,
  rehearsed: { api: '/api/webhooks/git/d2tpbnRnOjkwMDcxOTkyNTQ3NDA5OTE' },
}

/**
 * Starts them in the order they need each other; each is put down in `started` at once, since what was started is to be
 * ended where a later one fails.
 */
export async function startServices(o: ServicesOptions, started: Partial<Services>): Promise<Services> {
  const { database, secrets, ports } = o
  const admin = database.nearUrl('supabase_admin')
  const authenticator = database.nearUrl('authenticator')
  const identity = await createAuth({
    dbUrl: database.nearUrl('supabase_auth_admin'),
    jwtSecret: secrets.jwtSecret,
    signingKeys: secrets.signingKeys,
    issuer: `${o.settings.url}/auth/v1`,
    // The product has its own sign-up; an empty project behaves as `supabase start` does out of the box.
    openSignup: o.options.bare,
    requireCurrentPassword: !o.options.bare,
    log: o.log,
  })
  const { verify } = identity
  const auth = servedAt(identity, o.options.auth)
  started.auth = auth
  const dir = join(o.dataDir, 'storage')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const rest = await createRest({
    dbUrl: authenticator,
    adminUrl: admin,
    schemas: o.options.schemas,
    verify,
    maxRows: MAX_ROWS,
    log: o.log,
  })
  started.rest = rest
  const realtime = await createRealtime({
    adminUrl: admin,
    dbUrl: authenticator,
    verify,
    keys: { anon: secrets.anonKey, serviceRole: secrets.serviceRoleKey },
    privateOnly: !o.options.bare,
    log: o.log,
  })
  started.realtime = realtime
  const graphql = createGraphql({ engine: rest.engine, verify, log: o.log })
  started.graphql = graphql
  const files = await createStorage({ dbUrl: authenticator, dir, verify, log: o.log })
  const storage = servedAt(files, o.options.storage)
  started.storage = storage
  const functions = createFunctions({
    root: o.root,
    ...functionsFolder(o.options.functions ?? join(o.root, 'supabase/functions')),
    env: childEnvironment(o),
    dataDir: o.dataDir,
    tmpDir: o.tmpDir,
    verify,
    log: o.log,
    onPid: o.onPid,
    spares: SPARES,
  })
  started.functions = functions
  const inbox = o.settings.smtpUrl ? undefined : await startInbox(o.dataDir, ports)
  return Object.assign(started, { auth, rest, realtime, graphql, storage, functions, inbox })
}

/** A folder of functions; its settings are in the config.toml beside it, as in a Supabase project. */
function functionsFolder(dir: string): { dir: string; config: string } {
  const config = join(dir, '../config.toml')
  return { dir, config: existsSync(config) ? readFileSync(config, 'utf8') : '' }
}

/** What a function or the worker gets to know; the same names as on a real Supabase, then ours. */
export function childEnvironment({
  database,
  secrets,
  settings,
  ports,
}: Pick<ServicesOptions, 'settings' | 'ports'> & {
  database: Pick<Database, 'url'>
  secrets: Pick<Secrets, 'anonKey' | 'serviceRoleKey' | 'jwtSecret' | 'secretKey'>
}): Record<string, string> {
  return {
    ...settings.functionsEnv,
    SUPABASE_URL: `http://127.0.0.1:${ports.gateway}`,
    SUPABASE_ANON_KEY: secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
    SUPABASE_DB_URL: database.url('postgres'),
    WAYMARK_URL: settings.url,
    WAYMARK_MODE: settings.mode,
    WAYMARK_WORKSPACE_SLUG: settings.workspaceSlug ?? '',
    WAYMARK_JWT_SECRET: secrets.jwtSecret,
    WAYMARK_SECRET_KEY: settings.secretKey ?? secrets.secretKey,
    // The gateway tells the client's address in X-Forwarded-For: one hop, itself.
    WAYMARK_TRUSTED_HOPS: '1',
    ...stripeEnvironment(settings, ports, settings.secretKey ?? secrets.secretKey),
    SMTP_URL: settings.smtpUrl ?? `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: settings.mailFrom,
  }
}

/** Ends them; a service that fails to end does not keep the others. */
export async function stopServices(services: Partial<Services>): Promise<void> {
  const { functions, inbox, realtime, graphql, rest, storage, auth } = services
  await Promise.allSettled(
    [functions, inbox, realtime, graphql, rest, storage, auth].map((service) => service?.close()),
  )
}

function startInbox(dataDir: string, { inbox, smtp }: Ports): Promise<Inbox> {
  return createInbox({ webPort: inbox, smtpPort: smtp, dir: join(dataDir, 'mail') })
}
