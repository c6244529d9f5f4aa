import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useState } from 'react'

interface Props {
  /** File by file, as text. */
  files: ReactNode
  /** What it means to who reads the documentation or calls the API. */
  meaning: ReactNode
}

/** Two sides of a comparison: its files, and what it means. */
export function Sides({ files, meaning }: Props) {
  const [side, setSide] = useState<'files' | 'meaning'>('files')
  return (
    <>
      <Tabs value={side} onChange={(_event, next) => setSide(next)} sx={{ flex: 'none' }}>
        <Tab value="files" label="Files" />
        <Tab value="meaning" label="What it means" />
      </Tabs>
      {side === 'files' ? files : <Box sx={{ flex: 1, minHeight: 240, overflow: 'auto' }}>{meaning}</Box>}
    </>
  )
}
