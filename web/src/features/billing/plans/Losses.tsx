import Box from '@mui/material/Box'
import { featureName } from '../../../shared/billing/feature-names.ts'
import type { Product } from '../../../shared/billing/products.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import type { Loss } from '../calls.ts'

const all = new Intl.ListFormat('en')

interface Props {
  losses: Loss[]
  product: Pick<Product, 'label'>
}

/** What another plan has less of, or not at all: first what is used and stops, last what only ceases to grow. */
export function Losses({ losses, product }: Props) {
  const staying = losses.filter(({ goes_on }) => goes_on)
  const passed = losses.filter(({ used, max, goes_on }) => !goes_on && (used ?? 0) > (max ?? 0))
  const rest = losses.filter((loss) => !passed.includes(loss) && !loss.goes_on)
  return (
    <>
      {passed.length > 0 ? (
        <Callout severity="warning" title="This will stop working">
          <Listed texts={passed.map((loss) => passedText(loss, product))} />
        </Callout>
      ) : null}
      {rest.length > 0 ? (
        <div>
          {product.label} does without {all.format(rest.map(lackText))}.
        </div>
      ) : null}
      {staying.length > 0 ? (
        <div>
          What you have of {all.format(staying.map(({ feature }) => featureName(feature)))} stays as it is,
          and nothing more of it can be added.
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
function passedText({ feature, used, max }: Loss, { label }: Pick<Product, 'label'>): string {
  const has = max ? max.toLocaleString('en') : 'none'
  const over = `${featureName(feature)}: you use ${(used ?? 0).toLocaleString('en')}, and ${label} has ${has}.`
  if (feature === 'projects') return `${over} The oldest stay; the others become read-only.`
  return feature === 'guests' || feature === 'members'
    ? `${over} Two weeks later the workspace is locked, unless enough of them were removed.`
    : over
}

function lackText({ feature, type, max }: Loss): string {
  if (type === 'toggle') return featureName(feature)
  return `${featureName(feature)} beyond ${(max ?? 0).toLocaleString('en')}`
}
