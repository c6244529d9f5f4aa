import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { ShownPlan } from '../protocol.ts'
import { FileHeading } from './FileHeading.tsx'

/** How many changes of a file are shown. */
const MOST = 50

/** What a plan changes, line by line. */
export function PlanPreview({ plan }: { plan: ShownPlan }) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {plan.notes.map((note) => (
        <Alert key={note} severity="warning">
          {note}
        </Alert>
      ))}
      {plan.files.map(({ path, changes }) => (
        <Box
          key={path}
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden', pb: 0.5 }}
        >
          <FileHeading path={path} count={changes.length} />
          {changes.slice(0, MOST).map(({ change, line, was, is }) => (
            <Box
              key={change.from}
              sx={{ px: 2, py: 0.25, fontFamily: monospace, fontSize: typeSizes.codeSmall }}
            >
              <ChangedLine sign="−" line={line} text={was} colour="error.main" label="before" />
              <ChangedLine sign="+" line={line} text={is} colour="success.main" label="after" />
            </Box>
          ))}
          {changes.length > MOST ? (
            <Box sx={{ px: 2, color: 'text.secondary', fontSize: typeSizes.caption }}>
              and {changes.length - MOST} more in this file
            </Box>
          ) : null}
        </Box>
      ))}
    </Box>
  )
}

interface LineProps {
  sign: string
  line: number
  text: string
  colour: string
  label: string
}

function ChangedLine({ sign, line, text, colour, label }: LineProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1, color: colour, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      <Box
        component="span"
        aria-label={`Line ${line}, ${label}`}
        role="img"
        sx={{ flex: 'none', userSelect: 'none' }}
      >
        {sign}
      </Box>
      <span>{text}</span>
    </Box>
  )
}

/** "12 changes in 3 files". */
export function sizeOf({ files }: Pick<ShownPlan, 'files'>): string {
  const changes = files.reduce((sum, file) => sum + file.changes.length, 0)
  const of = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`)
  return `${of(changes, 'change', 'changes')} in ${of(files.length, 'file', 'files')}`
}
