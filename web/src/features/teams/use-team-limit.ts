import { useFeatures } from '../../shared/data/projects.ts'

/** Whether the plan gives another team: `upsell` when it has none at all, `full` when all are made. */
export function useTeamLimit(): { state: 'open' | 'full' | 'upsell'; maximum: number | null } {
  const feature = useFeatures().data?.find(({ name }) => name === 'teams')
  if (!feature) return { state: 'open', maximum: null }
  const maximum = feature.max_quantity
  if (!feature.in_plan || maximum === 0) return { state: 'upsell', maximum }
  return { state: maximum !== null && (feature.usage ?? 0) >= maximum ? 'full' : 'open', maximum }
}

/** What is said once all teams of the plan are made. */
export function limitReached(maximum: number | null): string {
  return `You have reached your team limit of ${maximum}. Upgrade your plan to create more teams.`
}
