import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { notFoundText } from '../../../shared/ui/error-pages.tsx'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'
import { SignInButton } from '../../../shared/ui/SignInButton.tsx'
import type { Branch, Project } from '../queries.ts'

/** The branch has no such page, or not for this reader. */
export function NodeNotFound({ project, branch }: { project: Project; branch: Branch }) {
  return (
    <MessagePage
      title="Page not found"
      actions={
        <>
          <SignInButton variant="contained" />
          <Button component={Link} to={paths.docs(project.slug, branch.slug)} variant="outlined">
            To the first page
          </Button>
        </>
      }
    >
      {notFoundText}
    </MessagePage>
  )
}
