// What the six providers share: the token endpoint of OAuth 2.0 (RFC 6749 §4.1.3), calls with a token, names.
import { z } from 'zod'
import { sentenceOf } from '../domain/reasons.ts'
import { fetchOutgoing, OutgoingError } from '../net/outgoing.ts'
import { type Grant, ProviderError, type ProviderSettings, type TestResult } from './provider.ts'

/** An address below a base that may or may not end with a slash. */
export function below(base: string, path: string): string {
  // Behind a query or a fragment every call would read the one document that somebody put there.
  if (!/^https?:\/\/[^\s\\/?#@]+(\/[^\s\\?#]*)?$/i.test(base))
    throw new OutgoingError(sentenceOf('address_invalid'))
  return `${base.replace(/\/+$/, '')}${path}`
}

/** The address of an authorization page with its query. */
export function authorizePage(
  page: string,
  { clientId, redirectUrl }: ProviderSettings,
  more: Record<string, string | undefined>,
): string {
  const url = new URL(page)
  const query = { response_type: 'code', client_id: clientId, redirect_uri: redirectUrl, ...more }
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
  return url.href
}

interface TokenOptions {
  /** The client proves itself by the header, not in the body. */
  basic?: boolean
  more?: Record<string, string>
}

/** Trades a code at a token endpoint. */
export function tokenFrom(
  endpoint: string,
  settings: ProviderSettings,
  { code, verifier }: { code: string; verifier?: string | undefined },
  { more = {}, ...options }: TokenOptions = {},
): Promise<Grant> {
  const redirect = { redirect_uri: settings.redirectUrl, ...(verifier ? { code_verifier: verifier } : {}) }
  return granted(
    endpoint,
    settings,
    { grant_type: 'authorization_code', code, ...redirect, ...more },
    options,
  )
}

/** Trades a refresh token (RFC 6749 §6); hosts that rotate them answer with the next one. */
export function renewedFrom(
  endpoint: string,
  settings: ProviderSettings,
  refreshToken: string,
  { more = {}, ...options }: TokenOptions = {},
): Promise<Grant> {
  const asked = { grant_type: 'refresh_token', refresh_token: refreshToken, ...more }
  return granted(endpoint, settings, asked, options)
}

async function granted(
  endpoint: string,
  { clientId, clientSecret }: ProviderSettings,
  asked: Record<string, string>,
  { basic = false }: TokenOptions,
): Promise<Grant> {
  const body = new URLSearchParams(asked)
  if (!basic) {
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  }
  const answer = await fetchOutgoing(endpoint, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(basic ? { authorization: basicHeader(clientId, clientSecret) } : {}),
    },
    body: body.toString(),
  })
  if (answer.status === 429 || answer.status >= 500)
    throw new OutgoingError(`${new URL(endpoint).host} answered with status ${answer.status}.`)
  // GitHub answers a refusal with 200 and an error in the body.
  const found = answer.status < 400 ? grantSchema.safeParse(answer.json()) : undefined
  if (!found?.success)
    throw new ProviderError('refused', 'The provider did not accept the sign-in. Please try again.')
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = found.data
  const expiresAt = seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000).toISOString()
  return { accessToken, refreshToken, expiresAt }
}

const tokenText = z.string().min(1).max(8000)

const grantSchema = z.object({
  access_token: tokenText,
  // Hosts without them say nothing, null or an empty text.
  refresh_token: tokenText.optional().catch(undefined),
  expires_in: z.coerce.number().int().positive().max(31_536_000).optional().catch(undefined),
})

/** Reads an address with an Authorization header. */
export async function readAs<T>(address: string, authorization: string): Promise<T> {
  const answer = await fetchOutgoing(address, {
    headers: { accept: 'application/json', authorization, 'user-agent': 'Waymark' },
  })
  if (answer.status === 401 || answer.status === 403)
    throw new ProviderError('bad_credentials', 'The provider did not accept these credentials.')
  if (answer.status >= 400)
    throw new ProviderError('malformed', `${new URL(address).host} answered with status ${answer.status}.`)
  return answer.json<T>()
}

/** `Basic …` (RFC 7617), for any characters. */
export function basicHeader(username: string, password: string): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`
}

/** First and last name of a full one. */
export function namesOf(fullName: string | null | undefined): {
  firstName: string | null
  lastName: string | null
} {
  const [firstName, ...rest] = (fullName ?? '').trim().split(/\s+/)
  return { firstName: firstName || null, lastName: rest.join(' ') || null }
}

/** Asks an address that answers without credentials; a refusal for want of them proves that it is there. */
export async function testAddress(address: string, good: string): Promise<TestResult> {
  try {
    const { status } = await fetchOutgoing(address, { headers: { accept: 'application/json' } })
    if (status < 400 || status === 401 || status === 403) return { success: true, message: good }
    return { success: false, message: `${new URL(address).host} answered with status ${status}.` }
  } catch (error) {
    if (error instanceof OutgoingError) return { success: false, message: error.message }
    throw error
  }
}

export const looksGood = 'Everything looks good!'

/** For what a kind of host cannot do. */
export function notSupported(): never {
  throw new ProviderError('not_supported', 'This way to sign in is not available for this provider.')
}
