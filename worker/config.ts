// The settings of the worker, from its environment, checked before anything starts.
import { isIP } from 'node:net'

export interface Config {
  /** Direct or session-mode connection as `postgres`: a transaction pooler cannot LISTEN or hold locks. */
  dbUrl: string
  supabaseUrl: string
  serviceKey: string
  /** Public address of the base host, e.g. https://waymark.example */
  publicUrl: string
  mode: 'multi_tenant' | 'single_tenant'
  smtpUrl: string
  mailFrom: string
  /** Heap of one analysis, in MB. */
  analysisMemory: number
  /** How long one analysis may take, in seconds: two run at a time, and whoever holds both holds up everybody. */
  analysisSeconds: number
  /** How long a repository may take to come from its Git host, in seconds. */
  gitSeconds: number
  /** How much disk a repository may take while it is read, in MB. */
  gitMegabytes: number
  /** How long finished task logs stay, in days. */
  taskLogDays: number
  /** How long activity stays, in days; null keeps it for ever. */
  activityDays: number | null
  /** Where events of analytics go, with what the collector knows us by; null: nowhere. */
  analytics: { url: string; token: string } | null
  /** Name servers that are asked about custom domains; none: those of the machine. */
  dnsServers: string[]
  /** Providers whose word about a verified address counts in every workspace, beside the default configurations. */
  trustedProviders: TrustedProvider[]
}

export interface TrustedProvider {
  kind: string
  /** Of a directory its address. */
  hostUrl: string
  /** Empty for a directory. */
  apiUrl: string
}

type Env = Record<string, string | undefined>

/** Reads the configuration; throws one sentence that names what is missing or cannot be meant. */
export function readConfig(env: Env = process.env): Config {
  const mode = env.WAYMARK_MODE || 'multi_tenant'
  if (mode !== 'multi_tenant' && mode !== 'single_tenant')
    throw new Error(`WAYMARK_MODE is multi_tenant or single_tenant, not "${mode}".`)
  return {
    dbUrl: required(env, 'SUPABASE_DB_URL'),
    supabaseUrl: address(env, 'SUPABASE_URL'),
    serviceKey: required(env, 'SUPABASE_SERVICE_ROLE_KEY'),
    publicUrl: address(env, 'WAYMARK_URL'),
    mode,
    smtpUrl: required(env, 'SMTP_URL'),
    mailFrom: required(env, 'MAIL_FROM'),
    analysisMemory: positive(env, 'WAYMARK_ANALYSIS_MEMORY_MB', 1536),
    analysisSeconds: positive(env, 'WAYMARK_ANALYSIS_SECONDS', 900),
    gitSeconds: positive(env, 'WAYMARK_GIT_SECONDS', 180),
    gitMegabytes: positive(env, 'WAYMARK_GIT_MB', 1024),
    taskLogDays: positive(env, 'WAYMARK_TASK_LOG_DAYS', 90),
    activityDays: env.WAYMARK_ACTIVITY_DAYS ? positive(env, 'WAYMARK_ACTIVITY_DAYS', 365) : null,
    analytics: env.WAYMARK_ANALYTICS_URL
      ? { url: address(env, 'WAYMARK_ANALYTICS_URL'), token: env.WAYMARK_ANALYTICS_TOKEN ?? '' }
      : null,
    dnsServers: nameServers(env.WAYMARK_DNS_SERVERS),
    trustedProviders: providers(env.WAYMARK_TRUSTED_PROVIDERS),
  }
}

function required(env: Env, name: string): string {
  const value = env[name]
  if (value) return value
  throw new Error(`The worker needs ${name}.`)
}

function address(env: Env, name: string): string {
  const value = required(env, name)
  if (!URL.canParse(value)) throw new Error(`${name} is no address.`)
  return value.replace(/\/+$/, '')
}

/** Entries separated by commas: a kind, a host URL and an API URL. What they must be is for the database to say. */
function providers(value = ''): TrustedProvider[] {
  const entries = value.split(',').map((entry) => entry.trim().split(/\s+/))
  return entries
    .filter(([kind]) => kind)
    .map(([kind = '', hostUrl = '', ...rest]) => ({ kind, hostUrl, apiUrl: rest.join(' ') }))
}

/** Addresses separated by commas, with a port where it is not 53. */
function nameServers(value = ''): string[] {
  const servers = value.split(/[\s,]+/).filter(Boolean)
  for (const server of servers)
    if (!isIP(server) && !isIP(server.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1')))
      throw new Error(`WAYMARK_DNS_SERVERS needs IP addresses, not "${server}".`)
  return servers
}

function positive(env: Env, name: string, fallback: number): number {
  const value = Number(env[name] || fallback)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`${name} needs a positive whole number, not "${env[name]}".`)
}
