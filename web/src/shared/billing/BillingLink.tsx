import Button, { type ButtonProps } from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { useOffer } from './offer.ts'

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'color'> {
  /** What the plan lacks, by its name in the catalogue. */
  feature: string
  label?: string
  onClick?: () => void
}

/** The way to the plan that has a feature. */
export function BillingLink({ feature, label = 'Go to Billing', ...button }: Props) {
  const { to } = useOffer(feature)
  return (
    <Button component={Link} to={to} variant="contained" size="small" {...button}>
      {label}
    </Button>
  )
}
