import { type Caller, requestContext } from '../rest/context.ts'
import { parsePreferences } from '../rest/preferences.ts'
import type { RestRequest } from '../rest/request.ts'
import type { Catalog } from '../sql/catalog-types.ts'
import type { Context } from '../sql/session.ts'
import { LIMITS } from './limits.ts'

const UNITS: Record<string, number> = { '': 1, ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** What the transaction runs as: as a call over REST would, and never longer than ten seconds a statement. */
export function requestSettings(given: {
  request: RestRequest
  caller: Caller
  catalog: Catalog
  readOnly: boolean
}): Context {
  const context = requestContext({
    ...given,
    request: { ...given.request, path: '/rpc/graphql' },
    schema: 'graphql_public',
    preferences: parsePreferences(given.request.headers.prefer),
  })
  const own = context.settings.find(([name]) => name === 'statement_timeout')?.[1]
  if (own !== undefined && within(own)) return context
  return { ...context, settings: [...context.settings, ['statement_timeout', String(LIMITS.statementMs)]] }
}

/** Whether a time-out set for the role is at most ours; 0 means none. */
function within(timeout: string): boolean {
  const [, amount, unit] = /^\s*(\d+)\s*([a-z]*)\s*$/.exec(timeout) ?? []
  const ms = Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN)
  return ms > 0 && ms <= LIMITS.statementMs
}
