// What of docs/self-hosting.md can be seen of a project from outside, asked before anything is changed.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { compactVerify, decodeProtectedHeader } from 'jose'
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
