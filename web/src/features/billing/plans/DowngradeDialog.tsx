import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router-dom'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { subscriptionFailed } from '../../../shared/billing/checkout.ts'
import { featureName } from '../../../shared/billing/feature-names.ts'
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
  const passed = losses.filter(({ used, max }) => (used ?? 0) > (max ?? 0))
  const rest = losses.filter((loss) => !passed.includes(loss))
  return (
    <>
      {passed.length > 0 ? (
        <Callout severity="warning" title="This will stop working">
          <Listed texts={passed.map((loss) => passedText(loss, product))} />
        </Callout>
      ) : null}
      {rest.length > 0 ? (
        <div>
          {product.label} does without
          <Listed texts={rest.map(lackText)} />
        </div>
      ) : null}
      {losses.length === 0 ? <div>Nothing that you use now stops working.</div> : null}
    </>
  )
}

function Listed({ texts }: { texts: string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5 }}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </Box>
  )
}

/** "Projects: you use 12, and Startup has 10. The oldest stay; the others become read-only." */
function passedText({ feature, used, max }: Loss, { label }: Product): string {
  const has = max ? max.toLocaleString('en') : 'none'
  const over = `${featureName(feature)}: you use ${(used ?? 0).toLocaleString('en')}, and ${label} has ${has}.`
  return feature === 'projects' ? `${over} The oldest stay; the others become read-only.` : over
}

function lackText({ feature, type, max }: Loss): string {
  if (type === 'toggle') return featureName(feature)
  return `${featureName(feature)} beyond ${(max ?? 0).toLocaleString('en')}`
}
