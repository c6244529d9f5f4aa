import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router-dom'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { subscriptionFailed } from '../../../shared/billing/checkout.ts'
import { limitNames, toggleNames } from '../../../shared/billing/feature-names.ts'
import { dayOf } from '../../../shared/billing/money.ts'
import type { Product } from '../../../shared/billing/products.ts'
import { paths } from '../../../shared/config/paths.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { billingLists, changes, type Loss, useProration } from '../calls.ts'

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

function Losses({ losses, product }: { losses: Loss[]; product: Product }) {
  if (losses.length === 0) return <div>Nothing that you use now stops working.</div>
  return (
    <Callout severity="warning" title="This will stop working">
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5 }}>
        {losses.map((loss) => (
          <li key={loss.feature}>{lossText(loss, product)}</li>
        ))}
      </Box>
    </Callout>
  )
}

/** "Projects: 12 are used, and Startup has 10. The newest become read-only." */
function lossText({ feature, used, max }: Loss, { label }: Product): string {
  const limit = limitNames[feature]
  if (!limit) return toggleNames[feature] ?? feature
  const over = `${limit}: you use ${used.toLocaleString('en')}, and ${label} has ${(max ?? 0).toLocaleString('en')}.`
  return feature === 'projects' ? `${over} The oldest stay; the others become read-only.` : over
}
