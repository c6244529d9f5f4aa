// What of docs/self-hosting.md can be seen from outside, asked before anything is changed. What cannot work is an error;
// what works but is not as it should be, and what nobody can see, is said.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import type { Client, DatabaseError } from 'pg'
import type { Project } from './project.ts'

/** What the project answered; a status of 0 means that nothing came back. */
export interface Facts {
  /** With the anon key. */
  settings: { status: number; body: AuthSettings }
  /** With the service role's key. */
  users: { status: number; firstId: string | undefined }
  keys: number
  /** Whether the anon key is signed by the secret that was given; undefined where nothing tells. */
  secretFits: boolean | undefined
  rest: number
  graphql: number
  storage: number
  realtime: number
  database: { user: string; version: number; knowsFirstUser: boolean; hasUsers: boolean }
}

interface AuthSettings {
  disable_signup?: boolean
  external?: Record<string, boolean>
}

export interface Finding {
  kind: 'broken' | 'weak' | 'unseen'
  sentence: string
}

const OLDEST_POSTGRES = 150_000

/** What is wrong with a project that answered so. */
export function judge(facts: Facts, project: Project): Finding[] {
  const { settings, users, database } = facts
  const findings: Finding[] = []
  const say = (kind: Finding['kind'], when: boolean, sentence: string) => {
    if (when) findings.push({ kind, sentence })
  }
  say('broken', settings.status === 0, `${project.url} does not answer.`)
  if (settings.status === 0) return findings
  say(
    'broken',
    roleOf(project.anonKey) === 'service_role',
    "The anon key is the service role's: every browser would get it. Give the anon key as --anon-key or SUPABASE_ANON_KEY.",
  )
  say(
    'broken',
    settings.status !== 200,
    `Auth refuses the anon key (${settings.status}): it is another project's, or an old one.`,
  )
  say(
    'broken',
    users.status !== 200,
    `Auth refuses the service role's key (${users.status}): it is another project's, or not the service role's.`,
  )
  // Without the right keys the rest says nothing more.
  if (findings.length > 0) return findings
  const stranger = users.firstId === undefined ? database.hasUsers : !database.knowsFirstUser
  say('broken', stranger, 'The database is not the one of this project: it has other accounts than Auth.')
  say(
    'broken',
    database.user !== 'postgres',
    `The database is connected as ${database.user}: migrations belong to postgres.`,
  )
  say('broken', database.version < OLDEST_POSTGRES, 'The database is older than Postgres 15.')
  say(
    'broken',
    isTransactionPooler(project.dbUrl),
    'Port 6543 is the transaction pooler, which cannot LISTEN: use the direct connection or the session pooler (port 5432).',
  )
  say('broken', facts.rest !== 200, `REST does not answer (${facts.rest}).`)
  say('broken', facts.storage !== 200, `Storage does not answer (${facts.storage}).`)
  say(
    'broken',
    facts.graphql !== 200,
    `GraphQL does not answer (${facts.graphql}): enable the extension pg_graphql.`,
  )
  say(
    'broken',
    facts.keys === 0 && !project.jwtSecret,
    'The project signs its sessions with a shared secret: give it as --jwt-secret or SUPABASE_JWT_SECRET, else no session is believed.',
  )
  say(
    'broken',
    facts.secretFits === false,
    'The shared secret is not the one that signs the keys: give the right one as --jwt-secret or SUPABASE_JWT_SECRET.',
  )
  say(
    'broken',
    settings.body.external?.email === false,
    'Signing in by e-mail is off in Auth: switch the provider "Email" on.',
  )
  say(
    'weak',
    settings.body.disable_signup !== true,
    'Sign-ups by the public API are on: switch them off in Auth ("Allow new users to sign up"), the product makes the accounts.',
  )
  say(
    'weak',
    settings.body.external?.anonymous_users === true,
    'Anonymous sign-ins are on in Auth: switch them off.',
  )
  say(
    'weak',
    facts.realtime !== 101,
    `Realtime does not answer (${facts.realtime}): screens poll until it does.`,
  )
  for (const sentence of UNSEEN) say('unseen', true, sentence)
  return findings
}

