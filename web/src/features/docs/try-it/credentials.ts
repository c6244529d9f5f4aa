// What readers sign their requests with: held by this tab for as long as its page stands, for one project's branch, and
// never written anywhere. Another project's page sees none of it, also where its schemes have the same names.
import { useSyncExternalStore } from 'react'
import type { Credential } from '../samples/sign-in.ts'

/** What was typed for a scheme, and the token that came of it. */
export interface Held extends Credential {
  clientId?: string
  clientSecret?: string
  /** Which of the flows of OAuth. */
  flow?: string
  scopes?: string[]
  /** When the token ends, ms since 1970. */
  endsAt?: number
  /** Where user name and secret may be sent: the origin they were typed for, and those the reader named since. */
  origins?: readonly string[]
  /** Where the client may be named: the origins of its provider when it was typed. */
  provider?: string
}

type Credentials = Readonly<Record<string, Held>>

const none: Credentials = {}
const held = new Map<string, Credentials>()
const listeners = new Set<() => void>()

/** Keeps what a reader typed for a scheme. */
export function holdCredential(scope: string, scheme: string, credential: Held): void {
  held.set(scope, { ...held.get(scope), [scheme]: credential })
  for (const listener of listeners) listener()
}

/** Forgets everything. */
export function forgetCredentials(): void {
  held.clear()
  for (const listener of listeners) listener()
}

/**
 * What of it may be sent to an origin: a description may name another server by now than when a secret was typed. Null: an
 * origin that needs no leave, as the reader typed it, or it is ours.
 */
export function fitFor(credential: Held, origin: string | null): Held {
  if (origin === null || credential.origins?.includes(origin)) return credential
  const { user: _user, endsAt: _endsAt, ...rest } = credential
  return { ...rest, secret: '' }
}

/** What of a client may be sent to its provider, of these origins. */
export function clientFor(credential: Held, provider: string): Held {
  if (credential.provider === undefined || credential.provider === provider) return credential
  const { clientId: _id, clientSecret: _secret, ...rest } = credential
  return rest
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was typed on the pages of a branch, by the key of the scheme. */
export function useCredentials(scope: string): Credentials {
  return useSyncExternalStore(subscribe, () => held.get(scope) ?? none)
}
