// Which plan has what the workspace's own has not: what every gate tells, and where it leads.
import { config } from '../config/config.ts'
import { paths } from '../config/paths.ts'
import { useFeatures } from '../data/projects.ts'
import { price } from './money.ts'
import { planWith, priceAt, useProducts } from './products.ts'

export interface Offer {
  /** "Startup has it, from $107.50 a month."; null while the plans are not known. */
  text: string | null
  /** Whether its price is agreed on with sales. */
  isAgreed: boolean
  /** Where plans are changed, that one shown. */
  to: string
}

/** The cheapest plan with a feature of the catalogue, of a limit with more of it than there is now, and than is used. */
export function useOffer(feature: string): Offer {
  const products = useProducts(config.mode === 'multi_tenant').data
  const mine = useFeatures().data?.find(({ name }) => name === feature)
  const atLeast = mine?.type === 'limit' ? Math.max(mine.max_quantity ?? 0, mine.usage ?? 0) + 1 : 1
  // Users beyond the first are paid for on every plan: a higher one has no more of them.
  const isPaidFor = feature === 'members' && (mine?.max_quantity ?? 0) > 1
  const product = products && !isPaidFor ? planWith(products, feature, atLeast) : null
  if (!product) return { text: null, isAgreed: false, to: paths.admin.billing }
  const to = paths.admin.plans(product.name)
  const yearly = priceAt(product, 12)
  if (!yearly) return { text: `${product.label} has it.`, isAgreed: true, to }
  return {
    text: `${product.label} has it, from ${price(yearly.flat_fee_price / 12)} a month.`,
    isAgreed: false,
    to,
  }
}
