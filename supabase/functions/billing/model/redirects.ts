// Where the payment provider's pages lead back to: this workspace, and nowhere else.
import { z } from '@hono/zod-openapi'
import { config } from '../../_shared/config.ts'
import { sentenceOf } from '../../_shared/domain/reasons.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { fieldRefusal } from '../../_shared/http/problem.ts'
import { workspaceOrigin } from '../../_shared/http/workspace-host.ts'

export const returnAddress = z.string().min(1).max(2000)

export const redirectSchema = z
  .object({ redirect_url: z.string().meta({ description: 'A page of the payment provider.' }) })
  .meta({ id: 'BillingRedirect' })

// What Stripe fills in, as the parser of addresses writes it in a path.
const placeholder = encodeURIComponent('{CHECKOUT_SESSION_ID}')

/**
 * An address as the parser of addresses writes it, with `{CHECKOUT_SESSION_ID}` kept; refused (400) where it is neither the
 * workspace's (its custom domain among them, for who is there) nor the base host's, where signing up ends.
 */
export function addressOf(c: AppContext, slug: string, field: string, address: string): string {
  const { baseUrl } = config()
  const url = URL.canParse(address) ? new URL(address) : null
  // A blob has the origin of another address, and a user name is shown before the host.
  const isPlain = url?.protocol === baseUrl.protocol && url.username === '' && url.password === ''
  const domain = c.get('domain')
  const origins = [workspaceOrigin(slug), baseUrl.origin, ...(domain?.slug === slug ? [domain.origin] : [])]
  if (!url || !isPlain || !origins.includes(url.origin))
    throw fieldRefusal(field, sentenceOf('address_not_of_workspace'))
  return url.href.replaceAll(placeholder, decodeURIComponent(placeholder))
}
