import type { BillingAccount } from '../../../shared/billing/account.ts'
import { dayOf, type Interval, price } from '../../../shared/billing/money.ts'
import { type Product, savingsOf, totalAt } from '../../../shared/billing/products.ts'
import { defaultMessage } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { billingLists, changes } from '../calls.ts'
import { extraUsers } from '../overview/lines.ts'

interface Props {
  account: BillingAccount
  product: Product
  /** The interval to change to. */
  interval: Interval
  onClose: () => void
  onDone?: () => void
}

/** Asks before the interval changes with the end of the period. */
export function IntervalDialog({ account, product, interval, onClose, onDone }: Props) {
  const { id } = useWorkspace()
  const isYearly = interval === 12
  const word = isYearly ? 'yearly' : 'monthly'
  const at = dayOf(account.stripe_current_period_end)
  // The seats that are paid for go along.
  const { paid } = account.members
  const cost = price(totalAt(product, interval, paid) ?? 0)
  const users = paid === 0 ? '' : ` with ${extraUsers(paid)}`
  const change = useChange({
    run: () => changes.interval(id, interval),
    changes: billingLists,
    success: `Your billing changes to ${word} on ${at}.`,
    failure: () => defaultMessage,
    onDone: () => onDone?.(),
  })
  return (
    <ConfirmDialog
      open
      title={`Switch to ${word} billing?`}
      confirmLabel={`Switch to ${word}`}
      problemOf={() => null}
      onConfirm={() => change.mutateAsync()}
      onClose={onClose}
    >
      {isYearly
        ? `Yearly billing is a one-year, non-cancellable commitment. It starts at the end of your current period, on ${at}: ${product.label}${users} costs ${cost} a year then, which saves ${price(savingsOf(product, paid))}.`
        : `From the end of your current period, on ${at}, ${product.label}${users} costs ${cost} a month.`}
    </ConfirmDialog>
  )
}
