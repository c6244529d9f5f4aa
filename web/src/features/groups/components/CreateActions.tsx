import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { WorkspacePermission } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { paths } from '../../../shared/config/paths.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { UpsellDialog } from '../../../shared/ui/UpsellDialog.tsx'

interface Props {
  can: (permission: WorkspacePermission) => boolean
  onCreateGroup: () => void
}

/** Making groups and projects, for those who may; a plan without groups offers another plan instead. */
export function CreateActions({ can, onCreateGroup }: Props) {
  const [isUpselling, setUpselling] = useState(false)
  const features = useFeatures()
  const groups = features.data?.find(({ name }) => name === 'groups')
  return (
    <>
      {can('WorkspaceGroupsCreate') ? (
        <Button
          variant="outlined"
          disabled={features.isPending}
          onClick={() => (groups?.allowed === false ? setUpselling(true) : onCreateGroup())}
        >
          Create Group
        </Button>
      ) : null}
      {can('WorkspaceProjectsCreate') ? (
        <Button variant="contained" component={Link} to={paths.addProject()}>
          Add Project
        </Button>
      ) : null}
      <UpsellDialog
        open={isUpselling}
        onClose={() => setUpselling(false)}
        feature="Groups"
        message="Groups gather projects, with admins of their own. Your current plan does not include them."
        canBill={can('WorkspaceBilling')}
      />
    </>
  )
}
