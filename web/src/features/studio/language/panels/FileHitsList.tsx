import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useState } from 'react'
import type { Range } from '../../../../../../editing/types.ts'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { FileHits, Hit } from '../protocol.ts'
import { FileHeading } from './FileHeading.tsx'

interface Props {
  files: readonly FileHits[]
  label: string
  onGo: (path: string, range: Range) => void
}

/** How many of a file are shown at first. */
const FEW = 100

/** Places in files, each with its line. */
export function FileHitsList({ files, label, onGo }: Props) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {files.map((file) => (
        <FileGroup key={file.path} file={file} onGo={onGo} />
      ))}
    </Box>
  )
}

function FileGroup({ file: { path, hits }, onGo }: { file: FileHits; onGo: Props['onGo'] }) {
  const [most, setMost] = useState(FEW)
  return (
    <li>
      <FileHeading path={path} count={hits.length} />
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {hits.slice(0, most).map((hit) => (
          <li key={hit.range.from}>
            <ButtonBase onClick={() => onGo(path, hit.range)} sx={rowSx}>
              <Box
                component="span"
                sx={{ flex: 'none', minWidth: 44, textAlign: 'right', color: 'text.secondary' }}
              >
                {hit.line}
              </Box>
              <LineText hit={hit} />
            </ButtonBase>
          </li>
        ))}
      </Box>
      {hits.length > most ? (
        <ButtonBase onClick={() => setMost(most * 5)} sx={{ ...rowSx, color: 'primary.main' }}>
          Show more of {hits.length - most}
        </ButtonBase>
      ) : null}
    </li>
  )
}

const rowSx = {
  width: '100%',
  justifyContent: 'flex-start',
  gap: 1.5,
  px: 2,
  py: 0.375,
  fontSize: typeSizes.note,
  textAlign: 'left',
  '&:hover, &:focus-visible': { backgroundColor: 'action.hover' },
} as const

function LineText({ hit: { text, from, to } }: { hit: Hit }) {
  return (
    <Box
      component="span"
      sx={{
        fontFamily: monospace,
        fontSize: typeSizes.codeSmall,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'pre',
      }}
    >
      {text.slice(0, from)}
      <Box
        component="mark"
        sx={{ color: 'inherit', borderRadius: 0.5, backgroundColor: 'action.selected', fontWeight: 600 }}
      >
        {text.slice(from, to)}
      </Box>
      {text.slice(to)}
    </Box>
  )
}
