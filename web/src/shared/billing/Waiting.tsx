import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'

/** Said to who has paid, until the plan is there. */
export function Waiting() {
  return (
    <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 2, textAlign: 'center', p: 4 }}>
      <CircularProgress size={28} aria-hidden />
      <Typography variant="h2" component="p">
        Thank you! Your payment is being confirmed.
      </Typography>
      <Typography color="textSecondary">
        This takes a few seconds. The page goes on by itself, and you need not pay again.
      </Typography>
    </Box>
  )
}
