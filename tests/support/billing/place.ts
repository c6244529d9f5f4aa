// A double where an instance looks for it, with the plans in it, and a workspace's calls about its billing.
import Stripe from 'stripe'
import { eventTypes } from '../../../supabase/functions/_shared/billing/events.ts'
import { sync } from '../../../worker/billing/sync.ts'
import { type StripeDouble, startStripe } from '../../doubles/stripe/index.ts'
import { type Call, call } from '../../functions/support/call.ts'
import { aWorkspace, sql, type Workspace } from '../../functions/support/people.ts'
import type { StackInfo } from '../stack.ts'

export interface Place {
  stack: StackInfo
  port: number
  secretKey: string
  webhookSecret: string
}

export type { Workspace }

const HOST = '127.0.0.1'

/** Starts a double that knows nobody yet; who is there already is waited for. */
export async function aDouble(place: Place): Promise<StripeDouble> {
  for (;;) {
    try {
      return await startStripe({
        port: place.port,
        secretKey: place.secretKey,
        webhookSecret: place.webhookSecret,
        webhookUrl: webhookUrl(place),
        settings: { afterRetries: 'unpaid' },
        retries: [20, 50, 100, 200, 400],
        concurrency: 4,
      })
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

const webhookUrl = ({ stack }: Place) => `${stack.apiUrl}/api/v1/webhooks/stripe`

export function client({ port, secretKey }: Place): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    host: HOST,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
}

interface Sold {
  id: string
  name: string
  label: string
  interval: number
  flat: number
  user: number
}

/** Makes the plans in the double, by the command of operators, and tells the database their prices. */
export async function sellPlans(place: Place) {
  const plans = await sql<Sold>(
    place.stack,
    `select l.id::text, p.name, p.label, l.cycle_interval_months as interval, l.flat_fee_price as flat, l.user_fee_price as user
     from public.billing_pricing_plans l join public.billing_products p on p.id = l.product_id where l.flat_fee_price > 0`,
  )
  const wanted = { webhookUrl: webhookUrl(place), portalUrl: place.stack.waymarkUrl, events: [...eventTypes] }
  const synced = await sync(client(place), plans, wanted)
  await sql(place.stack, 'select public.svc_keep_prices($1)', [JSON.stringify(synced.prices)])
  return { ...synced, plans }
}

/** Makes the same plans in another double, with the prices that the database knows; it sends the events that were asked for. */
export function copyPlans(from: Pick<StripeDouble, 'account'>, to: StripeDouble): void {
  for (const table of ['products', 'prices', 'portalConfigurations'] as const) {
    const target: Map<string, unknown> = to.account.tables[table]
    for (const [id, value] of from.account.tables[table]) target.set(id, structuredClone(value))
  }
  const [asked] = from.account.tables.webhookEndpoints.values()
  for (const endpoint of to.account.tables.webhookEndpoints.values())
    endpoint.enabled_events = [...(asked?.enabled_events ?? endpoint.enabled_events)]
}

/** A workspace on the Free plan. */
export async function aFreeWorkspace({ stack }: Place): Promise<Workspace> {
  const workspace = await aWorkspace(stack)
  await sql(
    stack,
    `update public.billing_accounts set billing_product_id = 1, included_members = 1
     where workspace_id = (select id from public.workspaces where slug = $1)`,
    [workspace.slug],
  )
  return workspace
}

/** A call about a workspace's billing, by its owner. */
export function ask({ stack }: Place, workspace: Workspace, path: string, request: Call = {}) {
  return call(stack, `/workspaces/${workspace.id}/billing${path}`, {
    token: workspace.owner.token,
    ...request,
  })
}
