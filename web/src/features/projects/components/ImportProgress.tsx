import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { phaseText } from '../../../shared/tasks/words.ts'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { TaskLog } from '../queries.ts'
import type { ImportPhase } from '../use-import.ts'

interface Step {
  title: string
  /** From 0 to 100; undefined while nobody knows. */
  percent: number | undefined
}

/** How far the import is: the upload, then the analysis with what it says. */
export function ImportProgress({ phase }: { phase: ImportPhase }) {
  const step = stepOf(phase)
  const lines = phase.name === 'analysing' ? (phase.log?.lines ?? []) : []
  return (
    <Paper variant="outlined" sx={{ p: 2.5, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
        <Typography role="status" sx={{ fontWeight: 600 }}>
          {step.title}
        </Typography>
        {step.percent === undefined ? null : (
          <Typography color="textSecondary">{Math.round(step.percent)} %</Typography>
        )}
      </Box>
      <LinearProgress
        aria-label={step.title}
        {...(step.percent === undefined ? {} : { variant: 'determinate' as const, value: step.percent })}
        sx={{ height: 8, borderRadius: 4 }}
      />
      {lines.length ? <Lines lines={lines} /> : null}
    </Paper>
  )
}

export function Lines({ lines }: { lines: TaskLog['lines'] }) {
  return (
    <Box
      component="ol"
      tabIndex={0}
      aria-label="Log"
      sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 180, overflowY: 'auto', fontSize: typeSizes.note }}
    >
      {lines.map((line) => (
        <Box
          component="li"
          key={line.seq}
          sx={{ color: line.level === 'error' ? 'error.main' : 'text.secondary' }}
        >
          {placeOf(line)}
          {line.message}
        </Box>
      ))}
    </Box>
  )
}

/** "openapi.yaml, line 3, column 5: " before what is said about a place. */
function placeOf({ path, line_number, column_number }: TaskLog['lines'][number]): string {
  if (!path) return ''
  return line_number ? `${path}, line ${line_number}, column ${column_number ?? 1}: ` : `${path}: `
}

function stepOf(phase: ImportPhase): Step {
  if (phase.name === 'uploading') {
    return phase.share < 1
      ? { title: 'Uploading', percent: phase.share * 100 }
      : { title: 'Storing the file', percent: undefined }
  }
  if (phase.name !== 'analysing' || !phase.log || phase.log.status === 'queued') {
    return { title: 'Queued for analysis', percent: undefined }
  }
  const progress = phase.log.payload.progress
  if (!progress?.total) return { title: 'Analysing', percent: undefined }
  return { title: phaseText(progress.phase), percent: (progress.done / progress.total) * 100 }
}
