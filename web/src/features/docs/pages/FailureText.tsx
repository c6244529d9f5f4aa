import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { AnalysisError } from '../queries.ts'

/** The message of a failed analysis with the place in the file where it is known. */
export function FailureText({ error }: { error: AnalysisError | undefined }) {
  const place = placeOf(error)
  return (
    <Alert severity={error?.waits_for ? 'warning' : 'error'} sx={{ width: '100%', overflowWrap: 'anywhere' }}>
      {error?.message || 'Something went wrong, please try again.'}
      {place ? (
        <Box component="div" sx={{ fontFamily: 'monospace', mt: 0.5 }}>
          {place}
        </Box>
      ) : null}
    </Alert>
  )
}

function placeOf(error: AnalysisError | undefined): string {
  const line = error?.line === undefined ? '' : `line ${error.line}`
  const column = error?.line === undefined || error.column === undefined ? '' : `column ${error.column}`
  return [error?.file, line, column].filter(Boolean).join(', ')
}
