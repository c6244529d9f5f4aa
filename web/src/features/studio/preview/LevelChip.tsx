import Chip from '@mui/material/Chip'
import type { Level } from './analysis-protocol.ts'

export const LEVELS: Record<Level, { label: string; colour: 'error' | 'warning' | 'info' }> = {
  major: { label: 'Major', colour: 'error' },
  minor: { label: 'Minor', colour: 'warning' },
  patch: { label: 'Patch', colour: 'info' },
}

/** How serious a change is. */
export function LevelChip({ level }: { level: Level }) {
  return <Chip size="small" color={LEVELS[level].colour} label={LEVELS[level].label} />
}
