import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'

/** How far a repository and its project are. */
export type Step = 'none' | 'creating' | 'made' | 'navigating'

const steps: Record<Exclude<Step, 'none'>, { title: string; percent: number }> = {
  creating: { title: 'Creating the repository', percent: 10 },
  made: { title: 'The repository is made: adding the project', percent: 60 },
  navigating: { title: 'Taking you to the Studio', percent: 100 },
}

/** Says how far it is, while something is under way. */
export function CreationProgress({ step }: { step: Step }) {
  if (step === 'none') return null
  const { title, percent } = steps[step]
  return (
    <Paper variant="outlined" role="status" sx={{ p: 2.5, display: 'grid', gap: 1.5 }}>
      <Typography variant="body2">{title}</Typography>
      <LinearProgress variant="determinate" value={percent} aria-label="Progress of the repository" />
    </Paper>
  )
}
