// A running auth service on a database of its own, and the clients that talk to it.
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { createAuth } from '../../stack/auth/index.ts'
import type { TokenVerifier } from '../../stack/jwt.ts'
import { createKeys, type StackKeys } from '../../stack/keys.ts'
import { testDatabase } from './database.ts'
import { serve } from './services.ts'

export interface AuthStack {
  url: string
  keys: StackKeys
  verify: TokenVerifier
  /** The superuser's view, to look at and to turn back clocks. */
  admin: pg.Pool
  /** A client with the service key. */
  service: SupabaseClient
  /** A new client that nobody has signed in to. */
  visitor(): SupabaseClient
  /** Creates a confirmed user. */
  aUser(password?: string): Promise<{ id: string; email: string; password: string }>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

/** Starts it; `close` in afterAll. */
export async function startAuth(): Promise<AuthStack> {
  const db = await testDatabase('base')
  const keys = await createKeys()
  const issuer = 'http://waymark.localhost:3000/auth/v1'
  const auth = await createAuth({ ...keys, dbUrl: db.urls.auth_admin, issuer })
  const served = await serve({ '/auth/v1': auth })
  const admin = new pg.Pool({ connectionString: db.urls.admin, max: 2 })
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const service = createClient(served.url, keys.serviceRoleKey, options)
  return {
    url: served.url,
    keys,
    verify: auth.verify,
    admin,
    service,
    visitor: () => createClient(served.url, keys.anonKey, options),
    async aUser(password = 'correct horse') {
      const email = `${randomUUID().slice(0, 8)}@example.com`
      const { data, error } = await service.auth.admin.createUser({ email, password, email_confirm: true })
      if (error) throw error
      return { id: data.user.id, email, password }
    },
    post: (path, body, headers = {}) =>
      fetch(`${served.url}/auth/v1${path}`, {
        method: 'POST',
        headers: { apikey: keys.anonKey, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async close() {
      await served.close()
      await admin.end()
    },
  }
}
