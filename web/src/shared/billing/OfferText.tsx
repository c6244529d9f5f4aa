import { useOffer } from './offer.ts'
import { QuoteText } from './SalesLink.tsx'

interface Props {
  /** By its name in the catalogue. */
  feature: string
  canBill: boolean
}

/** Which plan has a feature and what it costs, for who may buy it; the others learn whom to ask. */
export function OfferText({ feature, canBill }: Props) {
  const { text, isAgreed } = useOffer(feature)
  if (!canBill) return 'Please contact your workspace admin to upgrade.'
  return (
    <>
      {text} {isAgreed ? <QuoteText /> : null}
    </>
  )
}
