import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { type Level, levelOrder, levels, type Status, statusWords } from '../model.ts'

const colours = { bad: 'error', good: 'success', neutral: 'default' } as const

/** How serious a change is, in a word. */
export function LevelMark({ level, count }: { level: Level; count?: number }) {
  const { tone, word, meaning } = levels[level]
  return (
    <Chip
      size="small"
      variant="outlined"
      color={colours[tone]}
      title={meaning}
      label={count === undefined ? word : `${count} ${word}`}
    />
  )
}

/** How many changes there are of each level; nothing where there are none. */
export function LevelCounts(counts: Record<Level, number>) {
  const shown = levelOrder.filter((level) => counts[level] > 0)
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {shown.map((level) => (
        <LevelMark key={level} level={level} count={counts[level]} />
      ))}
    </Box>
  )
}

const statusColours = { open: 'info', merging: 'info', merged: 'success', closed: 'default' } as const

/** Whether a proposal is open, or how it ended. */
export function StatusMark({ status }: { status: Status }) {
  return <Chip size="small" color={statusColours[status]} label={statusWords[status]} />
}
