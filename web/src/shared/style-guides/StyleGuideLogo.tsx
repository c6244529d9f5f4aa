import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'
import { defaultIconColour } from '../../../../supabase/functions/_shared/domain/appearance.ts'
import { pictureSizes } from '../ui/sizes.ts'

const Drawing = lazy(() =>
  import('../ui/IconDrawing.tsx').then((module) => ({ default: module.IconDrawing })),
)

const side = pictureSizes.row

/** The logo of a style guide, in its colour on a little of it; decorative, its name stands beside it. */
export function StyleGuideLogo({ name, colour }: { name: string | null; colour: string | null }) {
  const own = colour || defaultIconColour
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
        color: own,
        backgroundColor: `color-mix(in srgb, ${own} 15%, transparent)`,
      }}
    >
      <Suspense>
        <Drawing name={name} side={side * 0.64} />
      </Suspense>
    </Box>
  )
}
