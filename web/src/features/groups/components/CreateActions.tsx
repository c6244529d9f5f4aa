import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import type { WorkspacePermission } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { paths } from '../../../shared/config/paths.ts'

interface Props {
  can: (permission: WorkspacePermission) => boolean
  onCreateGroup: () => void
}

/** Making groups and projects, for those who may. */
export function CreateActions({ can, onCreateGroup }: Props) {
  return (
    <>
      {can('WorkspaceGroupsCreate') ? (
        <Button variant="outlined" onClick={onCreateGroup}>
          Create Group
        </Button>
      ) : null}
      {can('WorkspaceProjectsCreate') ? (
        <Button variant="contained" component={Link} to={paths.addProject()}>
          Add Project
        </Button>
      ) : null}
    </>
  )
}
