// Upstream's own client against the target: a visitor, people, and the server side.
import { randomBytes } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'
import type { ContractTarget } from './setup.ts'

const quiet = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

/** What the suite runs against. */
export function target(): ContractTarget {
  return inject('contract')
}

/** Nobody in particular. */
export function visitor(): SupabaseClient {
  const { url, anonKey } = target()
  return createClient(url, anonKey, quiet)
}

/** The service role. */
export function server(): SupabaseClient {
  const { url, serviceRoleKey } = target()
  return createClient(url, serviceRoleKey, quiet)
}

export interface Person {
  client: SupabaseClient
  id: string
  email: string
  password: string
  token: string
}

/** Somebody new, signed in by password. */
export async function aPerson(): Promise<Person> {
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const password = randomBytes(9).toString('hex')
  const made = await server().auth.admin.createUser({ email, password, email_confirm: true })
  if (made.error) throw made.error
  const client = visitor()
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  await client.realtime.setAuth(data.session.access_token)
  return { client, id: data.user.id, email, password, token: data.session.access_token }
}
