import Box from '@mui/material/Box'
import { BillingLink } from '../../../shared/billing/BillingLink.tsx'
import { OfferText } from '../../../shared/billing/OfferText.tsx'
import { config } from '../../../shared/config/config.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { LimitProgress } from '../../../shared/ui/LimitProgress.tsx'

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

/** How many of the plan's projects are used, and what can be done when they are nearly or all used. */
export function PlanLimit() {
  const limit = useProjectLimit()
  const { can } = usePermissions()
  if (!limit) return null
  const { used, cap, full, near } = limit
  const canBill = can('WorkspaceBilling')
  const upgrade = <BillingLink feature="projects" label="Upgrade" variant={full ? 'contained' : 'outlined'} />
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <LimitProgress label="Projects of your plan" used={used} maximum={cap} />
      {near ? (
        <Callout severity={full ? 'warning' : 'info'} action={canBill ? upgrade : null}>
          {`This workspace has ${projects(used)}, and your plan includes ${projects(cap)}. `}
          <OfferText feature="projects" canBill={canBill} />
        </Callout>
      ) : null}
    </Box>
  )
}

function projects(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'project' : 'projects'}`
}
