// Tokens of OAuth 2 for a reader's own client. The answer of the provider's page comes to this tab alone, and the token is
// held by it.

import { paths } from '../../../shared/config/paths.ts'
import { codeFrom } from '../../../shared/provider-popup/exchange.ts'
import { PopupProblem, popupMessages } from '../../../shared/provider-popup/messages.ts'
import { newState } from '../../../shared/provider-popup/state.ts'
import type { OauthFlow } from '../model/types.ts'
import type { Call } from './call.ts'
import type { TryItAnswer } from './send.ts'

export interface Client {
  id: string
  secret: string
  scopes: readonly string[]
}

export interface Token {
  token: string
  /** ms since 1970. */
  endsAt?: number
}

/** A token that was not given; the message is fit to show. */
export class OauthProblem extends Error {
  override name = 'OauthProblem'
}

/** Sends a request for a token, by whichever way the reader chose. */
export type SendForToken = (call: Call) => Promise<TryItAnswer>

/** Where providers send readers back to. */
export function redirectUri(): string {
  return window.location.origin + paths.tryItRedirect
}

/**
 * Asks for a token by the authorisation code flow with PKCE: the provider's page opens in a popup. Must be called while a
 * click is handled. Throws OauthProblem, PopupProblem or SendProblem.
 */
export async function askByCode(flow: OauthFlow, client: Client, send: SendForToken): Promise<Token> {
  const popup = window.open('', 'waymark-try-it', 'popup=yes,width=620,height=720')
  if (!popup || popup.closed) throw new PopupProblem('blocked')
  try {
    // A description says which page opens there: it gets no hold of this one, which it could lead elsewhere.
    popup.opener = null
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
    const state = newState()
    popup.location.replace(await authorizationUrl(flow, client, state, verifier))
    const { code } = await codeFrom(popup, state)
    return await tokenFrom(flow, client, send, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(),
      code_verifier: verifier,
    })
  } finally {
    popup.close()
  }
}

/** Where a flow sends a client to: hosts, and the origins that they are of; nothing where a description names no address. */
export function providerOf({ authorizationUrl = '', tokenUrl = '' }: OauthFlow, byCode: boolean) {
  const urls = [...(byCode ? [authorizationUrl] : []), tokenUrl].filter(isWeb).map((one) => new URL(one))
  return {
    hosts: [...new Set(urls.map(({ host }) => host))].join(' and '),
    origins: [...new Set(urls.map(({ origin }) => origin))].join(' '),
  }
}

/** Asks for a token of the client itself. Throws OauthProblem or SendProblem. */
export function askByClient(flow: OauthFlow, client: Client, send: SendForToken): Promise<Token> {
  const scope = client.scopes.join(' ')
  return tokenFrom(flow, client, send, { grant_type: 'client_credentials', ...(scope && { scope }) })
}

async function authorizationUrl(
  { authorizationUrl: address = '' }: OauthFlow,
  client: Client,
  state: string,
  verifier: string,
): Promise<string> {
  if (!isWeb(address)) throw new OauthProblem('The description names no address to sign in at.')
  const url = new URL(address)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const query = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri(),
    scope: client.scopes.join(' '),
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
  return url.href
}

async function tokenFrom(
  { tokenUrl = '' }: OauthFlow,
  client: Client,
  send: SendForToken,
  grant: Record<string, string>,
): Promise<Token> {
  if (!isWeb(tokenUrl)) throw new OauthProblem('The description names no address that gives out tokens.')
  const body = new URLSearchParams({
    ...grant,
    client_id: client.id,
    ...(client.secret && { client_secret: client.secret }),
  })
  const answer = await send({
    method: 'POST',
    url: new URL(tokenUrl).href,
    headers: [
      ['Accept', 'application/json'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ],
    body: new Blob([body.toString()]),
  })
  return tokenIn(await answer.body.text())
}

/** The token of an answer (RFC 6749, 5.1), or why there is none. */
function tokenIn(text: string): Token {
  const told = fieldsIn(text)
  const { access_token: token, expires_in: seconds, error, error_description: description } = told
  if (typeof token === 'string' && token) {
    const isEnding = Number(seconds) > 0
    return { token, ...(isEnding && { endsAt: Date.now() + Number(seconds) * 1000 }) }
  }
  const reason = [description, error].find((one) => typeof one === 'string' && one)
  throw new OauthProblem(
    reason ? `No token was given: ${String(reason).slice(0, 300)}` : 'No token was given by this server.',
  )
}

function fieldsIn(text: string): Record<string, unknown> {
  try {
    const told: unknown = JSON.parse(text)
    return typeof told === 'object' && told !== null ? (told as Record<string, unknown>) : {}
  } catch {
    // Some answer as a form, whatever was asked for.
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/** What to tell a reader of a sign-in that came to nothing. */
export function oauthMessage(error: unknown): string {
  if (error instanceof PopupProblem && error.reason === 'closedBeforeCode')
    return 'The sign-in window was closed before it answered.'
  return error instanceof Error ? error.message : popupMessages.mismatch
}

const isWeb = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
