import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { bearerOptional, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { descriptions } from '../../model/descriptions.ts'

const productSchema = z
  .object({
    id: z.int(),
    name: z.string().meta({ example: 'pro_team' }),
    label: z.string().meta({ example: 'Pro Team' }),
    priority: z.int().meta({ description: 'Higher plans have higher ones.' }),
    description: z.string(),
    included_members: z.int().nullable().meta({ description: 'Null: as agreed.' }),
    features: z.array(
      z.object({
        name: z.string(),
        type: z.enum(['limit', 'toggle']),
        max_quantity: z.int().nullable().meta({ description: 'Of a limit; null is unlimited.' }),
      }),
    ),
    pricing_plans: z.array(
      z.object({
        id: z.int(),
        cycle_interval_months: z.union([z.literal(1), z.literal(12)]),
        flat_fee_price: z.int().meta({ description: 'In US cents, each interval.' }),
        user_fee_price: z.int().meta({ description: 'In US cents, for each seat beyond the included ones.' }),
      }),
    ),
  })
  .meta({ id: 'BillingProduct' })

const route = createRoute({
  method: 'get',
  path: '/billing/products',
  tags: ['Billing'],
  summary: 'List the plans and their prices',
  description: 'What each plan holds and costs, as anybody may know it.',
  operationId: 'listBillingProducts',
  security: bearerOptional,
  responses: { 200: jsonAnswer('The plans.', z.object({ products: z.array(productSchema) })), ...problems() },
})

/** GET /billing/products */
export function listProducts(app: Router): void {
  app.openapi(route, async (c) => {
    const products = rowsOf(
      await asCaller(c)
        .from('billing_products')
        .select(
          'id, name, label, priority, included_members, features:billing_features(name, type, max_quantity), pricing_plans:billing_pricing_plans(id, cycle_interval_months, flat_fee_price, user_fee_price)',
        )
        .order('priority')
        .order('cycle_interval_months', { referencedTable: 'billing_pricing_plans' }),
    )
    c.header('Cache-Control', 'public, max-age=300')
    const described = products.map((product) => ({
      ...product,
      description: descriptions[product.name] ?? '',
    }))
    return c.json({ products: z.array(productSchema).parse(described) }, 200)
  })
}
