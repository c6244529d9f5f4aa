import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { suggestedAt } from '../../../../../editing/places/suggestion.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import type { Proposal, SuggestedText } from '../model.ts'
import { useBranchText } from '../queries.ts'

/** The longest text that a suggestion is about or puts there, as the database has it. */
const most = 4000

/** What is being suggested: these lines, and what should stand there. */
export interface Draft {
  from: number
  to: number
  /** Null while nothing was written: then it is what stands there. */
  replacement: string | null
}

interface Props {
  projectId: number
  proposal: Proposal
  path: string
  draft: Draft
  onChange: (draft: Draft, suggestion: SuggestedText | null) => void
}

/** Lines of a file of the proposed branch, and a field for how they should read instead. */
export function SuggestionFields({ projectId, proposal, path, draft, onChange }: Props) {
  const text = useBranchText(projectId, proposal, path)
  if (text.isPending) return <Spinner label="Loading the text" />
  if (text.data === undefined) return <ReadFault error={text.error} onRetry={() => void text.refetch()} />
  const lines = text.data.split('\n')
  const at = (line: number) => Math.min(Math.max(1, Math.trunc(line) || 1), lines.length)
  const range = (from: number, to: number) => {
    const begin = lines.slice(0, from - 1).reduce((length, line) => length + line.length + 1, 0)
    return { from: begin, to: begin + lines.slice(from - 1, to).join('\n').length }
  }
  const change = (next: Draft) => {
    const from = at(next.from)
    const suggested = suggestedAt(text.data, range(from, Math.max(from, at(next.to))))
    const replacement = next.replacement ?? suggested.original
    const isOne = suggested.original !== '' && replacement !== suggested.original
    onChange(next, isOne && isShort(suggested.original, replacement) ? { ...suggested, replacement } : null)
  }
  const from = at(draft.from)
  const to = Math.max(from, at(draft.to))
  const original = lines.slice(from - 1, to).join('\n')
  const replacement = draft.replacement ?? original
  return (
    <Box role="group" aria-label="Suggested text" sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ fontFamily: monospace, overflowWrap: 'anywhere' }}
      >
        {path}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <TextField
          size="small"
          type="number"
          label="From line"
          value={draft.from}
          onChange={(event) => change({ ...draft, from: Number(event.target.value), replacement: null })}
          sx={{ width: 120 }}
        />
        <TextField
          size="small"
          type="number"
          label="To line"
          value={draft.to}
          onChange={(event) => change({ ...draft, to: Number(event.target.value), replacement: null })}
          sx={{ width: 120 }}
        />
      </Box>
      <TextField
        multiline
        size="small"
        maxRows={12}
        label="Should read"
        value={replacement}
        error={!isShort(original, replacement)}
        helperText={
          isShort(original, replacement)
            ? undefined
            : `A suggestion is of at most ${most.toLocaleString('en')} characters`
        }
        onChange={(event) => change({ ...draft, replacement: event.target.value })}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: monospace } } }}
      />
    </Box>
  )
}

function isShort(original: string, replacement: string): boolean {
  return original.length <= most && replacement.length <= most
}
