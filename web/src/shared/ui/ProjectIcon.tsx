import Groups from '@mui/icons-material/Groups'
import Box from '@mui/material/Box'
import {
  defaultIconColour,
  defaultIconName,
  type IconName,
} from '../../../../supabase/functions/_shared/domain/appearance.ts'
import { projectIcons } from './project-icons.ts'
import { type PictureSize, pictureSizes } from './sizes.ts'

interface Props {
  name: string | null
  colour: string | null
  size?: PictureSize
}

/** The icon of a team that nobody chose one for (its column's default); not among those to choose from. */
const teamIconName = 'users'

/** The icon of a name, or the usual one. Names come from people: `__proto__` is none of an object's own. */
function iconOf(name: string | null) {
  if (name === teamIconName) return Groups
  return projectIcons[
    name !== null && Object.hasOwn(projectIcons, name) ? (name as IconName) : defaultIconName
  ]
}

/** A project's, group's or team's icon on a tile of its colour; decorative, its name stands beside it. */
export function ProjectIcon({ name, colour, size = 'line' }: Props) {
  const Icon = iconOf(name)
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
      <Icon sx={{ fontSize: side * 0.64 }} />
    </Box>
  )
}
