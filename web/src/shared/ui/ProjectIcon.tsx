import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'
import { defaultIconColour } from '../../../../supabase/functions/_shared/domain/appearance.ts'
import { type PictureSize, pictureSizes } from './sizes.ts'

interface Props {
  name: string | null
  colour: string | null
  size?: PictureSize
}

// Two dozen drawings: the tile is painted first, and visitors of documentation need one of them at most.
const Drawing = lazy(() => import('./IconDrawing.tsx').then((module) => ({ default: module.IconDrawing })))

/** A project's, group's or team's icon on a tile of its colour; decorative, its name stands beside it. */
export function ProjectIcon({ name, colour, size = 'line' }: Props) {
  const side = pictureSizes[size]
  return (
    <Box
      aria-hidden
      sx={{
        width: side,
        height: side,
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        borderRadius: `${side / 4}px`,
        color: 'common.white',
        backgroundColor: colour || defaultIconColour,
      }}
    >
      <Suspense>
        <Drawing name={name} side={side * 0.64} />
      </Suspense>
    </Box>
  )
}
