import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { type BillingAccount, isAgreed, isFresh } from '../../../shared/billing/account.ts'
import { CheckoutPicker } from '../../../shared/billing/CheckoutPicker.tsx'
import { adminReturn } from '../../../shared/billing/checkout.ts'
import { intervalOf } from '../../../shared/billing/money.ts'
import type { Product } from '../../../shared/billing/products.ts'
import { paths } from '../../../shared/config/paths.ts'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { CancelButton } from '../cancel/CancelButton.tsx'
import { PlansMissing } from '../PlansMissing.tsx'
import { ChangePlan } from '../plans/ChangePlan.tsx'
import { SpendEstimate } from '../plans/SpendEstimate.tsx'
import { WithBilling } from '../WithBilling.tsx'

/** All plans, and the way to each; who never bought one chooses it on the page before. */
export function PlansPage() {
  usePageTitle('Change plan')
  const { search } = useLocation()
  return (
    <WithBilling>
      {({ account, products }) =>
        isFresh(account) || isAgreed(account) ? (
          <Navigate to={paths.admin.billing + search} replace />
        ) : (
          <>
            <PageHeader
              title="Change plan"
              description={`This workspace is on ${account.product.label}. Prices are in US dollars, before taxes.`}
              actions={
                <Button component={Link} to={paths.admin.billing} startIcon={<ArrowBackIcon />}>
                  Back to billing
                </Button>
              }
            />
            {products ? <Plans account={account} products={products} /> : <PlansMissing />}
          </>
        )
      }
    </WithBilling>
  )
}

function Plans({ account, products }: { account: BillingAccount; products: Product[] }) {
  const [query] = useSearchParams()
  const wanted = query.get('plan') ?? undefined
  const mayCancel = account.has_subscription && account.pending?.kind !== 'cancel'
  return (
    <Box sx={{ overflowX: { md: 'auto' } }}>
      {account.has_subscription ? (
        <ChangePlan account={account} products={products} wanted={wanted} />
      ) : (
        <CheckoutPicker
          account={account}
          products={products}
          wanted={wanted}
          interval={intervalOf(query.get('interval')) ?? undefined}
          returns={adminReturn}
          markOf={({ id }) => (id === account.billing_product_id ? 'Current plan' : null)}
          freeAction={null}
        />
      )}
      <SpendEstimate account={account} products={products} />
      {mayCancel && account.stripe_current_period_end ? <CancelButton account={account} /> : null}
    </Box>
  )
}
