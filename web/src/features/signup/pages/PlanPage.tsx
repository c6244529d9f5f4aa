import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { type BillingAccount, useBillingAccount, useCanBill } from '../../../shared/billing/account.ts'
import { CheckoutPicker } from '../../../shared/billing/CheckoutPicker.tsx'
import { type ReturnPaths, useCheckout } from '../../../shared/billing/checkout.ts'
import { type Interval, intervalOf } from '../../../shared/billing/money.ts'
import { enterpriseId, freeId, type Product, useProducts } from '../../../shared/billing/products.ts'
import { config } from '../../../shared/config/config.ts'
import { paths } from '../../../shared/config/paths.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { RequireAccount } from '../components/RequireAccount.tsx'
import { WizardLayout } from '../components/WizardLayout.tsx'
import { useWizard, wizardPath } from '../wizard.ts'

/** Step 5: every workspace starts on the free plan, and may have another from the start; one company has no plans. */
export function PlanPage() {
  const { state, pathTo } = useWizard()
  return (
    <RequireAccount>
      {(me) => {
        if (!me.is_account_info_collected) return <Navigate to={pathTo('account')} replace />
        if (config.mode === 'single_tenant') return <Navigate to={pathTo('complete')} replace />
        if (state.plan === 'free') return <Navigate to={paths.admin.billing} replace />
        return <ChoosePlan />
      }}
    </RequireAccount>
  )
}

/** Who does not pay for the workspace chooses nothing. */
function ChoosePlan() {
  const { pathTo } = useWizard()
  const canBill = useCanBill()
  const { isPending } = usePermissions()
  const account = useBillingAccount(canBill)
  const products = useProducts(canBill)
  if (isPending) return <Spinner />
  if (!canBill) return <Navigate to={pathTo('complete')} replace />
  if (account.isError || products.isError) return <Unreadable />
  if (!account.data || !products.data) return <Spinner />
  return <Choice account={account.data} products={products.data} />
}

function Choice({ account, products }: { account: BillingAccount; products: Product[] }) {
  const { state, pathTo } = useWizard()
  const interval = intervalOf(state.interval)
  // Who comes back from the checkout is not sent there again: the interval stays behind.
  const returns = { paid: paths.welcome.paid, cancelled: wizardPath('plan', onlyPlan(state.plan)) }
  const asked = products.find(({ id, name }) => name === state.plan && id !== freeId && id !== enterpriseId)
  const [isChoosing, setChoosing] = useState(!asked || !interval)
  if (!isChoosing && asked && interval)
    return (
      <Leaving
        product={asked}
        interval={interval}
        isTrial={account.trial_available}
        returns={returns}
        onFailed={() => setChoosing(true)}
      />
    )
  return (
    <WizardLayout
      step={5}
      width="page"
      title="Choose your plan"
      intro="Your workspace starts on the free plan, which costs nothing and does not end. You can change it at any time."
    >
      <CheckoutPicker
        account={account}
        products={products}
        wanted={state.plan}
        interval={interval ?? undefined}
        returns={returns}
        freeAction={
          <Button component={Link} to={pathTo('complete')} variant="outlined" fullWidth>
            Continue with Free
          </Button>
        }
      />
      {account.is_test ? (
        <Typography variant="body2" color="textSecondary">
          This installation is in test mode: no money moves.
        </Typography>
      ) : null}
    </WizardLayout>
  )
}

function onlyPlan(plan: string | undefined) {
  return plan ? { plan } : {}
}

interface LeavingProps {
  product: Product
  interval: Interval
  isTrial: boolean
  returns: ReturnPaths
  onFailed: () => void
}

/** The address named plan and interval: the checkout opens by itself, once. */
function Leaving({ product, interval, isTrial, returns, onFailed }: LeavingProps) {
  const { mutate } = useCheckout(returns)
  const hasLeft = useRef(false)
  useEffect(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    mutate({ product, interval, isTrial }, { onError: onFailed })
  }, [mutate, product, interval, isTrial, onFailed])
  return (
    <WizardLayout step={5} title={`On to ${product.label}`}>
      <Typography role="status">Taking you to the checkout...</Typography>
    </WizardLayout>
  )
}

/** Plans can be chosen later as well: nobody waits here for them. */
function Unreadable() {
  const { pathTo } = useWizard()
  return (
    <WizardLayout step={5} title="Choose your plan">
      <Callout severity="error">
        Plan information failed to load. Sorry about that! Please refresh the page and try again.
      </Callout>
      <Button component={Link} to={pathTo('complete')} variant="contained" size="large">
        Continue with Free
      </Button>
    </WizardLayout>
  )
}
