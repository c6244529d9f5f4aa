import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { type BillingAccount, type Unconfirmed as Change, isTrial } from '../../../shared/billing/account.ts'
import { dayOf, money } from '../../../shared/billing/money.ts'
import { freeId, useProducts } from '../../../shared/billing/products.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { useInvoices } from '../calls.ts'
import { PendingNotice } from './PendingNotice.tsx'
import { usePortal } from './use-portal.ts'

const unpaid = ['incomplete', 'past_due', 'unpaid']

/** What the account asks of its owner, and what is about to happen to it. */
export function StateBanners({ account }: { account: BillingAccount }) {
  const isUnpaid = account.status !== 'active' || unpaid.includes(account.stripe_status ?? '')
  return (
    <Stack spacing={1.5}>
      {isUnpaid ? <PaymentFailed account={account} /> : null}
      {account.unconfirmed ? <Unconfirmed account={account} change={account.unconfirmed} /> : null}
      {account.pending ? <PendingNotice pending={account.pending} account={account} /> : null}
      {isTrial(account) && !account.pending ? <TrialNotice account={account} /> : null}
      {account.is_test ? (
        <Callout severity="info" title="Test mode">
          No money moves here: cards are played, and so are invoices.
        </Callout>
      ) : null}
    </Stack>
  )
}

function PaymentFailed({ account }: { account: BillingAccount }) {
  const portal = usePortal()
  const { invoice_error: error } = account
  const open = useInvoices().data?.find(({ status }) => status === 'open')?.hosted_invoice_url
  return (
    <Callout
      severity="error"
      title="Your last payment did not go through."
      action={
        <Stack direction="row" spacing={1}>
          {open ? (
            <Button href={open} target="_blank" rel="noreferrer" color="error">
              Pay the invoice
            </Button>
          ) : null}
          <Button
            variant="contained"
            color="error"
            loading={portal.isPending}
            onClick={() => portal.mutate()}
          >
            Update payment
          </Button>
        </Stack>
      }
    >
      {error ? `${error} ` : ''}
      {remedyOf(account)}
    </Callout>
  )
}

function remedyOf({ stripe_status, has_subscription, product }: BillingAccount): string {
  if (stripe_status === 'incomplete')
    return 'The plan begins once its first invoice is paid. Nothing is charged if you choose another one instead.'
  if (!has_subscription)
    return 'Your plan has ended, and its last invoice is still due. Please pay it to choose a plan again.'
  return product.id === freeId
    ? 'Please update your payment method to have your plan back.'
    : `Please update your payment method to keep ${product.label}.`
}

function Unconfirmed({ account, change }: { account: BillingAccount; change: Change }) {
  const products = useProducts().data
  const isOther = change.product_id !== account.billing_product_id
  const label = products?.find(({ id }) => id === change.product_id)?.label ?? 'the new plan'
  return (
    <Callout
      severity="warning"
      title="Your bank asks you to confirm a payment."
      action={
        <Button href={change.url} target="_blank" rel="noreferrer" variant="contained">
          Confirm {money(change.amount)}
        </Button>
      }
    >
      {isOther ? `${label} begins` : 'The users are added'} once it is confirmed, which this page then shows
      by itself. If nobody confirms it by {dayOf(change.until)}, nothing changes and nothing is charged.
    </Callout>
  )
}

function TrialNotice({ account }: { account: BillingAccount }) {
  const ends = `Your trial of ${account.product.label} ends on ${dayOf(account.trial_end_at)}.`
  return (
    <Callout severity="info">
      {account.payment_method
        ? `${ends} Your card is charged then, unless you cancel before.`
        : `${ends} Add a payment method to keep it.`}
    </Callout>
  )
}
