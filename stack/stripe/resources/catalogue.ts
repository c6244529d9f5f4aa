// Products and prices.
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
  whole,
} from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import { type Account, newId } from '../state/account.ts'
import type { Price, Product } from '../state/model.ts'

const productFields = {
  active: flag.optional(),
  description: orNothing(text).optional(),
  images: listOf(text).optional(),
  marketing_features: listOf(inner({ name: text })).optional(),
  metadata: orNothing(metadata).optional(),
  statement_descriptor: orNothing(text).optional(),
  unit_label: orNothing(text).optional(),
  url: orNothing(text).optional(),
}
const recurring = inner({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: whole.optional(),
  usage_type: z.enum(['licensed']).optional(),
})

export const catalogueRoutes: Route[] = [
  route(
    'POST',
    '/v1/products',
    params<Stripe.ProductCreateParams>()({ ...productFields, id: text.optional(), name: text.min(1) }),
    ({ account, given }) => {
      const id = given.id ?? newId('prod')
      if (account.find('products', id))
        throw problem.invalid(`Product already exists.`, 'id', 'resource_already_exists')
      const now = account.timeOn(null)
      const product: Product = {
        id,
        object: 'product',
        active: given.active ?? true,
        created: now,
        default_price: null,
        description: given.description ?? null,
        images: given.images ?? [],
        livemode: false,
        marketing_features: given.marketing_features ?? [],
        metadata: given.metadata ?? {},
        name: given.name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: given.statement_descriptor ?? null,
        tax_code: null,
        tax_details: null,
        type: 'service',
        unit_label: given.unit_label ?? null,
        updated: now,
        url: given.url ?? null,
      }
      account.tables.products.set(id, product)
      account.emit('product.created', product)
      return product
    },
  ),
  route(
    'GET',
    '/v1/products',
    params<Stripe.ProductListParams>()({ ...paging, active: flag.optional(), ids: listOf(text).optional() }),
    ({ account, given }) => {
      const fits = (product: Product) =>
        (given.active === undefined || product.active === given.active) &&
        (given.ids === undefined || given.ids.includes(product.id))
      return page([...account.tables.products.values()].filter(fits), given, '/v1/products')
    },
  ),
  byId('/v1/products', 'products'),
  route(
    'POST',
    '/v1/products/:id',
    params<Stripe.ProductUpdateParams>()({
      ...productFields,
      name: text.min(1).optional(),
      default_price: text.optional(),
    }),
    ({ account, given, id }) => {
      const product = account.get('products', id)
      const { expand: _, metadata: fresh, ...rest } = given
      if (rest.default_price !== undefined) account.get('prices', rest.default_price, 'default_price')
      const patch = { ...withoutUndefined(rest), metadata: mergeMetadata(product.metadata, fresh) }
      account.change(product, patch, 'product.updated')
      product.updated = account.timeOn(null)
      return product
    },
  ),
  route(
    'POST',
    '/v1/prices',
    params<Stripe.PriceCreateParams>()({
      active: flag.optional(),
      currency: z.string().regex(/^[a-z]{3}$/),
      lookup_key: text.max(200).optional(),
      metadata: metadata.optional(),
      nickname: text.optional(),
      product: text,
      recurring: recurring.optional(),
      tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
      transfer_lookup_key: flag.optional(),
      unit_amount: whole,
    }),
    ({ account, given }) => {
      const product = account.get('products', given.product, 'product')
      if (given.unit_amount < 0)
        throw problem.invalid('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer')
      takeLookupKey(account, given.lookup_key, given.transfer_lookup_key ?? false)
      const price: Price = {
        id: newId('price'),
        object: 'price',
        active: given.active ?? true,
        billing_scheme: 'per_unit',
        created: account.timeOn(null),
        currency: given.currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: given.lookup_key ?? null,
        metadata: given.metadata ?? {},
        nickname: given.nickname ?? null,
        product: product.id,
        recurring: given.recurring
          ? {
              interval: given.recurring.interval,
              interval_count: given.recurring.interval_count ?? 1,
              meter: null,
              trial_period_days: null,
              usage_type: 'licensed',
            }
          : null,
        tax_behavior: given.tax_behavior ?? 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: given.recurring ? 'recurring' : 'one_time',
        unit_amount: given.unit_amount,
        unit_amount_decimal: String(given.unit_amount),
      }
      account.tables.prices.set(price.id, price)
      account.emit('price.created', price)
      return price
    },
  ),
  route(
    'GET',
    '/v1/prices',
    params<Stripe.PriceListParams>()({
      ...paging,
      active: flag.optional(),
      currency: text.optional(),
      lookup_keys: listOf(text).optional(),
      product: text.optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
    }),
    ({ account, given }) => {
      if ((given.lookup_keys?.length ?? 0) > 10)
        throw problem.invalid('You may only specify up to 10 lookup keys.', 'lookup_keys')
      const fits = (price: Price) =>
        (given.active === undefined || price.active === given.active) &&
        (given.currency === undefined || price.currency === given.currency) &&
        (given.product === undefined || price.product === given.product) &&
        (given.type === undefined || price.type === given.type) &&
        (given.lookup_keys === undefined ||
          (price.lookup_key !== null && given.lookup_keys.includes(price.lookup_key)))
      return page([...account.tables.prices.values()].filter(fits), given, '/v1/prices')
    },
  ),
  byId('/v1/prices', 'prices'),
  route(
    'POST',
    '/v1/prices/:id',
    params<Stripe.PriceUpdateParams>()({
      active: flag.optional(),
      lookup_key: text.max(200).optional(),
      metadata: orNothing(metadata).optional(),
      nickname: text.optional(),
      tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
      transfer_lookup_key: flag.optional(),
    }),
    ({ account, given, id }) => {
      const price = account.get('prices', id)
      const { expand: _, transfer_lookup_key: transfer = false, metadata: fresh, ...rest } = given
      if (rest.lookup_key !== price.lookup_key) takeLookupKey(account, rest.lookup_key, transfer)
      account.change(
        price,
        { ...withoutUndefined(rest), metadata: mergeMetadata(price.metadata, fresh) },
        'price.updated',
      )
      return price
    },
  ),
]

// A lookup key belongs to one price; it may be taken over.
function takeLookupKey(account: Account, key: string | undefined, transfer: boolean): void {
  if (key === undefined) return
  const holder = [...account.tables.prices.values()].find((price) => price.lookup_key === key)
  if (!holder) return
  if (!transfer)
    throw problem.invalid(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    )
  account.change(holder, { lookup_key: null }, 'price.updated')
}

/** The fields that were given; without a given value nothing changes. */
export function withoutUndefined<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
