import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { StyleGuide } from '../../../shared/style-guides/queries.ts'

interface Props {
  /** Those that are on, in their order. */
  guides: readonly StyleGuide[]
  isDisabled: boolean
  onOrder: (ids: number[]) => void
}

/** In which order style guides hold; one alone has none. */
export function GuideOrder({ guides, isDisabled, onOrder }: Props) {
  if (guides.length < 2) return null
  const swap = (one: number, other: number) => {
    const ids = guides.map(({ id }) => id)
    const [first, second] = [ids[one], ids[other]]
    if (first === undefined || second === undefined) return
    onOrder(ids.with(one, second).with(other, first))
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h3">Order</Typography>
      <Typography variant="body2" color="textSecondary">
        Of two rules with one name, the one further down holds.
      </Typography>
      <Box component="ol" aria-label="Order" sx={{ m: 0, pl: 3 }}>
        {guides.map(({ id, name }, index) => (
          <Box component="li" key={id}>
            <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}>
              <Typography variant="body2" noWrap title={name} sx={{ flex: 1, minWidth: 0 }}>
                {name}
              </Typography>
              <IconButton
                size="small"
                aria-label={`Move ${name} up`}
                disabled={isDisabled || index === 0}
                onClick={() => swap(index, index - 1)}
              >
                <UpIcon fontSize="inherit" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={`Move ${name} down`}
                disabled={isDisabled || index === guides.length - 1}
                onClick={() => swap(index, index + 1)}
              >
                <DownIcon fontSize="inherit" />
              </IconButton>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
