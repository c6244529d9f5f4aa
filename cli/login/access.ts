// What opens a server: the token that was given, else what `waymark login` keeps for its address.
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { noServer, readToken, serverAddress } from '../server/address.ts'
import { ServerClient } from '../server/client.ts'
import { withRetries } from '../server/retries.ts'
import { keepLogin, type Login, readLogins, withLock } from './store.ts'

/** A token is renewed when it ends so soon: what is asked with it takes a while. */
const LEAST_MS = 15 * 60_000

/** The server with the workspace token that was given, or as who is signed in. */
export async function readerOf(url: string | undefined, token: string | undefined): Promise<ServerClient> {
  const address = addressOf(url)
  if (token?.trim() || !isSignedIn(address)) return new ServerClient(address, readToken(token, 'workspace'))
  return signedInClient(address)
}

/** The address that was given; else the only one that somebody is signed in to. */
export function addressOf(url: string | undefined): URL {
  if (url?.trim()) return serverAddress(url)
  const [only, ...others] = Object.keys(readLogins())
  if (only === undefined)
    throw noServer(' A login says it, too: waymark login --url https://acme.example.com')
  if (others.length > 0) throw noServer(` You are signed in to ${[only, ...others].join(', ')}`)
  return serverAddress(only)
}

/** Whether `waymark login` keeps something for this address. */
export function isSignedIn(address: URL): boolean {
  return address.href in readLogins()
}

/** The server as who is signed in to it. Throws CliError for who is not, or not any more. */
export async function signedInClient(address: URL): Promise<ServerClient> {
  const { token } = await withRetries(() => withLock(() => currentLogin(address)))
  return new ServerClient(address, token)
}

// One process renews and the others find what it got: a refresh token that is used twice ends the session.
async function currentLogin(address: URL): Promise<Login> {
  const login = readLogins()[address.href]
  if (!login) throw new CliError(`You are not signed in to ${address.host}.`, signInAt(address), EXIT.refused)
  if (Date.parse(login.expires_at) - Date.now() > LEAST_MS) return login
  const client = new ServerClient(address, login.refresh_token)
  const answer = await client.answer(`auth/access-token/${encodeURIComponent(login.workspace_id)}`, {
    method: 'POST',
    cookie: cookieOf(login),
  })
  const rotated = refreshTokenIn(answer)
  // Also beside a refusal: the one before is used up.
  if (rotated) keepLogin(address, { ...login, refresh_token: rotated })
  if (answer.status === 401) {
    keepLogin(address, null)
    throw new CliError(`Your login at ${address.host} has ended.`, signInAt(address), EXIT.refused)
  }
  if (!answer.ok) throw await client.refusal(answer)
  const renewed = (await answer.json()) as Pick<Login, 'token' | 'expires_at'>
  const kept = { ...login, ...renewed, refresh_token: rotated ?? login.refresh_token }
  keepLogin(address, kept)
  return kept
}

/** The cookie by which a browser would renew the session. */
export function cookieOf({ refresh_token }: Login): string {
  return `waymark_refresh=${encodeURIComponent(refresh_token)}`
}

function refreshTokenIn(answer: Response): string | undefined {
  const found = answer.headers
    .getSetCookie()
    .map((cookie) => /^waymark_refresh=([^;]+)/.exec(cookie)?.[1])
    .find(Boolean)
  try {
    return found && decodeURIComponent(found)
  } catch {
    // No token of ours is written so.
    return undefined
  }
}

function signInAt(address: URL): string {
  return `Sign in: waymark login --url ${address.href}`
}
