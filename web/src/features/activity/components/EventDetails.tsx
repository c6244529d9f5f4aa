import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import type { ActivityEvent } from '../queries.ts'
import { actorOf } from '../sentences.ts'

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long' })

/** All that is known of an event. */
export function EventDetails({ event }: { event: ActivityEvent }) {
  const facts: [string, string][] = [
    ['Type', event.type],
    ['Time', moment.format(new Date(event.created_at))],
    ['Actor', event.actor_email ? `${actorOf(event)} (${event.actor_email})` : actorOf(event)],
    ['IP address', event.ip_address ?? 'Unknown'],
    ...Object.entries(event.metadata).map(([key, value]): [string, string] => [key, textOfValue(value)]),
  ]
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
      {facts.map(([name, value]) => (
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

function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOfValue).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
