import Button from '@mui/material/Button'
import { useState } from 'react'
import type { BillingAccount, PendingChange } from '../../../shared/billing/account.ts'
import { dayOf, intervalOf } from '../../../shared/billing/money.ts'
import { useProducts } from '../../../shared/billing/products.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { billingLists, changes } from '../calls.ts'

interface Props {
  pending: PendingChange
  account: BillingAccount
}

/** What will change with the period, and the way to take it back. */
export function PendingNotice({ pending, account }: Props) {
  const { id } = useWorkspace()
  const [isAsking, setAsking] = useState(false)
  const name = useProducts().data?.find((product) => product.id === pending.product_id)?.label ?? 'Free'
  const takeBack = useChange({
    run: () => takenBack(id, pending, account),
    changes: billingLists,
    success: doneTexts[pending.kind],
    // The dialog of a downgrade shows it itself.
    failure: (error) => (isAsking ? null : messageOf(error)),
  })
  const at = dayOf(pending.at)
  const isYearly = pending.interval === 12
  const texts: Record<PendingChange['kind'], string> = {
    cancel: `Your subscription is cancelled. ${account.product.label} stays yours until ${at}, then this workspace is on the Free plan.`,
    interval: `Your billing changes to ${isYearly ? 'yearly' : 'monthly'} on ${at}.`,
    downgrade: `Your plan changes from ${account.product.label} to ${name} on ${at}.`,
  }
  const isCancelled = pending.kind === 'cancel'
  return (
    <Callout
      severity={isCancelled ? 'warning' : 'info'}
      action={
        <Button
          variant={isCancelled ? 'contained' : 'outlined'}
          loading={takeBack.isPending && !isAsking}
          onClick={() => (pending.kind === 'downgrade' ? setAsking(true) : takeBack.mutate())}
        >
          {isCancelled ? 'Keep my subscription' : 'Cancel change'}
        </Button>
      }
    >
      {texts[pending.kind]}
      {isAsking ? (
        <ConfirmDialog
          open
          title={`Stay on ${account.product.label}?`}
          confirmLabel={`Stay on ${account.product.label}`}
          cancelLabel="Back"
          onConfirm={() => takeBack.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          The change to {name} on {at} is cancelled, and {account.product.label} renews as before.
        </ConfirmDialog>
      ) : null}
    </Callout>
  )
}

const doneTexts: Record<PendingChange['kind'], string> = {
  cancel: 'Your subscription continues.',
  interval: 'Your billing interval stays as it is.',
  downgrade: 'Your plan stays as it is.',
}

function takenBack(id: number, { kind }: PendingChange, account: BillingAccount) {
  if (kind === 'cancel') return changes.resume(id)
  if (kind === 'downgrade') return changes.keepPlan(id)
  // The present interval again takes the other one back.
  return changes.interval(id, intervalOf(account.cycle_interval_months) ?? 1)
}
