// Configuration by environment: everything an installation may choose, checked before anything starts.
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

export interface Settings {
  /** Host and, where it is not the scheme's own, port of the base; workspaces live below it. */
  baseHost: string
  /** Public address of the base host. */
  url: string
  mode: 'multi_tenant' | 'single_tenant'
  workspaceSlug: string | undefined
  listen: string
  /** Proxies in front of the gateway whose X-Forwarded-* headers are believed. */
  trustedHops: number
  /** A real mail server; undefined keeps every mail in the inbox. */
  smtpUrl: string | undefined
  mailFrom: string
  /** 32 bytes in base64; undefined: generated once per data folder. */
  secretKey: string | undefined
  /** The key of an account at Stripe; undefined: its double, on this machine. */
  stripeSecretKey: string | undefined
  stripeWebhookSecret: string | undefined
  /** Where Stripe is, if it is not Stripe itself. */
  stripeApiUrl: string | undefined
  termsUrl: string | undefined
  privacyUrl: string | undefined
  /** The account at UserWay that its widget is shown by. */
  userwayAccount: string | undefined
  /** Where people ask for plans that are agreed on: an address of mail, or a page. */
  salesContact: string | undefined
  /** Whether there is a server of NEXT that workspaces migrate their projects from. */
  legacyMigration: boolean
  /** The page that is embedded as the roadmap; its secret goes to the functions alone. */
  roadmapUrl: string | undefined
  /** For how long a CDN may answer with a page of public documentation, seconds; 0: it asks each time. */
  sharedCacheSeconds: number
  /** Share of the browsers' traces that is kept, 0 to 1. */
  traceSampleRate: number
  /** Switches that the app reads. */
  flags: string[]
  logToStdout: boolean
  /** Where programs on this machine read metrics; 0: nowhere. */
  metricsPort: number
  /** What functions and worker get besides: supabase/functions/.env, as `supabase functions serve` reads it, and HANDED_ON. */
  functionsEnv: Record<string, string>
}

type Env = Record<string, string | undefined>

// The stack itself has no use for these.
const HANDED_ON = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'STRIPE_API_URL',
  'STRIPE_AUTOMATIC_TAX',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'WAYMARK_ACTIVITY_DAYS',
  'WAYMARK_ALLOW_HTTP_PROVIDERS',
  'WAYMARK_ANALYSIS_MEMORY_MB',
  'WAYMARK_ANALYSIS_SECONDS',
  'WAYMARK_ANALYTICS_TOKEN',
  'WAYMARK_ANALYTICS_URL',
  'WAYMARK_CUSTOM_ORIGINS',
  'WAYMARK_DNS_SERVERS',
  'WAYMARK_GIT_MB',
  'WAYMARK_GIT_SECONDS',
  'WAYMARK_LEGACY_URL',
  'WAYMARK_POSTMAN_URL',
  'WAYMARK_PRIVATE_PROVIDER_HOSTS',
  'WAYMARK_ROADMAP_SECRET',
  'WAYMARK_ROADMAP_URL',
  'WAYMARK_SECRET_KEY_PREVIOUS',
  'WAYMARK_STOPLIGHT_URL',
  'WAYMARK_SWAGGERHUB_URL',
  'WAYMARK_TASK_LOG_DAYS',
  'WAYMARK_TRUSTED_PROVIDERS',
  ...['GITHUB', 'GITLAB', 'BITBUCKET', 'AZURE'].flatMap((host) =>
    ['CLIENT_ID', 'CLIENT_SECRET', 'HOST_URL', 'API_URL'].map((name) => `WAYMARK_${host}_${name}`),
  ),
  'WAYMARK_AZURE_TENANT_ID',
]

// The product's list of them.
const FLAGS = 'supabase/functions/_shared/domain/flags.json'

// Of those the worker's numbers: it would end at each start for one that cannot be meant.
const POSITIVE = [
  'WAYMARK_ACTIVITY_DAYS',
  'WAYMARK_ANALYSIS_MEMORY_MB',
  'WAYMARK_ANALYSIS_SECONDS',
  'WAYMARK_GIT_MB',
  'WAYMARK_GIT_SECONDS',
  'WAYMARK_TASK_LOG_DAYS',
]

/** Reads the settings; throws one sentence for a value that cannot be meant. */
export function readSettings(env: Env, root: string, port: number): Settings {
  const url = publicUrl(env, port)
  return {
    url: url.origin,
    baseHost: url.host,
    mode: oneOf(env, 'WAYMARK_MODE', ['multi_tenant', 'single_tenant']),
    workspaceSlug: env.WAYMARK_WORKSPACE_SLUG || undefined,
    listen: listenAddress(env),
    trustedHops: count(env, 'WAYMARK_TRUSTED_HOPS'),
    smtpUrl: smtpUrl(env),
    mailFrom: env.MAIL_FROM || `Waymark <no-reply@${url.hostname}>`,
    secretKey: secretKey(env),
    ...stripe(env),
    termsUrl: env.WAYMARK_TERMS_URL || undefined,
    privacyUrl: env.WAYMARK_PRIVACY_URL || undefined,
    userwayAccount: env.WAYMARK_USERWAY_ACCOUNT || undefined,
    salesContact: salesContact(env),
    legacyMigration: legacyMigration(env),
    roadmapUrl: roadmapUrl(env, url),
    sharedCacheSeconds: count(env, 'WAYMARK_SHARED_CACHE_SECONDS'),
    traceSampleRate: share(env, 'WAYMARK_TRACE_SAMPLE_RATE', 1),
    flags: flagsOf(env, root),
    logToStdout: oneOf(env, 'WAYMARK_LOG', ['file', 'stdout']) === 'stdout',
    metricsPort: metricsPort(env),
    functionsEnv: { ...dotEnv(join(root, 'supabase/functions/.env')), ...handedOn(env) },
  }
}

