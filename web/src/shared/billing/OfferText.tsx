import { useOffer } from './offer.ts'

interface Props {
  /** By its name in the catalogue. */
  feature: string
  canBill: boolean
}

/** Which plan has a feature and what it costs, for who may buy it; the others learn whom to ask. */
export function OfferText({ feature, canBill }: Props) {
  const { text } = useOffer(feature)
  return <>{canBill ? text : 'Please contact your workspace admin to upgrade.'}</>
}
