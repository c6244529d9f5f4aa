// One request of the API: key, version, parameters, idempotency, answer.
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Routes } from '../../http/routes.ts'
import { catalogueRoutes } from '../resources/catalogue.ts'
import { checkoutRoutes } from '../resources/checkout.ts'
import { customerRoutes } from '../resources/customers.ts'
import { discountRoutes } from '../resources/discounts.ts'
import { invoiceWritingRoutes } from '../resources/invoice-writing.ts'
import { invoiceRoutes } from '../resources/invoices.ts'
import { paymentMethodRoutes } from '../resources/payment-methods.ts'
import { portalRoutes } from '../resources/portal.ts'
import { refundRoutes } from '../resources/refunds.ts'
import { scheduleRoutes } from '../resources/schedules.ts'
import { subscriptionRoutes } from '../resources/subscriptions.ts'
import { webhookRoutes } from '../resources/webhooks.ts'
import { type Account, API_VERSION } from '../state/account.ts'
import { expanded } from './expand.ts'
import { type FormObject, parseForm } from './form.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import { problem, StripeProblem } from './problem.ts'
import type { Route } from './routes.ts'

const all: readonly Route[] = [
  ...catalogueRoutes,
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...discountRoutes,
  ...subscriptionRoutes,
  ...scheduleRoutes,
  ...invoiceRoutes,
  ...invoiceWritingRoutes,
  ...refundRoutes,
  ...checkoutRoutes,
  ...portalRoutes,
  ...webhookRoutes,
]
const ROUTES = new Routes(all.map((route) => [route.method, route.path, route] as const))

export interface ApiRequest {
  method: string
  path: string
  /** The query without its question mark. */
  query: string
  headers: IncomingHttpHeaders
  body: string
}

export interface ApiAnswer {
  status: number
  body: string
  headers: Record<string, string>
}

/** Answers a request, always; a defect of the double is a 500, as one of Stripe's. */
export function answer(
  account: Account,
  keys: IdempotencyKeys,
  secretKey: string,
  request: ApiRequest,
): ApiAnswer {
  const id = `req_${randomBytes(7).toString('hex')}`
  const headers = { 'request-id': id, 'stripe-version': API_VERSION }
  const given = request.headers['idempotency-key']
  const key = request.method === 'POST' && typeof given === 'string' ? given : undefined
  const route = `${request.method} ${request.path}`
  let begun = false
  try {
    mayAsk(request.headers, secretKey)
    const now = Math.floor(Date.now() / 1_000)
    if (key !== undefined) {
      const first = keys.before(key, route, request.body, now)
      if (first)
        return {
          status: first.status,
          body: first.body,
          headers: { ...headers, 'idempotent-replayed': 'true', 'idempotency-key': key },
        }
      begun = true
    }
    account.request = { id, idempotency_key: key ?? null }
    const { status, body, kept } = run(account, request)
    if (key !== undefined) keys.after(key, route, request.body, now, kept ? { status, body } : undefined)
    return { status, body, headers: key === undefined ? headers : { ...headers, 'idempotency-key': key } }
  } catch (error) {
    if (key !== undefined && begun) keys.after(key, route, request.body, 0)
    const { status, body } = failed(error, id)
    return { status, body, headers }
  } finally {
    account.request = { id: null, idempotency_key: null }
  }
}

function run(account: Account, request: ApiRequest): { status: number; body: string; kept: boolean } {
  try {
    const found = ROUTES.find(request.method, request.path)
    if (!found) throw problem.noRoute(request.method, request.path)
    const form = formOf(request)
    const result = found.target.run(account, form, idsOf(found.params))
    const body = JSON.stringify(expanded(account, result, expandOf(form)), null, 2)
    return { status: 200, body, kept: true }
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error
    return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2), kept: error.kept }
  }
}

/** As they stand in the path, in its order. */
function idsOf(params: Record<string, string>): string[] {
  try {
    return Object.values(params).map(decodeURIComponent)
  } catch {
    throw problem.malformed('Invalid percent-encoding in the path.')
  }
}

function formOf({ method, query, body }: ApiRequest): FormObject {
  try {
    return parseForm(method === 'POST' ? body : query || body)
  } catch (error) {
    throw problem.malformed(error instanceof Error ? error.message : 'Invalid request.')
  }
}

function expandOf({ expand }: FormObject): string[] {
  return typeof expand === 'object' ? Object.values(expand).filter((path) => typeof path === 'string') : []
}

function mayAsk(headers: IncomingHttpHeaders, secretKey: string): void {
  const [, key] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  if (key === undefined)
    throw problem.unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (key !== secretKey) throw problem.unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`)
  const version = headers['stripe-version']
  if (version !== undefined && version !== API_VERSION)
    throw problem.malformed(
      `Invalid Stripe API version: ${String(version)}. This account is pinned to ${API_VERSION}.`,
    )
}

function failed(error: unknown, id: string): { status: number; body: string } {
  if (error instanceof StripeProblem)
    return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) }
  console.error(
    `A defect of the Stripe double (${id}): ${error instanceof Error ? error.stack : String(error)}`,
  )
  return {
    status: 500,
    body: JSON.stringify({ error: { type: 'api_error', message: 'An unknown error occurred.' } }),
  }
}
