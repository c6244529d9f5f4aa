import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { dayOf, type Interval, intervalOf } from '../../../shared/billing/money.ts'
import { PlanPicker } from '../../../shared/billing/PlanPicker.tsx'
import { enterpriseId, freeId, type Product } from '../../../shared/billing/products.ts'
import { paths } from '../../../shared/config/paths.ts'
import { DowngradeDialog } from './DowngradeDialog.tsx'
import { IntervalDialog } from './IntervalDialog.tsx'
import { UpgradeDialog } from './UpgradeDialog.tsx'

interface Props {
  account: BillingAccount
  products: Product[]
  wanted: string | undefined
}

/** From the plan of a subscription to another: up at once, down and to another interval with the period. */
export function ChangePlan({ account, products, wanted }: Props) {
  const navigate = useNavigate()
  const now = intervalOf(account.cycle_interval_months) ?? 1
  const [interval, setInterval] = useState<Interval>(now)
  const [chosen, setChosen] = useState<Product | null>(null)
  const current = products.find(({ id }) => id === account.billing_product_id)
  const rank = current?.priority ?? 0
  const close = () => setChosen(null)
  return (
    <>
      <PlanPicker
        products={products}
        hidden={[freeId]}
        interval={interval}
        onInterval={setInterval}
        wanted={wanted}
        markOf={({ id }) => (id === account.billing_product_id ? 'Current plan' : null)}
        actionOf={(product) => (
          <PlanAction
            product={product}
            account={account}
            rank={rank}
            isOtherInterval={interval !== now}
            onChoose={() => setChosen(product)}
          />
        )}
      />
      {chosen && chosen.priority > rank ? (
        <UpgradeDialog account={account} product={chosen} interval={interval} onClose={close} />
      ) : null}
      {chosen && chosen.priority < rank ? (
        <DowngradeDialog account={account} product={chosen} onClose={close} />
      ) : null}
      {chosen && chosen.priority === rank ? (
        <IntervalDialog
          account={account}
          product={chosen}
          interval={interval}
          onClose={close}
          onDone={() => navigate(paths.admin.billing)}
        />
      ) : null}
    </>
  )
}

interface ActionProps {
  product: Product
  account: BillingAccount
  rank: number
  isOtherInterval: boolean
  onChoose: () => void
}

function PlanAction({ product, account, rank, isOtherInterval, onChoose }: ActionProps) {
  if (product.id === enterpriseId) return null
  const { pending } = account
  if (pending?.kind === 'downgrade' && pending.product_id === product.id)
    return (
      <Button fullWidth disabled>
        From {dayOf(pending.at)}
      </Button>
    )
  const isCurrent = product.id === account.billing_product_id
  if (isCurrent && (!isOtherInterval || pending))
    return (
      <Button fullWidth disabled>
        Your plan now
      </Button>
    )
  const label = isCurrent ? 'Switch interval' : product.priority > rank ? 'Upgrade' : 'Downgrade'
  return (
    <Button
      fullWidth
      variant={product.priority < rank ? 'outlined' : 'contained'}
      aria-label={`${label}: ${product.label}`}
      onClick={onChoose}
    >
      {label}
    </Button>
  )
}
