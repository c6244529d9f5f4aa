import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { FileFault } from '../check/check-file.ts'
import type { ExcerptLine } from '../check/excerpt.ts'

interface Props {
  /** None where it is about several files. */
  fileName?: string
  fault: FileFault
}

/** Why a file was not taken: the sentence, the place, the lines around it. */
export function FaultAlert({ fileName, fault }: Props) {
  const place = fault.line ? `Line ${fault.line}, column ${fault.column ?? 1} of ${fileName}` : fileName
  return (
    <Alert
      severity="error"
      role="alert"
      sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { minWidth: 0 } }}
    >
      <AlertTitle sx={fileName === undefined ? { mb: 0 } : {}}>{fault.message}</AlertTitle>
      {place}
      {fault.excerpt ? <Excerpt lines={fault.excerpt} /> : null}
    </Alert>
  )
}

function Excerpt({ lines }: { lines: ExcerptLine[] }) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label="Excerpt of the file"
      sx={{ m: 0, mt: 1, overflowX: 'auto', fontSize: typeSizes.note, lineHeight: 1.6, textAlign: 'left' }}
    >
      {lines.map((line) => (
        <Box
          key={line.number}
          component="span"
          sx={{ display: 'block', fontWeight: line.marked ? 700 : 400 }}
        >
          {line.marked ? '› ' : '  '}
          {String(line.number).padStart(4)} {line.text}
        </Box>
      ))}
    </Box>
  )
}
