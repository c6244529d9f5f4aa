import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import type { BillingAccount } from './account.ts'
import { type ReturnPaths, useCheckout } from './checkout.ts'
import type { Interval } from './money.ts'
import { PlanPicker } from './PlanPicker.tsx'
import { enterpriseId, freeId, type Product, trialDays } from './products.ts'

interface Props {
  account: BillingAccount
  products: Product[]
  /** The name of the plan that somebody came for. */
  wanted?: string | undefined
  interval?: Interval | undefined
  returns: ReturnPaths
  /** What stands in the card of the free plan. */
  freeAction: ReactNode
  /** What the card of a plan says beside its name. */
  markOf?: (product: Product) => string | null
}

/** Chooses a first plan: each leads to the provider's checkout, as a trial where there is one left. */
export function CheckoutPicker({ account, products, wanted, returns, freeAction, ...props }: Props) {
  const [interval, setInterval] = useState<Interval>(props.interval ?? 1)
  const checkout = useCheckout(returns)
  const going = checkout.isPending || checkout.isSuccess ? checkout.variables : undefined
  const button = (product: Product, isTrial: boolean, label: string) => {
    const isGoing = going?.product.id === product.id && going.isTrial === isTrial
    const isMain = isTrial === account.trial_available
    return (
      <Button
        fullWidth
        variant={isMain ? 'contained' : 'text'}
        loading={isGoing}
        disabled={going !== undefined}
        aria-label={`${label}: ${product.label}`}
        onClick={() => checkout.mutate({ product, interval, isTrial })}
      >
        {label}
      </Button>
    )
  }
  return (
    <PlanPicker
      products={products}
      interval={interval}
      onInterval={setInterval}
      wanted={wanted}
      {...(props.markOf ? { markOf: props.markOf } : {})}
      actionOf={(product) => {
        if (product.id === freeId) return freeAction
        if (product.id === enterpriseId) return null
        return (
          <Box sx={{ display: 'grid', gap: 0.5 }}>
            {account.trial_available ? button(product, true, `Try ${trialDays} days free`) : null}
            {button(product, false, account.trial_available ? 'Buy now' : 'Choose this plan')}
          </Box>
        )
      }}
    />
  )
}
