// The customer portal: what it may do, and a short-lived address for one customer.
import type Stripe from 'stripe'
import { z } from 'zod'
import { page } from '../http/lists.ts'
import {
  flag,
  inner,
  listOf,
  mergeMetadata,
  metadata,
  orNothing,
  paging,
  params,
  text,
} from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import { type Account, newId } from '../state/account.ts'
import type { PortalConfiguration, PortalSession } from '../state/model.ts'

const prorating = z.enum(['always_invoice', 'create_prorations', 'none'])
const reasons = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
])
const features = inner({
  customer_update: inner({
    allowed_updates: listOf(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])).optional(),
    enabled: flag,
  }).optional(),
  invoice_history: inner({ enabled: flag }).optional(),
  payment_method_update: inner({ enabled: flag }).optional(),
  subscription_cancel: inner({
    cancellation_reason: inner({ enabled: flag, options: listOf(reasons) }).optional(),
    enabled: flag,
    mode: z.enum(['at_period_end', 'immediately']).optional(),
    proration_behavior: prorating.optional(),
  }).optional(),
})
const profile = inner({
  headline: orNothing(text.max(60)).optional(),
  privacy_policy_url: text.optional(),
  terms_of_service_url: text.optional(),
})
const fields = {
  business_profile: profile.optional(),
  default_return_url: orNothing(text).optional(),
  metadata: orNothing(metadata).optional(),
  name: orNothing(text).optional(),
}
type Features = z.infer<typeof features>

export const portalRoutes: Route[] = [
  route(
    'POST',
    '/v1/billing_portal/configurations',
    params<Stripe.BillingPortal.ConfigurationCreateParams>()({ ...fields, features }),
    ({ account, given }) => {
      const now = account.timeOn(null)
      const configuration: PortalConfiguration = {
        id: newId('bpc'),
        object: 'billing_portal.configuration',
        active: true,
        application: null,
        business_profile: profileOf(given.business_profile),
        created: now,
        default_return_url: given.default_return_url ?? null,
        features: featuresOf(given.features),
        // The default is made in the dashboard, never by a program.
        is_default: false,
        livemode: false,
        login_page: { enabled: false, url: null },
        metadata: given.metadata ?? {},
        name: given.name ?? null,
        updated: now,
      }
      account.tables.portalConfigurations.set(configuration.id, configuration)
      account.emit('billing_portal.configuration.created', configuration)
      return configuration
    },
  ),
  route(
    'POST',
    '/v1/billing_portal/configurations/:id',
    params<Stripe.BillingPortal.ConfigurationUpdateParams>()({
      ...fields,
      active: flag.optional(),
      features: features.optional(),
    }),
    ({ account, given, id }) => {
      const configuration = account.get('portalConfigurations', id)
      account.change(
        configuration,
        {
          active: given.active ?? configuration.active,
          business_profile: given.business_profile
            ? profileOf(given.business_profile)
            : configuration.business_profile,
          default_return_url:
            given.default_return_url === undefined
              ? configuration.default_return_url
              : given.default_return_url,
          features: given.features ? featuresOf(given.features) : configuration.features,
          metadata: mergeMetadata(configuration.metadata ?? {}, given.metadata),
          name: given.name === undefined ? configuration.name : given.name,
        },
        'billing_portal.configuration.updated',
      )
      return configuration
    },
  ),
  route(
    'GET',
    '/v1/billing_portal/configurations',
    params<Stripe.BillingPortal.ConfigurationListParams>()({
      ...paging,
      active: flag.optional(),
      is_default: flag.optional(),
    }),
    ({ account, given }) =>
      page(
        [...account.tables.portalConfigurations.values()].filter(
          (one) =>
            (given.active === undefined || one.active === given.active) &&
            (given.is_default === undefined || one.is_default === given.is_default),
        ),
        given,
        '/v1/billing_portal/configurations',
      ),
  ),
  byId('/v1/billing_portal/configurations', 'portalConfigurations'),
  route(
    'POST',
    '/v1/billing_portal/sessions',
    params<Stripe.BillingPortal.SessionCreateParams>()({
      configuration: text.optional(),
      customer: text,
      flow_data: inner({
        type: z.enum(['payment_method_update', 'subscription_cancel']),
        subscription_cancel: inner({ subscription: text }).optional(),
      }).optional(),
      locale: text.optional(),
      return_url: text.optional(),
    }),
    ({ account, given }) => {
      const customer = account.get('customers', given.customer, 'customer')
      const configuration = given.configuration
        ? account.get('portalConfigurations', given.configuration, 'configuration')
        : usual(account)
      const subscription = given.flow_data?.subscription_cancel?.subscription
      if (subscription !== undefined)
        account.get('subscriptions', subscription, 'flow_data[subscription_cancel][subscription]')
      const id = newId('bps')
      const session: PortalSession = {
        id,
        object: 'billing_portal.session',
        configuration: configuration.id,
        created: account.timeOn(null),
        customer: customer.id,
        customer_account: null,
        flow: given.flow_data
          ? {
              after_completion: { hosted_confirmation: null, redirect: null, type: 'portal_homepage' },
              customer_update: null,
              subscription_cancel: subscription === undefined ? null : { retention: null, subscription },
              subscription_pause: null,
              subscription_update: null,
              subscription_update_confirm: null,
              type: given.flow_data.type,
            }
          : null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: given.return_url ?? configuration.default_return_url,
        url: `${account.url}/p/session/${id}`,
      }
      account.tables.portalSessions.set(id, session)
      account.emit('billing_portal.session.created', session)
      return session
    },
  ),
]

function usual(account: Account): PortalConfiguration {
  const found = [...account.tables.portalConfigurations.values()].find(
    ({ is_default: is, active }) => is && active,
  )
  if (found) return found
  throw problem.invalid(
    'You can’t create a portal session in test mode until you save your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
  )
}

function profileOf(given: z.infer<typeof profile> | undefined) {
  return {
    headline: given?.headline ?? null,
    privacy_policy_url: given?.privacy_policy_url ?? null,
    terms_of_service_url: given?.terms_of_service_url ?? null,
  }
}

function featuresOf(given: Features): PortalConfiguration['features'] {
  const cancel = given.subscription_cancel
  return {
    customer_update: {
      allowed_updates: given.customer_update?.allowed_updates ?? [],
      enabled: given.customer_update?.enabled ?? false,
    },
    invoice_history: { enabled: given.invoice_history?.enabled ?? false },
    payment_method_update: {
      enabled: given.payment_method_update?.enabled ?? false,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: {
        enabled: cancel?.cancellation_reason?.enabled ?? false,
        feedback_options: null,
        options: cancel?.cancellation_reason?.options ?? [],
      },
      enabled: cancel?.enabled ?? false,
      mode: cancel?.mode ?? 'at_period_end',
      proration_behavior: cancel?.proration_behavior ?? 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'continue_trial',
    },
  }
}
