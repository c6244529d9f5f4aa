import type { ReactNode } from 'react'
import { BillingLink } from '../billing/BillingLink.tsx'
import { OfferText } from '../billing/OfferText.tsx'
import { Callout } from './Callout.tsx'

interface Props {
  children: ReactNode
  /** What the plan lacks, by its name in the catalogue. */
  feature: string
  canBill: boolean
}

/** What the plan does not allow (402), with the way to change that for who may. */
export function UpgradeCallout({ children, feature, canBill }: Props) {
  return (
    <Callout
      severity="warning"
      title="Upgrade Required"
      action={canBill ? <BillingLink feature={feature} /> : null}
    >
      {children} <OfferText feature={feature} canBill={canBill} />
    </Callout>
  )
}
