import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { MoneyLine } from './account.ts'
import { money } from './money.ts'

interface Props {
  lines: readonly MoneyLine[]
  /** The sum below them; absent where there is none to say. */
  total?: MoneyLine
}

/** Sums under each other, as on an invoice. */
export function MoneyLines({ lines, total }: Props) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves.
        <Line key={index} {...line} />
      ))}
      {total ? <Line {...total} isTotal /> : null}
    </Box>
  )
}

function Line({ label, amount, isTotal = false }: MoneyLine & { isTotal?: boolean }) {
  const weight = isTotal ? { fontWeight: 650 } : {}
  const above = isTotal ? { borderTop: 1, borderColor: 'divider', pt: 1 } : {}
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, ...above }}>
      <Typography component="dt" variant="body2" sx={{ overflowWrap: 'anywhere', ...weight }}>
        {label}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', ...weight }}
      >
        {money(amount)}
      </Typography>
    </Box>
  )
}
