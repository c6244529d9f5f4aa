// Which browser is signing in: a cookie of its own binds the steps of a sign-in to each other, and later sign-ins to
// the first one. It lives as long as browsers let it and is sent to the product's own calls only.
import { getCookie, setCookie } from 'hono/cookie'
import { config } from '../config.ts'
import type { AppContext } from '../http/context.ts'
import { cookieDomain, secureCookie } from '../http/origin.ts'

const name = 'waymark_signin'
const lifetimeSeconds = 400 * 24 * 3600

/** Hash of the browser's secret; null when it has none. */
export async function browserHash(c: AppContext): Promise<string | null> {
  const secret = c.get('browserSecret') ?? getCookie(c, name)
  return secret ? sha256Hex(secret) : null
}

/** The same; a browser without a secret gets one, and only one in an answer. */
export async function ensureBrowserHash(c: AppContext): Promise<string> {
  const hash = await plannedBrowserHash(c)
  giveBrowserSecret(c)
  return hash
}

/** The same, but a new secret is only given to the browser where `giveBrowserSecret` follows. */
export async function plannedBrowserHash(c: AppContext): Promise<string> {
  const known = await browserHash(c)
  if (known) return known
  const secret = randomToken()
  c.set('browserSecret', secret)
  c.set('browserSecretIsDue', true)
  return sha256Hex(secret)
}

/** Sets the cookie of a secret that is new. */
export function giveBrowserSecret(c: AppContext): void {
  const secret = c.get('browserSecret')
  if (!secret || !c.get('browserSecretIsDue')) return
  c.set('browserSecretIsDue', false)
  const site = config()
  const domain = cookieDomain(c.req.raw.headers, site)
  setCookie(c, name, secret, {
    // The confirmation of a member's address is called below /workspaces.
    path: '/api/v1',
    httpOnly: true,
    sameSite: 'Lax',
    secure: secureCookie(site),
    maxAge: lifetimeSeconds,
    ...(domain ? { domain } : {}),
  })
}

/** 32 random bytes as URL-safe text. */
export function randomToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)))
}

/** URL-safe base64 without padding. */
export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** SHA-256 of a text, in hex. */
export async function sha256Hex(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
