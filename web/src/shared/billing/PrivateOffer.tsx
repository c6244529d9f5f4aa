import Typography from '@mui/material/Typography'
import { usePermissions } from '../data/me.ts'
import { useFeatures } from '../data/projects.ts'
import { BillingLink } from './BillingLink.tsx'
import { OfferText } from './OfferText.tsx'

/** Where the plan lacks private projects: which one has them, and the way to it. */
export function PrivateOffer() {
  const features = useFeatures()
  const canBill = usePermissions().can('WorkspaceBilling')
  if (features.data?.find(({ name }) => name === 'private_projects')?.allowed ?? true) return null
  return (
    <Typography variant="body2" color="textSecondary" component="div">
      Private projects are not in your plan. <OfferText feature="private_projects" canBill={canBill} />{' '}
      {canBill ? <BillingLink feature="private_projects" label="See plans" variant="text" /> : null}
    </Typography>
  )
}
