import Rule from '@mui/icons-material/Rule'
import IconButton from '@mui/material/IconButton'
import { Link } from 'react-router-dom'
import { paths } from '../../../../shared/config/paths.ts'
import type { Branch, Project } from '../../queries.ts'

/** To what style guides find on the branch, for who may change its content. */
export function ProblemsLink({ project, branch }: { project: Project; branch: Branch }) {
  return (
    <IconButton
      size="small"
      component={Link}
      to={paths.docsView(project.slug, branch.slug, 'problems')}
      title="Problems"
      aria-label={`Problems of ${branch.name}`}
      sx={{ color: 'inherit' }}
    >
      <Rule fontSize="compact" aria-hidden />
    </IconButton>
  )
}