function listenAddress(env: Env): string {
  // As in an address, IPv6 may come in brackets.
  const address = (env.WAYMARK_LISTEN || '127.0.0.1').replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) || address === 'localhost') return address
  throw new Error(`WAYMARK_LISTEN needs an IP address of this machine, not "${address}".`)
}

function smtpUrl({ SMTP_URL: text }: Env): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname) return text
  // Not repeated: it may hold a password.
  throw new Error('SMTP_URL needs the form smtp://user:password@host:port or smtps://….')
}

function publicUrl(env: Env, port: number): URL {
  const text = env.WAYMARK_URL || `http://${env.WAYMARK_BASE_HOST || 'waymark.localhost'}:${port}`
  if (!URL.canParse(text)) throw new Error(`WAYMARK_URL or WAYMARK_BASE_HOST is no address: "${text}".`)
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new Error(`WAYMARK_URL needs the form https://host, not "${text}".`)
  }
  return url
}

function oneOf<const T extends string>(env: Env, name: string, values: [T, ...T[]]): T {
  const value = env[name] || values[0]
  const known = values.find((candidate) => candidate === value)
  if (known) return known
  throw new Error(`${name} is one of ${values.join(', ')}, not "${value}".`)
}

// A switch that is misspelt would be off, and nobody would see it.
function flagsOf({ WAYMARK_FLAGS = '' }: Env, root: string): string[] {
  const names = WAYMARK_FLAGS.split(/[\s,]+/).filter(Boolean)
  if (names.length === 0) return []
  const known = Object.keys(JSON.parse(readFileSync(join(root, FLAGS), 'utf8')))
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return [...new Set(names)]
  throw new Error(`WAYMARK_FLAGS knows ${known.join(', ')}, not "${unknown}".`)
}

function count(env: Env, name: string): number {
  const value = Number(env[name] || 0)
  if (Number.isInteger(value) && value >= 0) return value
  throw new Error(`${name} needs a whole number, not "${env[name]}".`)
}

function metricsPort(env: Env): number {
  const port = count(env, 'WAYMARK_METRICS_PORT')
  if (port <= 65_535) return port
  throw new Error(`WAYMARK_METRICS_PORT needs a port, not "${port}".`)
}

function positive(env: Env, name: string): void {
  const value = Number(env[name] || 1)
  if (Number.isInteger(value) && value > 0) return
  throw new Error(`${name} needs a positive whole number, not "${env[name]}".`)
}

function share(env: Env, name: string, fallback: number): number {
  const value = Number(env[name] || fallback)
  if (value >= 0 && value <= 1) return value
  throw new Error(`${name} needs a number from 0 to 1, not "${env[name]}".`)
}

function secretKey({ WAYMARK_SECRET_KEY: key }: Env): string | undefined {
  if (!key) return undefined
  if (Buffer.from(key, 'base64').length === 32) return key
  throw new Error('WAYMARK_SECRET_KEY needs 32 bytes in base64, e.g. from "openssl rand -base64 32".')
}

function legacyMigration({ WAYMARK_LEGACY_URL: text }: Env): boolean {
  if (!text) return false
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return true
  throw new Error(`WAYMARK_LEGACY_URL needs the form https://host, not "${text}".`)
}

function salesContact({ WAYMARK_SALES_CONTACT: text }: Env): string | undefined {
  if (!text) return undefined
  if (/^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/.test(text)) return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' && !url.username && !url.password) return url.href
  throw new Error(
    `WAYMARK_SALES_CONTACT needs an address of mail or the form https://host/path, not "${text}".`,
  )
}

/** Its page runs scripts of its own: never where it could be taken for one of ours. */
function roadmapUrl(env: Env, base: URL): string | undefined {
  const { WAYMARK_ROADMAP_URL: text, WAYMARK_ROADMAP_SECRET: secret } = env
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' || url.username || url.password || url.search || url.hash)
    throw new Error('WAYMARK_ROADMAP_URL needs the form https://host/path, without a query.')
  if (url.hostname === base.hostname || url.hostname.endsWith(`.${base.hostname}`))
    throw new Error('WAYMARK_ROADMAP_URL needs a host of its own, not one of Waymark.')
  // Not repeated: it is a secret.
  if (new TextEncoder().encode(secret).length < 32)
    throw new Error('WAYMARK_ROADMAP_URL needs WAYMARK_ROADMAP_SECRET beside it, of 32 characters or more.')
  return url.href
}

function stripe(env: Env): Pick<Settings, 'stripeSecretKey' | 'stripeWebhookSecret' | 'stripeApiUrl'> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: address } = env
  // None of them is repeated: they are secrets.
  if (key && !/^(sk|rk)_(test|live)_/.test(key))
    throw new Error('STRIPE_SECRET_KEY needs a secret key of Stripe: sk_test_…, sk_live_… or rk_….')
  if (key && !secret) throw new Error('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET beside it.')
  if (address && !URL.canParse(address)) throw new Error('STRIPE_API_URL needs the form https://host.')
  oneOf(env, 'STRIPE_AUTOMATIC_TAX', ['false', 'true'])
  return {
    stripeSecretKey: key || undefined,
    stripeWebhookSecret: secret || undefined,
    stripeApiUrl: address || undefined,
  }
}

function handedOn(env: Env): Record<string, string> {
  for (const name of POSITIVE) positive(env, name)
  return Object.fromEntries(HANDED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}

function dotEnv(file: string): Record<string, string> {
  if (!existsSync(file)) return {}
  const entries = Object.entries(parseEnv(readFileSync(file, 'utf8')))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}