// No API tells these.
const UNSEEN = [
  'IP address forwarding is on (GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED)',
  'refresh tokens rotate, with a reuse interval of 10 seconds',
  'the current password is required for a new one (GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD)',
]

function isTransactionPooler(dbUrl: string): boolean {
  return new URL(dbUrl).port === '6543'
}

/** The role that a key says it is for: of a JWT, or of a key of the newer kind. */
function roleOf(key: string): unknown {
  if (key.startsWith('sb_secret_')) return 'service_role'
  try {
    return decodeJwt(key).role
  } catch {
    return undefined
  }
}

async function isSignedBy(key: string, secret: string | undefined): Promise<boolean | undefined> {
  if (secret === undefined) return undefined
  try {
    if (decodeProtectedHeader(key).alg !== 'HS256') return undefined
  } catch {
    return undefined
  }
  return compactVerify(key, new TextEncoder().encode(secret)).then(
    () => true,
    () => false,
  )
}

/** Asks the project and its database; throws a sentence where the database is none of a project. */
export async function findOut(project: Project, db: Client): Promise<Facts> {
  const { anonKey, serviceRoleKey } = project
  const [settings, users, keys, rest, graphql, storage, realtime] = await Promise.all([
    ask(project, '/auth/v1/settings', anonKey),
    // The key that may do everything is sent only where no other is answered.
    ask(project, '/auth/v1/admin/users?page=1&per_page=1', serviceRoleKey),
    ask(project, '/auth/v1/.well-known/jwks.json', anonKey),
    ask(project, '/rest/v1/', serviceRoleKey),
    ask(project, '/graphql/v1', anonKey, JSON.stringify({ query: '{ __typename }' })),
    ask(project, '/storage/v1/bucket', anonKey),
    handshake(project),
  ])
  const firstId = (users.body as { users?: { id: string }[] }).users?.[0]?.id
  const { rows } = await db
    .query<{ user: string; version: string; knows: boolean; any: boolean }>(
      `select current_user as "user", current_setting('server_version_num') as version,
       exists (select from auth.users where id = $1) as knows, exists (select from auth.users) as any`,
      [firstId ?? null],
    )
    .catch((error: DatabaseError) => {
      throw new Error(
        `The database is not one of a Supabase project, or not for its role postgres: ${error.message}.`,
      )
    })
  return {
    settings: { status: settings.status, body: settings.body as AuthSettings },
    users: { status: users.status, firstId },
    keys: (keys.body as { keys?: unknown[] }).keys?.length ?? 0,
    secretFits: await isSignedBy(anonKey, project.jwtSecret),
    rest: rest.status,
    graphql: graphql.status,
    storage: storage.status,
    realtime,
    database: {
      user: rows[0]?.user ?? '',
      version: Number(rows[0]?.version),
      knowsFirstUser: rows[0]?.knows ?? false,
      hasUsers: rows[0]?.any ?? false,
    },
  }
}

async function ask(
  project: Project,
  path: string,
  key: string,
  body?: string,
): Promise<{ status: number; body: object }> {
  try {
    const answer = await fetch(`${project.url}${path}`, {
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await answer.text()
    return { status: answer.status, body: parsed(text) }
  } catch {
    return { status: 0, body: {} }
  }
}

function parsed(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}

function handshake({ url, anonKey }: Project): Promise<number> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  const socket = request(`${url}/realtime/v1/websocket?vsn=2.0.0&apikey=${encodeURIComponent(anonKey)}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'd2F5bWFyay1jaGVja2luZw==',
    },
    timeout: 20_000,
  })
  return new Promise((resolve) => {
    const done = (status = 0) => {
      socket.destroy()
      resolve(status)
    }
    socket.once('upgrade', (answer) => done(answer.statusCode))
    socket.once('response', (answer) => done(answer.statusCode))
    socket.once('timeout', () => done())
    socket.once('error', () => done())
    socket.end()
  })
}
