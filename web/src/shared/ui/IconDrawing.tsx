import Groups from '@mui/icons-material/Groups'
import { defaultIconName, type IconName } from '../../../../supabase/functions/_shared/domain/appearance.ts'
import { projectIcons } from './project-icons.ts'

/** The icon of a team that nobody chose one for (its column's default); not among those to choose from. */
const teamIconName = 'users'

/** The icon of a name, or the usual one. Names come from people: `__proto__` is none of an object's own. */
function iconOf(name: string | null) {
  if (name === teamIconName) return Groups
  return projectIcons[
    name !== null && Object.hasOwn(projectIcons, name) ? (name as IconName) : defaultIconName
  ]
}

/** The drawing on the tile of a project, a group or a team; `side` in pixels. */
export function IconDrawing({ name, side }: { name: string | null; side: number }) {
  const Icon = iconOf(name)
  return <Icon sx={{ fontSize: side }} />
}
