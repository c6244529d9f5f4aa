import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { factsOf, includedFact } from './facts.ts'
import { type Interval, periodOf, price } from './money.ts'
import { enterpriseId, type PricingPlan, type Product, priceAt, savingsOf } from './products.ts'
import { QuoteText } from './SalesLink.tsx'

interface Props {
  product: Product
  /** The plan of the rank before it, whose features are not told again. */
  below: Product | undefined
  interval: Interval
  /** What stands beside its name, such as "Current plan". */
  mark: string | null
  /** Somebody came for this one. */
  isWanted: boolean
  action: ReactNode
}

/** A plan with its price, what it holds, and what can be done about it. */
export function PlanCard({ product, below, interval, mark, isWanted, action }: Props) {
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isWanted])
  const pricing = priceAt(product, interval)
  if (!pricing && product.id !== enterpriseId) {
    console.error('Product price not found!', product.name, interval)
    return null
  }
  return (
    <Card
      ref={card}
      component="section"
      aria-labelledby={titleId}
      sx={{
        p: 2.5,
        // Its rows are those of the cards beside it, so that names, prices and buttons each stand on one line.
        gridRow: 'span 5',
        display: 'grid',
        gridTemplateRows: 'subgrid',
        ...((isWanted || mark) && { borderColor: 'primary.main', boxShadow: isWanted ? 4 : 0 }),
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography variant="h3" component="h2" id={titleId}>
          {product.label}
        </Typography>
        {mark ? <Chip size="small" color="primary" label={mark} /> : null}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {product.description}
      </Typography>
      <Price product={product} pricing={pricing} interval={interval} />
      <Box>{action}</Box>
      <Facts product={product} below={below} />
    </Card>
  )
}

function Price({
  product,
  pricing,
  interval,
}: {
  product: Product
  pricing: PricingPlan | null
  interval: Interval
}) {
  const savings = interval === 12 ? savingsOf(product) : 0
  return (
    <Box>
      <Typography
        component="p"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 0.75 }}
      >
        <Typography component="span" variant="h1">
          {pricing ? price(pricing.flat_fee_price / interval) : 'Custom'}
        </Typography>
        {pricing ? (
          <Typography component="span" variant="body2" color="textSecondary">
            a month
          </Typography>
        ) : null}
      </Typography>
      <Typography variant="body2" color="textSecondary" component="div" sx={{ mt: 0.5 }}>
        {pricing ? paidHow(pricing, interval) : <QuoteText />}
        <div>{includedFact(product)}</div>
        {pricing && pricing.user_fee_price > 0 ? (
          <div>
            {price(pricing.user_fee_price)} per extra user a {periodOf(interval)}
          </div>
        ) : null}
      </Typography>
      {savings > 0 ? (
        <Chip
          size="small"
          variant="outlined"
          color="success"
          label={`Save ${price(savings)} a year`}
          sx={{ mt: 1 }}
        />
      ) : null}
    </Box>
  )
}

function paidHow({ flat_fee_price }: PricingPlan, interval: Interval): string {
  if (flat_fee_price === 0) return 'For as long as you like'
  return interval === 12 ? `${price(flat_fee_price)} billed yearly` : 'Billed monthly'
}

function Facts({ product, below }: { product: Product; below: Product | undefined }) {
  const hasMore = below?.features.some(({ type }) => type === 'toggle')
  return (
    <Box>
      {below && hasMore ? (
        <Typography variant="body2" sx={{ fontWeight: 600, mb: 0.75 }}>
          Everything in {below.label}, and
        </Typography>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
        {factsOf(product, below).map((fact) => (
          <Box component="li" key={fact} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <CheckIcon color="primary" fontSize="compact" sx={{ mt: 0.125 }} />
            <Typography variant="body2">{fact}</Typography>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
