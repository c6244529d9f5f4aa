import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingView } from '../../model/account.ts'

const newest = 120

const invoiceSchema = z
  .object({
    id: z.int(),
    number: z.string().nullable(),
    status: z.enum(['open', 'paid', 'uncollectible', 'void']),
    total: z.int().meta({ description: 'In cents.' }),
    amount_due: z.int(),
    amount_paid: z.int(),
    amount_refunded: z.int().meta({ description: 'Given back to the card.' }),
    amount_credited: z.int().meta({ description: 'Taken off by credit notes, refunded or not.' }),
    currency: z.string().meta({ example: 'usd' }),
    billing_reason: z.string().nullable(),
    period_start: timestamp,
    period_end: timestamp,
    hosted_invoice_url: z.string().nullable(),
    invoice_pdf: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'BillingInvoice' })

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/billing/invoices',
  tags: ['Billing'],
  summary: 'List the invoices of a workspace',
  description: `The newest ${newest}, as the payment provider last told them. Drafts are left out.`,
  operationId: 'listInvoices',
  security: bearer,
  request: { params: idParam('wk') },
  responses: {
    200: jsonAnswer('The invoices, the newest first.', z.object({ invoices: z.array(invoiceSchema) })),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /workspaces/{id}/billing/invoices */
export function listInvoices(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    await billingView(c, workspaceId)
    const invoices = rowsOf(
      await asCaller(c)
        .from('billing_invoices')
        .select(
          'id, number, status, total, amount_due, amount_paid, amount_refunded, amount_credited, currency, billing_reason, period_start, period_end, hosted_invoice_url, invoice_pdf, created_at',
        )
        .eq('workspace_id', workspaceId)
        .neq('status', 'draft')
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(newest),
    )
    return c.json({ invoices: z.array(invoiceSchema).parse(invoices) }, 200)
  })
}
