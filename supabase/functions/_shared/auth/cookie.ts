// The refresh token's cookie: no script sees it, and it is sent to the sign-in calls only.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { config } from '../config.ts'
import type { AppContext } from '../http/context.ts'
import { cookieDomain, mayUseCookie, secureCookie } from '../http/origin.ts'
import { refusal } from '../http/problem.ts'
import { giveBrowserSecret } from './browser.ts'

const name = 'waymark_refresh'
/** Says to scripts that there is a session, and nothing else: without it a visitor's browser need not ask for one. */
const markName = 'waymark_session'
const lifetimeSeconds = 60 * 24 * 3600

/** The refresh token that came along, if any. */
export function readRefreshToken(c: AppContext): string | undefined {
  return getCookie(c, name) || undefined
}

/** Keeps the refresh token in the browser; every rotation starts its 60 days anew. */
export function writeRefreshToken(c: AppContext, token: string): void {
  setCookie(c, name, token, { ...attributes(c), maxAge: lifetimeSeconds })
  setCookie(c, markName, '1', { ...markAttributes(c), maxAge: lifetimeSeconds })
  giveBrowserSecret(c)
}

/** Makes the browser forget it. */
export function clearRefreshToken(c: AppContext): void {
  deleteCookie(c, name, attributes(c))
  deleteCookie(c, markName, markAttributes(c))
}

/** Refuses requests that another site made the browser send. */
export async function refuseForeignSites(c: AppContext, next: () => Promise<void>): Promise<void> {
  if (!mayUseCookie(c.req.raw.headers, config(), c.get('domain'))) {
    throw refusal('ACTION_PROHIBITED', 'This request came from another site and was refused.')
  }
  await next()
}

function attributes(c: AppContext): CookieOptions {
  const site = config()
  const domain = cookieDomain(c.req.raw.headers, site)
  return {
    path: '/api/v1/auth',
    httpOnly: true,
    sameSite: 'Lax',
    secure: secureCookie(site),
    ...(domain ? { domain } : {}),
  }
}

/** On every page of the same hosts, in sight of their scripts. */
function markAttributes(c: AppContext): CookieOptions {
  return { ...attributes(c), path: '/', httpOnly: false }
}
