import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useSellsSeats } from '../../../shared/billing/seats.ts'
import { config } from '../../../shared/config/config.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { LimitProgress } from '../../../shared/ui/LimitProgress.tsx'
import { type Seats, seatsOf, seatsWith } from '../seats.ts'
import { SeatsNotice } from './SeatsNotice.tsx'

/** How many seats of the plan are taken; nothing where no plan limits them. */
export function SeatLimits() {
  const features = useFeatures().data ?? []
  const sellsSeats = useSellsSeats()
  const members = seatsOf(features, 'members')
  const guests = seatsOf(features, 'guests')
  if (!members || !guests || config.mode === 'single_tenant') return null
  const full = [members, guests].find(isFull)
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
          <SeatsProgress seats={members} />
          {/* A plan without guests has no limit to show: choosing the role says so. */}
          {guests.maximum !== 0 || seatsWith(guests, 0) > 0 ? <SeatsProgress seats={guests} /> : null}
        </Box>
      </Paper>
      {full ? (
        <SeatsNotice seats={full} title={titleOf(full)} text={textOf(full)} sellsSeats={sellsSeats} />
      ) : null}
    </Box>
  )
}

/** Seats that open invitations will take are taken: nobody else can be invited to them. */
function SeatsProgress({ seats }: { seats: Seats }) {
  const note = seats.pending > 0 ? `${seats.pending.toLocaleString('en')} of them invited` : null
  return <LimitProgress label={seats.label} used={seatsWith(seats, 0)} maximum={seats.maximum} note={note} />
}

/** A plan that has no guests has no limit that was reached. */
function isFull(seats: Seats): boolean {
  return seats.maximum !== null && seats.maximum > 0 && seatsWith(seats, 0) >= seats.maximum
}

function titleOf({ label }: Seats): string {
  return label === 'Guests' ? 'Guest Limit Reached' : 'Member Limit Reached'
}

function textOf({ label, maximum }: Seats): string {
  const one = label === 'Guests' ? 'guest' : 'member'
  return `You have reached your ${one} limit of ${maximum}. Upgrade your plan to add more ${one}s.`
}
