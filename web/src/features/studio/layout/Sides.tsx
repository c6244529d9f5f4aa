import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useState } from 'react'

interface Props {
  /** File by file, as text. */
  files: ReactNode
  /** What it means to who reads the documentation or calls the API. */
  meaning: ReactNode
  /** Page by page, as readers see them. */
  pages?: ReactNode
}

/** The sides of a comparison: its files, what it means, and how the pages read. */
export function Sides({ files, meaning, pages }: Props) {
  const [side, setSide] = useState<'files' | 'meaning' | 'pages'>('files')
  return (
    <>
      <Tabs
        value={side}
        onChange={(_event, next) => setSide(next)}
        variant="scrollable"
        sx={{ flex: 'none' }}
      >
        <Tab value="files" label="Files" />
        <Tab value="meaning" label="What it means" />
        {pages ? <Tab value="pages" label="Pages" /> : null}
      </Tabs>
      {side === 'files' ? (
        files
      ) : (
        <Box sx={{ flex: 1, minHeight: 240, minWidth: 0, overflow: 'auto', position: 'relative' }}>
          {side === 'pages' ? pages : meaning}
        </Box>
      )}
    </>
  )
}
