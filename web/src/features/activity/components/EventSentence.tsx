import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import type { Part } from '../part.ts'
import type { ActivityEvent } from '../queries.ts'
import { actorOf, sentenceOf, textOf } from '../sentences.ts'

/** Who did what, with links to what still exists. */
export function EventSentence({ event, deleted }: { event: ActivityEvent; deleted: Set<string> }) {
  const actor = actorOf(event)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        <PersonAvatar name={actor} size="row" />
      </Box>
      <Box
        component="span"
        title={`${actor} ${textOf(event)}`}
        sx={{
          minWidth: 0,
          lineHeight: 1.35,
          overflow: 'hidden',
          overflowWrap: 'anywhere',
          whiteSpace: 'normal',
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: 2,
        }}
      >
        <strong>{actor}</strong>{' '}
        {sentenceOf(event).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places.
          <Fragment key={index}>{shown(part, deleted)}</Fragment>
        ))}
      </Box>
    </Box>
  )
}

function shown(part: Part, deleted: Set<string>) {
  if (typeof part === 'string') return part
  if (!part.to || (part.object && deleted.has(part.object))) return <strong>{part.name}</strong>
  return (
    <MuiLink component={Link} to={part.to}>
      {part.name}
    </MuiLink>
  )
}
