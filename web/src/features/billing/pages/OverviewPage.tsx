import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useSearchParams } from 'react-router-dom'
import { type BillingAccount, isAgreed, isFresh } from '../../../shared/billing/account.ts'
import { CheckoutPicker } from '../../../shared/billing/CheckoutPicker.tsx'
import { adminReturn } from '../../../shared/billing/checkout.ts'
import { intervalOf } from '../../../shared/billing/money.ts'
import { freeId, type Product } from '../../../shared/billing/products.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { widePage } from '../../../shared/ui/sizes.ts'
import { ContactPanel } from '../overview/ContactPanel.tsx'
import { Included } from '../overview/Included.tsx'
import { InvoicePanel } from '../overview/InvoicePanel.tsx'
import { Invoices } from '../overview/Invoices.tsx'
import { PaymentPanel } from '../overview/PaymentPanel.tsx'
import { PlanPanel } from '../overview/PlanPanel.tsx'
import { StateBanners } from '../overview/StateBanners.tsx'
import { Usage } from '../overview/Usage.tsx'
import { PlansMissing } from '../PlansMissing.tsx'
import { WithBilling } from '../WithBilling.tsx'

const twoColumns = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'stretch',
}

/** What the workspace has bought, what it pays and when, and what of it is used. */
export function OverviewPage() {
  usePageTitle('Billing')
  return (
    <WithBilling>
      {({ account, products }) => (
        <>
          <PageHeader title="Billing" description="Your plan, what you pay for it, and what of it is used." />
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, maxWidth: widePage }}>
            <Overview account={account} products={products} />
          </Box>
        </>
      )}
    </WithBilling>
  )
}

function Overview({ account, products }: { account: BillingAccount; products: Product[] | null }) {
  const features = useFeatures().data ?? []
  const product = products?.find(({ id }) => id === account.billing_product_id)
  const isPaidHere = account.has_payment_customer && account.managed_by === 'stripe'
  return (
    <>
      <StateBanners account={account} />
      <Box sx={account.next_invoice_at ? twoColumns : { display: 'grid' }}>
        <PlanPanel account={account} product={product} />
        <InvoicePanel account={account} />
      </Box>
      {isFresh(account) && !isAgreed(account) ? <FirstPlan account={account} products={products} /> : null}
      <Usage features={features} />
      {isPaidHere || isAgreed(account) ? (
        <>
          <Box sx={isAgreed(account) ? { display: 'grid' } : twoColumns}>
            {isAgreed(account) ? null : <PaymentPanel account={account} />}
            <ContactPanel email={account.stripe_billing_email} />
          </Box>
          <Invoices isElsewhere={!account.has_payment_customer} />
        </>
      ) : null}
      {account.has_subscription || isAgreed(account) ? <Included features={features} /> : null}
    </>
  )
}

/** Nothing was ever bought: the plans are here. */
function FirstPlan({ account, products }: { account: BillingAccount; products: Product[] | null }) {
  const [query] = useSearchParams()
  return (
    <Section title="Choose a plan" isTopic>
      {products ? (
        <CheckoutPicker
          account={account}
          products={products}
          wanted={query.get('plan') ?? undefined}
          interval={intervalOf(query.get('interval')) ?? undefined}
          returns={adminReturn}
          markOf={({ id }) => (id === account.billing_product_id ? 'Current plan' : null)}
          freeAction={
            account.billing_product_id === freeId ? (
              <Button fullWidth disabled>
                Your plan now
              </Button>
            ) : null
          }
        />
      ) : (
        <PlansMissing />
      )}
      <Typography variant="body2" color="textSecondary">
        Prices are in US dollars, before taxes.
      </Typography>
    </Section>
  )
}
