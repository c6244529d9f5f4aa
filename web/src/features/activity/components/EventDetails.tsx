import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import { detailsOf } from '../details.ts'
import type { ActivityEvent } from '../queries.ts'

/** All that is known of an event. */
export function EventDetails({ event }: { event: ActivityEvent }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        px: 2,
        py: 1.5,
        display: 'grid',
        gridTemplateColumns: 'minmax(90px, auto) minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 0.5,
        typography: 'body2',
      }}
    >
      {detailsOf(event).map(([name, value]) => (
        <Fragment key={name}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {name}
          </Typography>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Fragment>
      ))}
    </Box>
  )
}
