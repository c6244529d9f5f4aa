// What an agent asks in the address it opens (OAuth 2.1), and where its answer goes.
import { workspaceOrigin } from '../../shared/config/paths.ts'

export interface AgentRequest {
  clientId: string
  redirectUri: string
  challenge: string
  state: string | null
  resource: string | null
}

/** What is asked; null where the address lacks what it must say, so that nobody is sent anywhere. */
export function requestIn(query: URLSearchParams): AgentRequest | null {
  const clientId = query.get('client_id')
  const redirectUri = query.get('redirect_uri')
  const challenge = query.get('code_challenge') ?? ''
  const isWhole =
    query.get('response_type') === 'code' &&
    query.get('code_challenge_method') === 'S256' &&
    /^[\w-]{43}$/.test(challenge)
  if (!clientId || !redirectUri || !URL.canParse(redirectUri) || !isWhole) return null
  return { clientId, redirectUri, challenge, state: query.get('state'), resource: query.get('resource') }
}

/** Where the person's browser takes the answer, with who answered (RFC 9207). */
export function answerAddress(
  { redirectUri, state }: AgentRequest,
  answer: { code: string } | { error: 'access_denied' },
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  url.searchParams.set('iss', window.location.origin)
  return url.href
}

/** Who gets the answer, as people read it. */
export function receiverOf({ redirectUri }: AgentRequest): string {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (protocol === 'http:') return 'a program on this computer'
  return protocol === 'https:' ? host : `the program for ${protocol}//${hostname}`
}

/** The host of the address that describes an agent; null for one that registered itself. */
export function describedAt({ clientId }: AgentRequest): string | null {
  return /^https?:\/\//.test(clientId) && URL.canParse(clientId) ? new URL(clientId).host : null
}

/** Whether an agent means to ask this workspace, whose server has an address at each of its hosts. */
export function asksHere(
  { resource }: AgentRequest,
  { slug, domain }: { slug: string; domain: string | null },
): boolean {
  if (resource === null) return true
  const origin = new URL(workspaceOrigin(slug))
  const port = origin.port && `:${origin.port}`
  const origins = [origin.origin, ...(domain ? [`${origin.protocol}//${domain}${port}`] : [])]
  return origins.some((each) => resource === `${each}/api/v1/mcp`)
}
