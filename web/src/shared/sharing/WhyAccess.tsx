import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { messageOf } from '../data/api.ts'
import { inWords } from './in-words.ts'
import { type Explanation, useExplanation } from './queries.ts'

interface Props {
  projectId: number
  userId: number
  name: string
  /** The sentence that is always there. */
  summary: string
}

/** Why somebody has access, in a sentence, and on demand everything that counts and what they cannot do. */
export function WhyAccess({ projectId, userId, name, summary }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Box sx={{ pl: 5.5, pt: 0.25 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
        <Typography
          variant="body2"
          component="p"
          sx={{ m: 0, '&::first-letter': { textTransform: 'uppercase' }, overflowWrap: 'anywhere' }}
        >
          {summary}
        </Typography>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? 'Hide' : 'Show'} why ${name} has this access`}
          onClick={() => setOpen(!isOpen)}
          sx={{ minWidth: 0, p: 0 }}
        >
          {isOpen ? 'Less' : 'Why?'}
        </Button>
      </Box>
      <div id={id}>{isOpen ? <Reasons projectId={projectId} userId={userId} /> : null}</div>
    </Box>
  )
}

function Reasons({ projectId, userId }: { projectId: number; userId: number }) {
  const explanation = useExplanation(projectId, userId)
  if (explanation.isPending) return <Typography variant="body2">Loading...</Typography>
  if (explanation.isError) {
    return (
      <Typography variant="body2" color="error" role="alert">
        {messageOf(explanation.error)}
      </Typography>
    )
  }
  return <ReasonList explanation={explanation.data} />
}

/** The sentences of an explanation: what gives access, and what it does not let one do. */
export function ReasonList({ explanation }: { explanation: Explanation }) {
  const lines = [
    // The one that decides is the summary that stands above.
    ...explanation.reasons
      .filter(({ sentence }) => sentence !== explanation.summary)
      .map(({ sentence }) => `also ${sentence}`),
    ...inWords((explanation.cannot ?? []).map(({ sentence }) => sentence)),
  ]
  if (lines.length === 0) return <Typography variant="body2">Nothing else gives or limits it.</Typography>
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2, color: 'text.secondary', typography: 'body2' }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  )
}
