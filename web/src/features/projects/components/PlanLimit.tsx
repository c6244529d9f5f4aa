import Alert from '@mui/material/Alert'
import { config } from '../../../shared/config/config.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'

const warnAt = 0.9

/** How many projects the plan has left; `full` when none is. Nothing limits a self-hosted installation. */
export function useProjectLimit(): { used: number; cap: number; full: boolean; near: boolean } | null {
  const features = useFeatures()
  const limit = features.data?.find((feature) => feature.name === 'projects')
  if (config.mode === 'single_tenant' || limit?.max_quantity == null) return null
  const used = limit.usage ?? 0
  const cap = limit.max_quantity
  const near = used >= Math.max(1, Math.floor(cap * warnAt))
  return { used, cap, full: used >= cap, near }
}

/** Says so when the plan's projects are nearly or all used. */
export function PlanLimit() {
  const limit = useProjectLimit()
  const { can } = usePermissions()
  if (!limit?.near) return null
  const advice = can('WorkspaceBilling') ? '' : ' Please contact your workspace admin to upgrade.'
  return (
    <Alert severity={limit.full ? 'warning' : 'info'}>
      {limit.used} of {limit.cap} {limit.cap === 1 ? 'project' : 'projects'} of your plan used.{advice}
    </Alert>
  )
}
