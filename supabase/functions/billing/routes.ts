import { createRouter, type Router } from '../_shared/http/router.ts'
import { isSingleTenant } from '../_shared/http/workspace-host.ts'
import { getBilling } from './routes/account/get.ts'
import { createPortal } from './routes/account/portal.ts'
import { updateBilling } from './routes/account/update.ts'
import { completeCheckout } from './routes/checkout/complete.ts'
import { createCheckout } from './routes/checkout/create.ts'
import { listInvoices } from './routes/invoices/list.ts'
import { cancelPlan, keepPlan } from './routes/plan/cancel.ts'
import { downgradePlan, takeBackDowngrade } from './routes/plan/downgrade.ts'
import { changeInterval } from './routes/plan/interval.ts'
import { previewPlan } from './routes/plan/proration.ts'
import { upgradePlan } from './routes/plan/upgrade.ts'
import { listProducts } from './routes/products/list.ts'
import { checkPromotionCode } from './routes/promotion-codes/check.ts'
import { getSeats } from './routes/seats/get.ts'
import { updateSeats } from './routes/seats/update.ts'
import { receiveStripe } from './routes/webhooks/receive.ts'

/** Plans, seats and money; an installation of one company has none of them, and nothing at these addresses. */
export function billingRoutes(): Router {
  const routes = createRouter()
  if (isSingleTenant()) return routes
  for (const add of [
    listProducts,
    getBilling,
    updateBilling,
    createCheckout,
    completeCheckout,
    createPortal,
    listInvoices,
    previewPlan,
    upgradePlan,
    downgradePlan,
    takeBackDowngrade,
    changeInterval,
    cancelPlan,
    keepPlan,
    checkPromotionCode,
    getSeats,
    updateSeats,
    receiveStripe,
  ])
    add(routes)
  return routes
}
