// A running REST service on a database of its own, and the people who talk to it.
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import pg from 'pg'
import { createVerifier } from '../../stack/jwt.ts'
import { createRest, type RestOptions } from '../../stack/rest/index.ts'
import type { Engine } from '../../stack/sql/engine.ts'
import { testDatabase } from './database.ts'
import { serve } from './services.ts'

const SECRET = 'a secret that only the tests of the REST service know'

export interface Answered {
  status: number
  statusText: string
  headers: Headers
  text: string
  // The tests look into answers of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
  json: any
}

export type Ask = (path: string, options?: AskOptions) => Promise<Answered>

export interface AskOptions {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  token?: string
}

export interface RestStack {
  url: string
  engine: Engine
  /** The superuser's view of the same database. */
  admin: pg.Pool
  anonKey: string
  serviceKey: string
  /** Signs a token with these claims; `role` is authenticated unless said otherwise. */
  token(claims?: Record<string, unknown>, expires?: number): Promise<string>
  /** A plain HTTP request, as anon without a token. */
  ask: Ask
  /** supabase-js as the holder of a token. */
  client(token?: string): SupabaseClient
  close(): Promise<void>
}

/** Starts it with the tables of `schema`; `close` in afterAll. */
export async function startRest(schema: string, options: Partial<RestOptions> = {}): Promise<RestStack> {
  const db = await testDatabase('base')
  const admin = new pg.Pool({ connectionString: db.urls.admin, max: 2 })
  await admin.query(schema)
  const verify = createVerifier({ jwtSecret: SECRET, jwks: { keys: [] } })
  const rest = await createRest({
    dbUrl: db.urls.authenticator,
    adminUrl: db.urls.admin,
    schemas: ['public'],
    verify,
    ...options,
  })
  const served = await serve({ '/rest/v1': rest })
  const anonKey = await sign({ role: 'anon' })
  const serviceKey = await sign({ role: 'service_role' })
  const ask: Ask = (path, given = {}) => request(`${served.url}/rest/v1${path}`, { token: anonKey, ...given })
  return {
    url: served.url,
    engine: rest.engine,
    admin,
    anonKey,
    serviceKey,
    token: (claims = {}, expires) => sign({ role: 'authenticated', sub: randomUUID(), ...claims }, expires),
    ask,
    client: (token = anonKey) =>
      createClient(served.url, anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { Authorization: `Bearer ${token}` } },
      }),
    async close() {
      await served.close()
      await admin.end()
    },
  }
}

async function sign(claims: Record<string, unknown>, expires?: number): Promise<string> {
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt()
  if (expires !== undefined) jwt.setExpirationTime(expires)
  return jwt.sign(new TextEncoder().encode(SECRET))
}

async function request(
  url: string,
  { method = 'GET', headers = {}, body, token }: AskOptions,
): Promise<Answered> {
  const isText = typeof body === 'string' || body === undefined
  const response = await fetch(url, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(isText ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isText ? (body as string) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const { status, statusText, headers: answered } = response
  return { status, statusText, headers: answered, text, json: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
