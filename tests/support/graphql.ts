// A running GraphQL service on a database of its own, and the people who talk to it.
import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import pg from 'pg'
import { createGraphql } from '../../stack/graphql/index.ts'
import { createVerifier } from '../../stack/jwt.ts'
import { createRest } from '../../stack/rest/index.ts'
import type { Engine } from '../../stack/sql/engine.ts'
import { testDatabase } from './database.ts'
import { serve } from './services.ts'

const SECRET = 'a secret that only the tests of the GraphQL service know'

export interface GraphAnswered {
  // The tests look into answers of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
  data?: any
  errors?: { message: string }[]
}

export interface GraphStack {
  url: string
  engine: Engine
  /** The superuser's view of the same database. */
  admin: pg.Pool
  anonKey: string
  serviceKey: string
  /** Signs a token; `role` is authenticated unless said otherwise. */
  token(claims?: Record<string, unknown>): Promise<string>
  /** Answers a document: as service_role unless a token is given. */
  ask(query: string, options?: AskOptions): Promise<GraphAnswered>
  /** Any request, with whatever body. */
  send(body: unknown, options?: SendOptions): Promise<{ status: number; json: GraphAnswered; text: string }>
  /** Runs SQL as its owner and waits until the service knows of it. */
  change(sql: string): Promise<void>
  close(): Promise<void>
}

interface AskOptions {
  variables?: unknown
  operationName?: string
  token?: string
}

interface SendOptions {
  method?: string
  path?: string
  token?: string
}

/** Starts it with the tables of `schema`; `close` in afterAll. */
export async function startGraphql(schema: string, schemas = ['public']): Promise<GraphStack> {
  const db = await testDatabase('base')
  const admin = new pg.Pool({ connectionString: db.urls.admin, max: 2 })
  await admin.query(schema)
  const verify = createVerifier({ jwtSecret: SECRET, jwks: { keys: [] } })
  const rest = await createRest({
    dbUrl: db.urls.authenticator,
    adminUrl: db.urls.admin,
    schemas,
    verify,
    poolSize: 4,
  })
  const graphql = createGraphql({ engine: rest.engine, verify })
  const served = await serve({ '/graphql/v1': graphql, '/rest/v1': rest })
  const [anonKey, serviceKey] = [await sign({ role: 'anon' }), await sign({ role: 'service_role' })]
  const send: GraphStack['send'] = async (body, { method = 'POST', path = '', token = serviceKey } = {}) => {
    const response = await fetch(`${served.url}/graphql/v1${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: JSON.parse(text || 'null'), text }
  }
  return {
    url: served.url,
    engine: rest.engine,
    admin,
    anonKey,
    serviceKey,
    token: (claims = {}) => sign({ role: 'authenticated', sub: randomUUID(), ...claims }),
    send,
    async ask(query, { variables, operationName, token } = {}) {
      const body = {
        query,
        ...(variables !== undefined && { variables }),
        ...(operationName && { operationName }),
      }
      return (await send(body, token === undefined ? {} : { token })).json
    },
    async change(sql) {
      await admin.query(sql)
      await rest.engine.catalog.reload()
    },
    async close() {
      await served.close()
      await admin.end()
    },
  }
}

function sign(claims: Record<string, unknown>): Promise<string> {
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt()
  return jwt.sign(new TextEncoder().encode(SECRET))
}
