import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router-dom'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { subscriptionFailed } from '../../../shared/billing/checkout.ts'
import { dayOf } from '../../../shared/billing/money.ts'
import type { Product } from '../../../shared/billing/products.ts'
import { paths } from '../../../shared/config/paths.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { billingLists, changes, useProration } from '../calls.ts'
import { Losses } from './Losses.tsx'

interface Props {
  account: BillingAccount
  product: Product
  onClose: () => void
}

/** Says what will stop working, before a lower plan is taken for the next period. */
export function DowngradeDialog({ account, product, onClose }: Props) {
  const { id } = useWorkspace()
  const navigate = useNavigate()
  const preview = useProration(product.id, null)
  const at = dayOf(account.stripe_current_period_end)
  const downgrade = useChange({
    run: () => changes.downgrade(id, product.id),
    changes: billingLists,
    success: `Your plan changes to ${product.label} on ${at}.`,
    failure: () => subscriptionFailed,
    onDone: () => navigate(paths.admin.billing),
  })
  return (
    <ConfirmDialog
      open
      title={`Downgrade to ${product.label}?`}
      confirmLabel={`Downgrade to ${product.label}`}
      cancelLabel={`Stay on ${account.product.label}`}
      isDisabled={!preview.data}
      problemOf={() => null}
      onConfirm={() => downgrade.mutateAsync()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <div>
          {account.product.label} stays yours until {at}. Nothing is refunded, and nothing is deleted.
        </div>
        {preview.isPending ? <Typography role="status">Loading...</Typography> : null}
        {preview.isError ? (
          <Callout
            severity="error"
            action={<Button onClick={() => void preview.refetch()}>Try again</Button>}
          >
            There was a problem fetching the billing info, please reach out to support if this continues to
            occur.
          </Callout>
        ) : null}
        {preview.data ? <Losses losses={preview.data.loses} product={product} /> : null}
      </Box>
    </ConfirmDialog>
  )
}
