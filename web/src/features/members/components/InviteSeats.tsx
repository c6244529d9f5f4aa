import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useFeatures } from '../../../shared/data/projects.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { LimitProgress } from '../../../shared/ui/LimitProgress.tsx'
import { hasAccountManager, isPassed, limitText, memberLimitText, type Seats, seatsWith } from '../seats.ts'
import { BillingButton } from './BillingButton.tsx'

/** The seats that the invitations would take, of each limited category, and what to do when they are too many. */
export function InviteSeats({ seats, added }: { seats: Seats[]; added: number }) {
  const features = useFeatures().data ?? []
  if (seats.length === 0) return null
  const passed = seats.find((one) => isPassed(one, added))
  return (
    <Stack spacing={1.5}>
      {seats.map((one) => (
        <div key={one.label}>
          <LimitProgress label={one.label} used={seatsWith(one, added)} maximum={one.maximum} />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {one.current} current, {one.pending} pending, {added} new
          </Typography>
        </div>
      ))}
      {passed ? (
        <Callout severity="warning" action={<BillingButton />}>
          {hasAccountManager(features) ? memberLimitText : limitText(passed, added)}
        </Callout>
      ) : null}
    </Stack>
  )
}
