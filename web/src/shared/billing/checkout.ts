// Buying a plan: the card is given at the payment provider's page, which leads back.
import { config } from '../config/config.ts'
import { paths } from '../config/paths.ts'
import { callAsMe } from '../data/as-me.ts'
import { useChange } from '../data/change.ts'
import { useWorkspace } from '../data/workspace.tsx'
import { type BillingAccount, billingPath } from './account.ts'
import type { Interval } from './money.ts'
import { type Product, priceAt } from './products.ts'

/** What is said when the provider cannot be asked, or says no without words. */
export const subscriptionFailed = `There was an error processing your subscription. Please visit ${config.baseHost} if this continues to happen.`

/** The provider writes the session's id in place of this. */
const sessionPlaceholder = '{CHECKOUT_SESSION_ID}'

interface Wish {
  product: Product
  interval: Interval
  isTrial: boolean
}

/** Where a checkout leads back to: paths of this workspace, `paid` with the session's id behind it. */
export interface ReturnPaths {
  paid: string
  cancelled: string
}

/** Opens the provider's page for a plan; what fails is said in a toast. */
export function useCheckout({ paid, cancelled }: ReturnPaths) {
  const { id } = useWorkspace()
  const { origin } = window.location
  return useChange({
    run: async ({ product, interval, isTrial }: Wish) => {
      const plan = priceAt(product, interval)
      if (!plan) throw new Error(`Could not find price for product ${product.id} and interval ${interval}`)
      return callAsMe<{ redirect_url: string }>(billingPath(id, '/checkout'), {
        method: 'POST',
        json: {
          mode: 'subscription',
          billing_pricing_plan_id: plan.id,
          success_url: `${origin}${paid}/${sessionPlaceholder}`,
          cancel_url: `${origin}${cancelled}`,
          is_trial: isTrial,
        },
      })
    },
    onDone: ({ redirect_url }) => window.location.assign(redirect_url),
    failure: (error) => (error instanceof Error && isPriceFault(error) ? error.message : subscriptionFailed),
  })
}

function isPriceFault({ message }: Error): boolean {
  return message.startsWith('Could not find price for product')
}

/** Completes a checkout that was paid for; the account as it is afterwards. */
export function completeCheckout(workspaceId: number, sessionId: string): Promise<BillingAccount> {
  return callAsMe(billingPath(workspaceId, '/checkout'), { method: 'PUT', json: { session_id: sessionId } })
}

/** Where the administration's checkout leads back to. */
export const adminReturn: ReturnPaths = {
  paid: paths.admin.billingSuccess,
  cancelled: paths.admin.billing,
}
