import Chip from '@mui/material/Chip'
import { overPlanText, useIsOverPlan } from './read-only.ts'

/** Marks a project in a list that the plan no longer holds. */
export function OverPlanChip({ projectId }: { projectId: number }) {
  if (!useIsOverPlan(projectId)) return null
  return <Chip size="small" variant="outlined" color="warning" label="Read-only" title={overPlanText} />
}
