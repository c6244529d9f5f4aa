import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'
import type { Branch, Project } from '../queries.ts'

/** The branch has no such page, or not for this reader. */
export function NodeNotFound({ project, branch }: { project: Project; branch: Branch }) {
  return (
    <MessagePage
      title="Page not found"
      actions={
        <Button component={Link} to={paths.docs(project.slug, branch.slug)} variant="contained">
          To the first page
        </Button>
      }
    >
      {project.name} has no such page on {branch.name}. It may have been renamed or removed.
    </MessagePage>
  )
}
