import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { monospace, typeSizes } from '../ui/type-sizes.ts'
import { mostLines, type Task, type TaskLine, useTaskLines } from './queries.ts'
import { phaseText } from './words.ts'

const levelLabels: Record<TaskLine['level'], string> = { info: 'Info', warn: 'Warning', error: 'Error' }
const levelColours: Record<TaskLine['level'], string> = {
  info: 'text.secondary',
  warn: 'warning.main',
  error: 'error.main',
}

/** What a task said, line by line, each with the place in the file that it is about. */
export function TaskDetails({ task }: { task: Task }) {
  const lines = useTaskLines(task)
  if (lines.isPending) return <Note role="status">Fetching data, hang tight...</Note>
  if (lines.isError) return <Note role="alert">Something went wrong, no data to display</Note>
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Progress task={task} />
      {lines.data.length === 0 ? (
        <Note>No events to show here yet.</Note>
      ) : (
        <Box
          component="ol"
          aria-label="Log"
          // A long log is scrolled by keys too.
          tabIndex={0}
          sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 360, overflow: 'auto' }}
        >
          {lines.data.map((line) => (
            <Line key={line.seq} line={line} />
          ))}
        </Box>
      )}
      {lines.data.length === mostLines ? (
        <Note>The first {mostLines.toLocaleString('en')} lines are shown.</Note>
      ) : null}
    </Box>
  )
}

function Line({ line }: { line: TaskLine }) {
  const place = placeOf(line)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '64px minmax(0, 1fr)', md: '72px minmax(0, 1fr)' },
        columnGap: 1,
        py: 0.5,
        fontSize: typeSizes.note,
      }}
    >
      <Box component="span" sx={{ color: levelColours[line.level], fontWeight: 600 }}>
        {levelLabels[line.level]}
      </Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {line.message}
        {place ? (
          <Box component="span" sx={{ display: 'block', fontFamily: monospace, color: 'text.secondary' }}>
            {place}
          </Box>
        ) : null}
      </Box>
    </Box>
  )
}

/** 'reference/pets.yaml, line 4, column 7', as much of it as is known. */
function placeOf({ path, line_number: line, column_number: column }: TaskLine): string {
  const parts = [
    path,
    line === null ? null : `line ${line}`,
    line === null || column === null ? null : `column ${column}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function Progress({ task: { status, payload } }: { task: Task }) {
  if (status !== 'running') return null
  const { phase, done, total } = payload.progress ?? {}
  const isKnown = typeof done === 'number' && typeof total === 'number' && total > 0
  const percent = isKnown ? Math.min(100, Math.round((done / total) * 100)) : 0
  return (
    <Box sx={{ display: 'grid', gap: 0.5, maxWidth: 440 }}>
      <LinearProgress
        variant={isKnown ? 'determinate' : 'indeterminate'}
        value={percent}
        aria-label="Progress of the task"
      />
      <Typography variant="caption" color="textSecondary">
        {phaseText(phase)}
        {isKnown ? `, ${percent} %` : ''}
      </Typography>
    </Box>
  )
}

function Note({ children, role }: { children: React.ReactNode; role?: 'status' | 'alert' }) {
  return (
    <Typography variant="body2" color="textSecondary" {...(role && { role })}>
      {children}
    </Typography>
  )
}
