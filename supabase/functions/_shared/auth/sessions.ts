// Every way in ends here: in a session of GoTrue, never in a token of our own making.
import { AuthRefusal, callAuth, type Session } from './gotrue.ts'

interface TokenAnswer {
  access_token: string
  refresh_token: string
  expires_in: number
  user: { id: string }
}

type Client = string | null

/** Signs in with a password; null when it is wrong, 'unconfirmed' when the address was never proven. */
export async function passwordSession(
  email: string,
  password: string,
  client: Client,
): Promise<Session | null | 'unconfirmed'> {
  try {
    return sessionOf(
      await callAuth<TokenAnswer>('/token?grant_type=password', { client, body: { email, password } }),
    )
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return error.code === 'email_not_confirmed' ? 'unconfirmed' : null
  }
}

export type RefreshOutcome = { session: Session } | { refused: 'used' | 'gone' }

/** Rotates a refresh token. 'used': another tab was faster, or somebody stole it; 'gone': the session ended. */
export async function refreshSession(refreshToken: string, client: Client): Promise<RefreshOutcome> {
  try {
    const body = { refresh_token: refreshToken }
    return {
      session: sessionOf(await callAuth<TokenAnswer>('/token?grant_type=refresh_token', { client, body })),
    }
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return { refused: error.code === 'refresh_token_already_used' ? 'used' : 'gone' }
  }
}

/** What this process has under way for an address. It spares retries and decides nothing: it may be lost at any time. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Opens a session for somebody whose identity was proven otherwise. An account has one link at a time, which Auth
 * replaces by the next: proofs of the same account take turns within this process, and where another process replaced
 * the link, it is made again after a pause of its own.
 */
export async function provenSession(email: string, client: Client): Promise<Session> {
  const before = turns.get(email) ?? Promise.resolve()
  const mine = before.then(() => linkedSession(email, client))
  const settled = mine.catch(() => undefined)
  turns.set(email, settled)
  try {
    return await mine
  } finally {
    if (turns.get(email) === settled) turns.delete(email)
  }
}

async function linkedSession(email: string, client: Client): Promise<Session> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await magicSession(email, client)
    } catch (error) {
      if (!(error instanceof AuthRefusal) || attempt === 5) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * attempt))
    }
  }
}

async function magicSession(email: string, client: Client): Promise<Session> {
  const link = await callAuth<{ hashed_token: string; verification_type: string }>('/admin/generate_link', {
    client,
    body: { type: 'magiclink', email },
  })
  const body = { type: link.verification_type, token_hash: link.hashed_token }
  return sessionOf(await callAuth<TokenAnswer>('/verify', { client, body }))
}

/** Ends the session of an access token; one that has ended already is fine. */
export async function endSession(accessToken: string, client: Client): Promise<void> {
  try {
    await callAuth('/logout?scope=local', { client, bearer: accessToken })
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
  }
}

function sessionOf(answer: TokenAnswer): Session {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: new Date(Date.now() + answer.expires_in * 1000).toISOString(),
    authId: answer.user.id,
  }
}
