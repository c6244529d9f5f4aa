import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'

/** The warning itself; there is no way past it but the two buttons. */
export default function NotResponsiveDialog({ onAccept }: { onAccept: () => void }) {
  const navigate = useNavigate()
  const titleId = useId()
  // Whoever came by the address itself has been nowhere in the app yet.
  const cameFromHere = ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
  const goBack = () => (cameFromHere ? navigate(-1) : navigate(paths.home, { replace: true }))
  return (
    <Dialog open fullScreen aria-labelledby={titleId} transitionDuration={0}>
      <Box
        component="main"
        sx={{
          flex: 1,
          display: 'grid',
          placeContent: 'center',
          justifyItems: 'center',
          gap: 2,
          p: 3,
          textAlign: 'center',
        }}
      >
        <Typography id={titleId} variant="h2" component="h1">
          This page is not mobile responsive.
        </Typography>
        <Button variant="contained" onClick={onAccept} autoFocus>
          Continue Anyway
        </Button>
        <Button onClick={() => void goBack()}>Go Back</Button>
      </Box>
    </Dialog>
  )
}
