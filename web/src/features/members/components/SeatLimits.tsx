import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useFeatures } from '../../../shared/data/projects.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { LimitProgress } from '../../../shared/ui/LimitProgress.tsx'
import { hasAccountManager, memberLimitText, type Seats, seatsOf } from '../seats.ts'
import { BillingButton } from './UpgradeRequired.tsx'

/** How many seats of the plan are taken; nothing where no plan limits them. */
export function SeatLimits() {
  const features = useFeatures().data ?? []
  const limited = ['members', 'guests'].flatMap((name) => seatsOf(features, name) ?? [])
  const seats = limited.filter(({ maximum, current }) => maximum > 0 || current > 0)
  if (seats.length === 0) return null
  const full = seats.find(({ current, maximum }) => current >= maximum)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mb: 2 }}>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 320px))' },
          }}
        >
          {seats.map(({ label, current, maximum }) => (
            <LimitProgress key={label} label={label} used={current} maximum={maximum} />
          ))}
        </Box>
      </Paper>
      {full ? (
        <Callout severity="warning" title={titleOf(full)} action={<BillingButton />}>
          {hasAccountManager(features) ? memberLimitText : textOf(full)}
        </Callout>
      ) : null}
    </Box>
  )
}

function titleOf({ label }: Seats): string {
  return label === 'Guests' ? 'Guest Limit Reached' : 'Member Limit Reached'
}

function textOf({ label, maximum }: Seats): string {
  const one = label === 'Guests' ? 'guest' : 'member'
  return `You have reached your ${one} limit of ${maximum}. Upgrade your plan to add more ${one}s.`
}
