import { callerKey } from '../http/caller-key.ts'
import type { Catalog } from '../sql/catalog/catalog.ts'
import type { Routine } from '../sql/catalog/types.ts'
import type { Context } from '../sql/session.ts'
import { ident } from '../sql/sql-text.ts'
import { type Configuration, configurationOf } from './configuration.ts'
import { preRequest } from './pre-request.ts'
import type { Preferences } from './preferences.ts'
import { header, type RestRequest } from './request.ts'

export interface Caller {
  role: string
  claims: Readonly<Record<string, unknown>>
}

const claimTexts = new WeakMap<object, string>()

/** What the transaction of a request runs as, with everything functions and policies may ask about it. */
export function requestContext(given: {
  request: RestRequest
  caller: Caller
  schema: string
  catalog: Catalog
  preferences: Preferences
  readOnly: boolean
  routine?: Routine
}): Context {
  const { request, caller, preferences, routine } = given
  const settings: [string, string][] = [
    ['search_path', searchPath(given.schema, configurationOf(given.catalog))],
    ['request.jwt.claims', claimsText(caller)],
    ['request.method', request.method],
    ['request.path', request.path],
    ['request.headers', JSON.stringify(request.headers)],
    ['request.cookies', cookiesText(header(request, 'cookie'))],
  ]
  for (const [name, value] of given.catalog.roleSettings(caller.role)) settings.push([name, value])
  if (routine?.statementTimeout) settings.push(['statement_timeout', routine.statementTimeout])
  if (preferences.timezone) settings.push(['timezone', preferences.timezone])
  return {
    role: caller.role,
    caller: callerKey(caller, header(request, 'x-forwarded-for')),
    settings,
    readOnly: given.readOnly,
    before: preRequest(given.catalog),
    waiting: request.waiting,
  }
}

function searchPath(schema: string, { extraSearchPath }: Configuration): string {
  return [...new Set([schema, ...extraSearchPath])].map(ident).join(', ')
}

/** The claims as JSON, once per verified token: the verifier hands out the same object while it caches it. */
function claimsText({ role, claims }: Caller): string {
  const known = claimTexts.get(claims)
  if (known !== undefined) return known
  const text = JSON.stringify({ ...claims, role })
  claimTexts.set(claims, text)
  return text
}

function cookiesText(cookies: string | undefined): string {
  if (!cookies) return '{}'
  const pairs = cookies.split(';').map((cookie): [string, string] => {
    const equals = cookie.indexOf('=')
    return [cookie.slice(0, equals).trim(), cookie.slice(equals + 1).trim()]
  })
  return JSON.stringify(Object.fromEntries(pairs))
}
