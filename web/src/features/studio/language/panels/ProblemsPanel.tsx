import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import LightbulbOutlined from '@mui/icons-material/LightbulbOutlined'
import WarningAmber from '@mui/icons-material/WarningAmber'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Chip from '@mui/material/Chip'
import { visuallyHidden } from '@mui/utils'
import { useState } from 'react'
import type { Range } from '../../../../../../editing/types.ts'
import type { Severity } from '../../../../../../editing/validity/finding.ts'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { LanguageState } from '../client.ts'
import { countsOf } from '../counts.ts'
import type { Problem } from '../protocol.ts'
import { FileHeading, PanelNote } from './FileHeading.tsx'

export interface ProblemsProps {
  problems: ReadonlyMap<string, readonly Problem[]>
  /** The file in front, whose problems come first. */
  front: string | null
  state: LanguageState
  /** What of the rules cannot be said here. */
  note?: string | null
  readOnly: boolean
  onGo: (path: string, range: Range) => void
  onFix: (path: string, problem: Problem, fix: Problem['fixes'][number]) => void
  onRestart: () => void
}

const SEVERITIES: readonly { severity: Severity; one: string; many: string }[] = [
  { severity: 'error', one: 'error', many: 'errors' },
  { severity: 'warning', one: 'warning', many: 'warnings' },
  { severity: 'hint', one: 'hint', many: 'hints' },
]

/** How many of a file are shown at first. */
const FEW = 100

/** What is wrong in the files, with ways to mend it. */
export function ProblemsPanel({
  problems,
  front,
  state,
  note,
  readOnly,
  onGo,
  onFix,
  onRestart,
}: ProblemsProps) {
  const [hidden, setHidden] = useState<ReadonlySet<Severity>>(new Set())
  const counts = countsOf(problems)
  const files = [...problems]
    .map(([path, of]) => ({ path, of: of.filter(({ severity }) => !hidden.has(severity)) }))
    .filter(({ of }) => of.length > 0)
    .sort((a, b) => Number(b.path === front) - Number(a.path === front) || a.path.localeCompare(b.path))
  const toggle = (severity: Severity) => {
    const next = new Set(hidden)
    if (!next.delete(severity)) next.add(severity)
    setHidden(next)
  }
  return (
    <Box>
      {state === 'down' ? (
        <Alert severity="error" action={<Button onClick={onRestart}>Start again</Button>}>
          The language service broke down several times. Problems, completion and search are switched off.
        </Alert>
      ) : null}
      <Box sx={{ display: 'flex', gap: 1, px: 2, py: 1 }}>
        {SEVERITIES.map(({ severity, one, many }) => (
          <Chip
            key={severity}
            size="small"
            icon={<SeverityIcon severity={severity} />}
            label={`${counts[severity]} ${counts[severity] === 1 ? one : many}`}
            variant={hidden.has(severity) ? 'outlined' : 'filled'}
            aria-pressed={!hidden.has(severity)}
            onClick={() => toggle(severity)}
          />
        ))}
      </Box>
      {note ? <PanelNote>{note}</PanelNote> : null}
      {files.length === 0 ? (
        <PanelNote>
          {problems.size === 0 ? 'No problems were found in these files.' : 'All problems are hidden.'}
        </PanelNote>
      ) : (
        <Box component="ul" aria-label="Problems" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {files.map(({ path, of }) => (
            <li key={path}>
              <FileHeading path={path} count={of.length} />
              <Rows path={path} problems={of} readOnly={readOnly} onGo={onGo} onFix={onFix} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  )
}

interface RowsProps extends Pick<ProblemsProps, 'readOnly' | 'onGo' | 'onFix'> {
  path: string
  problems: readonly Problem[]
}

function Rows({ path, problems, readOnly, onGo, onFix }: RowsProps) {
  const [most, setMost] = useState(FEW)
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {problems.slice(0, most).map((problem) => (
        <Box
          component="li"
          key={`${problem.range.from} ${problem.code} ${problem.message}`}
          sx={{
            display: 'flex',
            alignItems: 'center',
            flexWrap: 'wrap',
            px: 2,
            columnGap: 1,
            '&:hover, &:focus-within': { backgroundColor: 'action.hover' },
          }}
        >
          <ButtonBase
            onClick={() => onGo(path, problem.range)}
            sx={{
              flex: 1,
              minWidth: 240,
              gap: 1,
              py: 0.5,
              justifyContent: 'flex-start',
              textAlign: 'left',
              fontSize: typeSizes.note,
            }}
          >
            <SeverityIcon severity={problem.severity} />
            <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
              <span style={visuallyHidden}>{problem.severity}: </span>
              {problem.message}
            </Box>
            <Box component="span" sx={{ flex: 'none', color: 'text.secondary' }}>
              {problem.line}:{problem.column}
            </Box>
          </ButtonBase>
          {readOnly
            ? null
            : problem.fixes.slice(0, 3).map((fix) => (
                <Button
                  key={fix.title}
                  size="small"
                  onClick={() => onFix(path, problem, fix)}
                  sx={{ py: 0, fontSize: typeSizes.caption, maxWidth: 220 }}
                >
                  {fix.title}
                </Button>
              ))}
        </Box>
      ))}
      {problems.length > most ? (
        <li>
          <Button size="small" onClick={() => setMost(most * 5)} sx={{ mx: 2 }}>
            Show more of {problems.length - most}
          </Button>
        </li>
      ) : null}
    </Box>
  )
}

/** How serious something is, as a picture. */
export function SeverityIcon({ severity }: { severity: Severity }) {
  if (severity === 'error') return <ErrorOutlined color="error" fontSize="tiny" aria-hidden />
  if (severity === 'warning') return <WarningAmber color="warning" fontSize="tiny" aria-hidden />
  return <LightbulbOutlined color="info" fontSize="tiny" aria-hidden />
}
