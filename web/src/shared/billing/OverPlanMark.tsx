import LockOutlined from '@mui/icons-material/LockOutlined'
import { useIsOverPlan } from './read-only.ts'

/** Marks a project that the plan no longer holds where there is no room for words. */
export default function OverPlanMark({ projectId }: { projectId: number }) {
  if (!useIsOverPlan(projectId)) return null
  return <LockOutlined titleAccess="Read-only" fontSize="tiny" color="warning" sx={{ flexShrink: 0 }} />
}
