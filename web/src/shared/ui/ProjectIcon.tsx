import Box from '@mui/material/Box'
import {
  defaultIconColour,
  defaultIconName,
  type IconName,
} from '../../../../supabase/functions/_shared/domain/appearance.ts'
import { projectIcons } from './project-icons.ts'

interface Props {
  name: string | null
  colour: string | null
  size?: number
}

/** A project's (or group's) icon on a tile of its colour; decorative, its name stands beside it. */
export function ProjectIcon({ name, colour, size = 22 }: Props) {
  const Icon = projectIcons[(name ?? defaultIconName) as IconName] ?? projectIcons[defaultIconName]
  return (
    <Box
      aria-hidden
      sx={{
        width: size,
        height: size,
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        borderRadius: 1,
        color: 'common.white',
        backgroundColor: colour || defaultIconColour,
      }}
    >
      <Icon sx={{ fontSize: size * 0.64 }} />
    </Box>
  )
}
