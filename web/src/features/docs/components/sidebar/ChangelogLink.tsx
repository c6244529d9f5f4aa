import History from '@mui/icons-material/History'
import IconButton from '@mui/material/IconButton'
import { Link } from 'react-router-dom'
import { paths } from '../../../../shared/config/paths.ts'
import type { Branch, Project } from '../../queries.ts'

/** To what changed on the branch. */
export function ChangelogLink({ project, branch }: { project: Project; branch: Branch }) {
  return (
    <IconButton
      size="small"
      component={Link}
      to={paths.docsView(project.slug, branch.slug, 'changelog')}
      title="Changelog"
      aria-label={`Changelog of ${branch.name}`}
      sx={{ color: 'inherit' }}
    >
      <History fontSize="compact" aria-hidden />
    </IconButton>
  )
}
