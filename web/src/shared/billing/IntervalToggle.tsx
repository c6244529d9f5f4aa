import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Interval } from './money.ts'

interface Props {
  value: Interval
  onChange: (interval: Interval) => void
}

/** Whether prices are shown, and paid, by the month or by the year. */
export function IntervalToggle({ value, onChange }: Props) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      aria-label="Billing interval"
      value={value}
      onChange={(_event, next: Interval | null) => next && onChange(next)}
    >
      <ToggleButton value={1} sx={{ px: 2 }}>
        Monthly
      </ToggleButton>
      <ToggleButton value={12} sx={{ px: 2 }}>
        Yearly
      </ToggleButton>
    </ToggleButtonGroup>
  )
}
