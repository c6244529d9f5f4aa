import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { widePage } from '../ui/sizes.ts'
import { IntervalToggle } from './IntervalToggle.tsx'
import { type Interval, price } from './money.ts'
import { PlanCard } from './PlanCard.tsx'
import { type Product, savingsOf } from './products.ts'

/** The plans stand side by side where a window has this room, px. */
const narrowest = 600

interface Props {
  /** All plans, by rank. */
  products: Product[]
  /** Plans that are not offered, though others are told by them. */
  hidden?: readonly number[]
  interval: Interval
  onInterval: (interval: Interval) => void
  /** The name of the plan that somebody came for. */
  wanted?: string | undefined
  markOf?: (product: Product) => string | null
  actionOf: (product: Product) => ReactNode
}

/** All plans side by side, by the month or by the year. */
export function PlanPicker(props: Props) {
  const { products, hidden = [], interval, onInterval, wanted, markOf, actionOf } = props
  const shown = products.filter(({ id }) => !hidden.includes(id))
  const most = Math.max(...products.map(savingsOf))
  return (
    <Box sx={{ display: 'grid', gap: 2.5, minWidth: { md: narrowest }, maxWidth: widePage }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <IntervalToggle value={interval} onChange={onInterval} />
        <Typography variant="body2" color="textSecondary">
          {interval === 12
            ? 'Two months free, with a one-year commitment.'
            : `Pay by the year and save up to ${price(most)}.`}
        </Typography>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'stretch',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            md: 'repeat(3, minmax(0, 1fr))',
            xl: `repeat(${shown.length}, minmax(0, 1fr))`,
          },
        }}
      >
        {shown.map((product) => (
          <PlanCard
            key={product.id}
            product={product}
            below={products[products.indexOf(product) - 1]}
            interval={interval}
            mark={markOf?.(product) ?? null}
            isWanted={product.name === wanted}
            action={actionOf(product)}
          />
        ))}
      </Box>
    </Box>
  )
}
