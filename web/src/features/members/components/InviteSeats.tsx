import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LimitProgress } from '../../../shared/ui/LimitProgress.tsx'
import { isPassed, limitText, type Seats, seatsWith } from '../seats.ts'
import { SeatsNotice } from './SeatsNotice.tsx'

interface Props {
  seats: Seats[]
  added: number
  /** More users can be paid for. */
  sellsSeats: boolean
}

/** The seats that the invitations would take, of each limited category, and what to do when they are too many. */
export function InviteSeats({ seats, added, sellsSeats }: Props) {
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
      {passed ? <SeatsNotice seats={passed} text={limitText(passed, added)} sellsSeats={sellsSeats} /> : null}
    </Stack>
  )
}
