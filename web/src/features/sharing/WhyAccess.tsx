import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import { aboutYou, inWords } from '../../shared/ui/in-words.ts'
import { type Explanation, useExplanation } from './queries.ts'

interface Props {
  projectId: number
  userId: number
  /** Whose access it is; left out for the reader's own. */
  name?: string
  /** The sentence that is always there. */
  summary: string
}

/** Why somebody has access, in a sentence, and on demand everything that gives it and what they cannot do. */
export function WhyAccess({ projectId, userId, name, summary }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const label = isOpen ? 'Less' : 'Why?'
  const subject = name === undefined ? 'Your access' : `The access of ${name}`
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
        <Typography
          variant="body2"
          component="p"
          sx={{ m: 0, '&::first-letter': { textTransform: 'uppercase' }, overflowWrap: 'anywhere' }}
        >
          {name === undefined ? aboutYou(summary) : summary}
        </Typography>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${label} ${subject}`}
          onClick={() => setOpen(!isOpen)}
          sx={{ minWidth: 0, p: 0 }}
        >
          {label}
        </Button>
      </Box>
      <div id={id}>
        {isOpen ? <Reasons projectId={projectId} userId={userId} isYou={name === undefined} /> : null}
      </div>
    </Box>
  )
}

function Reasons({ projectId, userId, isYou }: { projectId: number; userId: number; isYou: boolean }) {
  const explanation = useExplanation(projectId, userId)
  if (explanation.isPending) return <Typography variant="body2">Loading...</Typography>
  if (explanation.isError) {
    return (
      <Typography variant="body2" color="error" role="alert">
        {messageOf(explanation.error)}
      </Typography>
    )
  }
  const lines = linesOf(explanation.data)
  if (lines.length === 0) return <Typography variant="body2">Nothing else gives or limits it.</Typography>
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2, color: 'text.secondary', typography: 'body2' }}>
      {lines.map((line) => (
        <li key={line}>{isYou ? aboutYou(line) : line}</li>
      ))}
    </Box>
  )
}

// A member of every team has a reason for each: beyond some they only repeat.
const mostReasons = 5

function linesOf({ summary, reasons, cannot }: Explanation): string[] {
  // The one that decides is the summary that stands above.
  const others = reasons.filter(({ sentence }) => sentence !== summary)
  const more = others.length - mostReasons
  return [
    ...others.slice(0, mostReasons).map(({ sentence }) => `also ${sentence}`),
    ...(more > 0 ? [`and for ${more} more ${more === 1 ? 'reason' : 'reasons'} like these`] : []),
    ...inWords((cannot ?? []).map(({ sentence }) => sentence)),
  ]
}
