// Where the payment provider's pages lead back to: this workspace, and nowhere else.
import { z } from '@hono/zod-openapi'
import { config } from '../../_shared/config.ts'
import { sentenceOf } from '../../_shared/domain/reasons.ts'
import { fieldRefusal } from '../../_shared/http/problem.ts'
import { workspaceOrigin } from '../../_shared/http/workspace-host.ts'

export const returnAddress = z.string().min(1).max(2000)

export const redirectSchema = z
  .object({ redirect_url: z.string().meta({ description: 'A page of the payment provider.' }) })
  .meta({ id: 'BillingRedirect' })

/** Refuses an address that is neither the workspace's nor the base host's, where signing up ends. */
export function requireAddressOf(slug: string, field: string, address: string): void {
  const origin = URL.canParse(address) ? new URL(address).origin : ''
  if (origin !== workspaceOrigin(slug) && origin !== config().baseUrl.origin)
    throw fieldRefusal(field, sentenceOf('address_not_of_workspace'))
}
