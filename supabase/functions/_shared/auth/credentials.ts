// The credential in auth.users: made once an address is proven, its password changed by its owner.
import { signupAuthId } from '../db/service.ts'
import { callAuth } from './gotrue.ts'

export interface Credential {
  authId: string
  email: string
}

type Client = string | null

interface AuthUser {
  id: string
  email: string
}

/** The credential of a proven address; made when there is none. Racing requests end with the same one. */
export async function ensureCredential(email: string, client: Client): Promise<Credential> {
  const existing = await credentialOf(email, client)
  if (existing) return existing
  try {
    const body = { email, email_confirm: true }
    return credential(await callAuth<AuthUser>('/admin/users', { client, body }))
  } catch (error) {
    // The loser of a race is told email_exists, or 500 where Auth had looked before the winner was done.
    const other = await credentialOf(email, client)
    if (!other) throw error
    return other
  }
}

/** The credential with this id, as Auth has it. */
export async function credentialById(authId: string, client: Client): Promise<Credential> {
  return credential(await callAuth<AuthUser>(`/admin/users/${authId}`, { client, method: 'GET' }))
}

/** Sets the password of an access token's owner, once the database permits it: this session stays, all others end. */
export async function setPassword(
  accessToken: string,
  { password, current }: { password: string; current: string | undefined },
  client: Client,
): Promise<void> {
  const body = { password, ...(current === undefined ? {} : { current_password: current }) }
  await callAuth('/user', { client, method: 'PUT', bearer: accessToken, body })
}

// The address somebody signs up with may be a second one of an account with another auth address.
async function credentialOf(email: string, client: Client): Promise<Credential | null> {
  const authId = await signupAuthId(email)
  return authId ? credentialById(authId, client) : null
}

function credential(user: AuthUser): Credential {
  return { authId: user.id, email: user.email }
}

/** Sets the password of a credential. The database refuses where nobody permitted it, and ends the other sessions. */
export async function setCredentialPassword(authId: string, password: string, client: Client): Promise<void> {
  await callAuth(`/admin/users/${authId}`, { client, method: 'PUT', body: { password } })
}
