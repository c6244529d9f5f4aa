import { OfferText } from '../../../shared/billing/OfferText.tsx'
import { SalesLink } from '../../../shared/billing/SalesLink.tsx'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { hasAccountManager, isSold, type Seats, soldText } from '../seats.ts'
import { BillingButton } from './BillingButton.tsx'

interface Props {
  seats: Seats
  title?: string
  /** Why nobody else can be added. */
  text: string
  /** More users can be paid for. */
  sellsSeats: boolean
}

/** What can be done where all seats are taken: pay for more, change the plan, or ask somebody. */
export function SeatsNotice({ seats, title, text, sellsSeats }: Props) {
  const canBill = usePermissions().can('WorkspaceBilling')
  const features = useFeatures().data ?? []
  if (hasAccountManager(features))
    return (
      <Callout severity="warning" title={title}>
        Please <SalesLink>contact your account manager</SalesLink> to update the member limit.
      </Callout>
    )
  if (sellsSeats && isSold(seats)) return <Callout severity="info">{soldText(seats)}</Callout>
  return (
    <Callout severity="warning" title={title} action={<BillingButton feature={seats.feature} />}>
      {text} <OfferText feature={seats.feature} canBill={canBill} />
    </Callout>
  )
}
