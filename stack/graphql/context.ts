import { type Caller, requestContext } from '../data-api/context.ts'
import { parsePreferences } from '../data-api/preferences.ts'
import type { RestRequest } from '../data-api/request.ts'
import { milliseconds } from '../sql/budget.ts'
import type { Catalog } from '../sql/catalog/catalog.ts'
import type { Context } from '../sql/session.ts'
import { LIMITS } from './limits.ts'

/** What the transaction runs as: as a call over REST would, and never longer than ten seconds. */
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
  if ((milliseconds(own) ?? Number.POSITIVE_INFINITY) <= LIMITS.statementMs) return context
  return { ...context, settings: [...context.settings, ['statement_timeout', String(LIMITS.statementMs)]] }
}
