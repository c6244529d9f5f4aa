// supabase-js's `auth` over our session: what the ecosystem's hooks and libraries ask of it.
import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { ApiProblem } from './api.ts'
import { claimsOf, logout, type SessionState, sessionState, subscribe } from './session.ts'

type Callback = (event: AuthChangeEvent, session: Session | null) => void

/** The session, once it is known whether there is one. */
async function getSession() {
  await known()
  return { data: { session: sessionOf(sessionState()) }, error: null }
}

/** Calls back when somebody signs in or out, in any tab, and with each new token. */
function onAuthStateChange(callback: Callback) {
  let before = sessionOf(sessionState())
  const unsubscribe = subscribe(() => {
    const session = sessionOf(sessionState())
    const event = eventOf(before, session)
    before = session
    if (event) callback(event, session)
  })
  return { data: { subscription: { id: Symbol('auth'), callback, unsubscribe } } }
}

/** Signs out here and in the other tabs; the error says when the server could not be reached. */
async function signOut(): Promise<{ error: ApiProblem | null }> {
  try {
    await logout()
    return { error: null }
  } catch (error) {
    if (error instanceof ApiProblem) return { error }
    throw error
  }
}

/** The session of the cookie; its refresh token stays there, where no script reads it. */
export const auth = { getSession, onAuthStateChange, signOut }

function known(): Promise<void> {
  if (sessionState().status !== 'loading') return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = subscribe(() => {
      if (sessionState().status === 'loading') return
      unsubscribe()
      resolve()
    })
  })
}

function eventOf(before: Session | null, session: Session | null): AuthChangeEvent | null {
  if (before?.access_token === session?.access_token) return null
  if (!session) return 'SIGNED_OUT'
  return before?.user.id === session.user.id ? 'TOKEN_REFRESHED' : 'SIGNED_IN'
}

function sessionOf(state: SessionState): Session | null {
  if (state.status !== 'signed-in') return null
  const { sub, exp, iat, email, app_metadata, user_metadata } = claimsOf(state.token)
  return {
    access_token: state.token,
    refresh_token: '',
    token_type: 'bearer',
    expires_in: exp - iat,
    expires_at: Math.floor(state.expiresAt / 1000),
    user: {
      id: sub,
      aud: 'authenticated',
      role: 'authenticated',
      ...(email === undefined ? {} : { email }),
      app_metadata: app_metadata ?? {},
      user_metadata: user_metadata ?? {},
      // A token does not say it.
      created_at: '',
    },
  }
}
